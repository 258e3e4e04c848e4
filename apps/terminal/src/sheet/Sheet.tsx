import { useEffect, useState } from 'react'
import { Segmented } from '../ui/Segmented.tsx'
import { Buttons, Fields, Overlays, Tabbing } from './Controls.tsx'
import { Colours, Money, Numbers, Type } from './Foundations.tsx'
import { Marks } from './Marks.tsx'
import { PageStates } from './PageStates.tsx'
import { Figures, Rows } from './Rows.tsx'
import { Toasts } from './Toasts.tsx'
import { AmountLegs, MainButtons, Previews } from './Trading.tsx'

const choices = {
  colours: ['harbour', 'high-separation', 'classic', 'red-up'],
  density: ['comfortable', 'compact'],
  motion: ['system', 'reduced'],
} as const

/**
 * The design sheet: every token, control and state, dark and light side by side. `?colours=classic&density=compact`
 * chooses a look.
 */
export function Sheet() {
  return (
    <main className="sheet-page">
      <h1 className="visually-hidden">Tern design sheet</h1>
      <div className="sheet-choices">
        {(['colours', 'density', 'motion'] as const).map(name => (
          <Choice key={name} name={name} />
        ))}
      </div>
      <div className="sheet">
        <section data-theme="dark" aria-label="Dark theme">
          <h2 className="sheet-title">Dark</h2>
          <Everything />
        </section>
        <section data-theme="light" aria-label="Light theme">
          <h2 className="sheet-title">Light</h2>
          <Everything />
        </section>
      </div>
    </main>
  )
}

function Choice({ name }: { name: keyof typeof choices }) {
  const asked = new URLSearchParams(location.search).get(name)
  const options: readonly string[] = choices[name]
  const [chosen, choose] = useState(options.find(option => option === asked) ?? choices[name][0])
  useEffect(() => {
    document.documentElement.dataset[name] = chosen
  }, [name, chosen])
  return (
    <Segmented
      label={name}
      options={options.map(option => ({ name: option, label: option }))}
      chosen={chosen}
      onChoose={choose}
    />
  )
}

function Everything() {
  return (
    <>
      <Colours />
      <Type />
      <Numbers />
      <Money />
      <Marks />
      <Buttons />
      <Fields />
      <Tabbing />
      <Overlays />
      <Rows />
      <Figures />
      <AmountLegs />
      <Previews />
      <MainButtons />
      <Toasts />
      <PageStates />
    </>
  )
}
