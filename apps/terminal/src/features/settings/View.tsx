import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { About } from './About.tsx'
import { Display } from './Display.tsx'
import { KeyMapping } from './KeyMapping.tsx'
import { Presets } from './Presets.tsx'
import { Providers } from './Providers.tsx'
import { QuickTrading } from './QuickTrading.tsx'
import { SettingsFile } from './SettingsFile.tsx'
import './settings.css'

/** The Settings page. A change takes effect at once in all tabs, and stays in this browser. */
export function SettingsView() {
  useEffect(() => {
    document.title = 'Settings · Tern'
  }, [])
  useSectionOfAddress()
  return (
    <div className="page-body settings-page">
      <header className="page-head">
        <h1>Settings</h1>
        <p className="hint">Saved in this browser. Changes apply at once.</p>
      </header>
      <div className="card-columns">
        <div className="card-column">
          <Presets />
          <Providers />
          <QuickTrading />
          <KeyMapping />
        </div>
        <div className="card-column">
          <Display />
          <SettingsFile />
          <About />
        </div>
      </div>
    </div>
  )
}

/** Scrolls to the section that the URL names (`#keys`) and moves the focus there. */
function useSectionOfAddress() {
  const hash = useLocation({ select: location => location.hash })
  useEffect(() => {
    const section = hash === '' ? null : document.getElementById(hash)
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
  }, [hash])
}
