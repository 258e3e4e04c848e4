import type { AutoLock } from '@tern/custody'
import { useStore } from '../../data/store.ts'
import { autoLock, changeAutoLock } from '../../data/wallets/autoLock.ts'
import { vault } from '../../data/wallets/vault.ts'
import { Button } from '../../ui/Button.tsx'
import { Check } from '../../ui/Check.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Segmented } from '../../ui/Segmented.tsx'

const choices: readonly { readonly name: `${AutoLock['minutes']}`; readonly label: string }[] = [
  { name: '5', label: '5 min' },
  { name: '15', label: '15 min' },
  { name: '30', label: '30 min' },
  { name: '60', label: '1 h' },
]

/** When the wallets lock by themselves, and the button that locks now. */
export function AutoLockCard({ isOpen, onUnlock }: { isOpen: boolean; onUnlock: () => void }) {
  const { minutes, whenHidden } = useStore(autoLock)
  return (
    <section className="card" aria-labelledby="auto-lock">
      <header>
        <h2 id="auto-lock">Auto-lock</h2>
        <span className="spacer" />
        {isOpen ? (
          <Button size="small" onClick={() => void vault().then(known => known.lock())}>
            <Icon name="lock" size="small" />
            Lock now
          </Button>
        ) : (
          <Button size="small" look="paper" onClick={onUnlock}>
            Unlock
          </Button>
        )}
      </header>
      <div className="card-body auto-lock">
        <div className="field">
          <span className="field-label">Lock after no activity for</span>
          <Segmented
            label="Lock after no activity for"
            options={choices}
            chosen={`${minutes}`}
            onChoose={name => changeAutoLock({ minutes: Number(name) as AutoLock['minutes'] })}
          />
        </div>
        <Check kind="switch" checked={whenHidden} onChange={next => changeAutoLock({ whenHidden: next })}>
          Lock after 5 min without a visible Tern tab
        </Check>
        <p className="hint">
          Closing the last Tern tab locks after 15 s. Some browsers lock at once, also when you reload it. Locking or
          reloading disarms Instant.
        </p>
      </div>
    </section>
  )
}
