import { keepPracticeWallet, restoreByPhrase, restoreFromFile } from '../../data/wallets/wallets.ts'
import { Button } from '../../ui/Button.tsx'
import { Fact } from './Facts.tsx'

/** Explains the practice wallet, and how to keep it as a full wallet. */
export function PracticeCard() {
  return (
    <section className="card" aria-labelledby="practice-wallet">
      <header>
        <h2 id="practice-wallet">Practice wallet</h2>
        <span className="spacer" />
        <Button size="small" look="paper" onClick={() => void keepPracticeWallet()}>
          Keep this wallet
        </Button>
      </header>
      <ul className="facts">
        <Fact sign="yes" title="Nothing to remember">
          It opens by itself in this browser, and works on this practice chain only.
        </Fact>
        <Fact sign="caution" title="Only this browser has it">
          Clearing browser data deletes it. Keep it to add a passphrase and a recovery phrase.
        </Fact>
        <Fact
          sign="key"
          title="Have a recovery phrase?"
          end={
            <Button size="small" look="quiet" onClick={() => void restoreByPhrase()} aria-label="Use a recovery phrase">
              Use it
            </Button>
          }
        >
          Its wallets replace this one.
        </Fact>
        <Fact
          sign="upload"
          title="Have a wallet file?"
          end={
            <Button size="small" look="quiet" onClick={() => void restoreFromFile()} aria-label="Restore from file">
              Restore
            </Button>
          }
        >
          Its wallets replace this one.
        </Fact>
      </ul>
    </section>
  )
}
