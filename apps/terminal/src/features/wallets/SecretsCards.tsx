import type { ListedPasskey, ListedWallet } from '@tern/custody'
import { useStore } from '../../data/store.ts'
import { useTask } from '../../data/useTask.ts'
import { downloadedWallets } from '../../data/wallets/walletFile.ts'
import {
  addPasskey,
  changePassphrase,
  downloadWallets,
  getPhrase,
  importWallets,
  removePasskey,
  replaceRecoveryCode,
  revealPhrase,
  signOutOthers,
} from '../../data/wallets/wallets.ts'
import { dayText } from '../../text/timeText.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Fact } from './Facts.tsx'

interface UnlockMethodsProps {
  readonly hasRecoveryCode: boolean
  readonly hasPhrase: boolean
  readonly passkeys: readonly ListedPasskey[]
}

/** The ways to unlock the wallets. */
export function UnlockMethods({ hasRecoveryCode, hasPhrase, passkeys }: UnlockMethodsProps) {
  return (
    <section className="card" aria-labelledby="methods">
      <header>
        <h2 id="methods">Unlock methods</h2>
        <span className="spacer" />
        <Button size="small" onClick={() => void addPasskey()}>
          <Icon name="add" size="small" />
          Add a passkey
        </Button>
      </header>
      <ul className="facts">
        {passkeys.map(passkey => (
          <PasskeyFact key={passkey.id} passkey={passkey} />
        ))}
        {passkeys.length > 0 ? null : (
          <Fact sign="bolt" title="Passkey">
            None yet. Unlock with your device’s fingerprint, face or PIN.
          </Fact>
        )}
        <Fact
          sign="lock"
          title="Passphrase"
          end={
            <Button look="quiet" size="small" onClick={() => void changePassphrase()} aria-label="Change passphrase">
              Change
            </Button>
          }
        >
          Slow to guess: each try takes a browser about a second.
        </Fact>
        {hasPhrase ? (
          <Fact
            sign="key"
            title="Recovery phrase"
            end={
              <Button look="quiet" size="small" onClick={() => void revealPhrase()} aria-label="Show recovery phrase">
                Show
              </Button>
            }
          >
            Restores your wallets here or in Phantom and Solflare. Imported wallets need the file.
          </Fact>
        ) : (
          <>
            <Fact
              sign="key"
              title="Recovery code"
              end={
                <Button
                  look="quiet"
                  size="small"
                  onClick={() => void replaceRecoveryCode()}
                  aria-label={hasRecoveryCode ? 'Replace recovery code' : 'Make a recovery code'}
                >
                  {hasRecoveryCode ? 'Replace' : 'Make one'}
                </Button>
              }
            >
              {hasRecoveryCode
                ? '40 characters, on paper.'
                : 'None yet: if you forget the passphrase, you lose the wallets.'}
            </Fact>
            <Fact
              sign="caution"
              title="No recovery phrase"
              end={
                <Button look="quiet" size="small" onClick={() => void getPhrase()} aria-label="Get a recovery phrase">
                  Get one
                </Button>
              }
            >
              The code needs your wallet file; a phrase does not. Get a phrase with a new wallet, and move everything
              there.
            </Fact>
          </>
        )}
      </ul>
    </section>
  )
}

function PasskeyFact({ passkey: { id, label, addedAt } }: { passkey: ListedPasskey }) {
  const title = label === undefined ? 'Passkey' : `Passkey, ${label}`
  return (
    <Fact
      sign="bolt"
      title={title}
      end={
        <Button look="quiet" size="small" onClick={() => void removePasskey(id)} aria-label={`Remove ${title}`}>
          Remove
        </Button>
      }
    >
      {addedAt === undefined
        ? 'For this vault only.'
        : `Added ${dayText(new Date(addedAt * 1000))}, for this vault only.`}
    </Fact>
  )
}

interface WalletFileProps {
  readonly wallets: readonly ListedWallet[]
  readonly hasPhrase: boolean
  /** Runs `goOn` once the wallets are unlocked. */
  readonly whenOpen: (goOn: () => void) => Promise<void>
}

/** The encrypted wallet file: downloads, imports, and a warning for wallets that no downloaded file holds. */
export function WalletFile({ wallets, hasPhrase, whenOpen }: WalletFileProps) {
  const downloaded = useStore(downloadedWallets)
  const task = useTask()
  const missing = wallets.filter(({ address }) => !downloaded.includes(address))
  return (
    <section className="card" aria-labelledby="backup">
      <header>
        <h2 id="backup">Wallet file</h2>
        <span className="spacer" />
        <Button size="small" onClick={() => void importWallets()}>
          <Icon name="upload" size="small" />
          Add from file
        </Button>
        <Button size="small" onClick={() => void downloadWallets(wallets.map(({ address }) => address))}>
          <Icon name="download" size="small" />
          Download wallet file
        </Button>
      </header>
      {missing.length === 0 ? null : (
        <p className="note card-note">
          {missing.length === wallets.length ? (
            <>
              <b>Not downloaded in this browser yet.</b> Your encrypted keys are in this browser and on this server, and
              only this browser can fetch them. Without the file, clearing this browser’s data loses{' '}
              {hasPhrase ? 'the wallets that your phrase does not restore.' : 'the wallets.'}
            </>
          ) : (
            <>
              <b>{missing.map(({ label }) => label).join(', ')} came after your last download.</b> Download the file
              again.
            </>
          )}
        </p>
      )}
      <p className="hint card-hint">
        All your keys, encrypted. With the passphrase or the recovery {hasPhrase ? 'phrase' : 'code'}, the file restores
        them on any Tern. Each browser that restores it has its own copy: changes in one do not reach the other.
      </p>
      <ul className="facts">
        <Fact
          sign="lock"
          title="Other browsers"
          end={
            <Button
              look="quiet"
              size="small"
              blocked={task.isRunning}
              onClick={() => void whenOpen(() => void task.run(signOutOthers))}
            >
              Sign out other browsers
            </Button>
          }
        >
          {task.failure ??
            'Anyone with this browser’s cookie can fetch the encrypted file until you sign out other browsers.'}
        </Fact>
      </ul>
    </section>
  )
}
