import { Link } from '@tanstack/react-router'
import type { KeyAction } from '../data/keys/keyActions.ts'
import { keyGroups, keyTexts } from '../data/keys/keyTexts.ts'
import { useSettings } from '../data/settings/settings.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Keys } from '../ui/Keys.tsx'
import './keySheet.css'
import { overlay } from './overlay.ts'

const close = () => overlay.set('none')

/** Lists every key and its action, as currently set. */
export function KeySheet() {
  return (
    <Dialog title="Keys" onClose={close}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <section className="dialog-body key-sheet" tabIndex={0} aria-label="Keys and their actions">
        <div className="key-groups">
          {keyGroups.map(({ scope, title, actions }) => (
            <div key={scope}>
              <h3>{title}</h3>
              <GroupKeys actions={actions} />
            </div>
          ))}
        </div>
        <p className="hint">
          Keys are off while you type; <Keys text="Escape" /> leaves the field. <Keys text="Tab" /> moves on, and{' '}
          <Keys text="Enter" /> opens the focused item. <Keys text="Ctrl" /> <Keys text="K" /> or <Keys text="⌘" />{' '}
          <Keys text="K" /> searches from anywhere.
        </p>
      </section>
      <div className="dialog-foot">
        <Button onClick={close}>Close</Button>
        <Link to="/settings" hash="keys" className={buttonClass({ look: 'paper' })} onClick={close}>
          Change keys
        </Link>
      </div>
    </Dialog>
  )
}

function GroupKeys({ actions }: { actions: readonly KeyAction[] }) {
  const { keys } = useSettings()
  return (
    <dl>
      {actions.map(name => (
        <div key={name}>
          <dt>{keyTexts[name]}</dt>
          <dd>{keys[name] === '' ? <span className="faint">off</span> : <Keys text={keys[name]} />}</dd>
        </div>
      ))}
    </dl>
  )
}
