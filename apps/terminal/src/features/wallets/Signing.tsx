import type { ListedWallet } from '@tern/custody'
import { useStore } from '../../data/store.ts'
import { useNow } from '../../data/useNow.ts'
import { msUntilLock } from '../../data/wallets/autoLock.ts'
import { session } from '../../data/wallets/session.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Fact } from './Facts.tsx'

interface WhoCanSignProps {
  readonly wallet: ListedWallet
  readonly hasRecoveryCode: boolean
  readonly passkeys: number
}

/** Who can sign for the chosen wallet, and who cannot. */
export function WhoCanSign({ wallet, hasRecoveryCode, passkeys }: WhoCanSignProps) {
  const { status } = useStore(session)
  return (
    <section className="card" aria-labelledby="who-signs">
      <header>
        <h2 id="who-signs">Who can sign for {wallet.label}</h2>
        <span className="spacer" />
        <span className="cell faint desk-only">key made {dayText(wallet.createdAt)}</span>
      </header>
      <ul className="facts">
        <Fact
          sign="yes"
          title="You, on this device, while unlocked"
          end={status === 'unlocked' ? <TimeLeft /> : <Chip size="small">locked</Chip>}
        >
          The key sits in a vault on a site of its own, which checks every transaction. This page cannot read it.
        </Fact>
        <Fact sign="no" title="Not this server">
          It stores the encrypted key only. It has no passphrase and no recovery code.
        </Fact>
        <Fact sign="no" title="Not those who pass transactions on">
          They receive what is signed and can only pass it on or not.
        </Fact>
        <Fact sign="caution" title="Anyone with your file and passphrase">
          They open every wallet in this account.
        </Fact>
        {hasRecoveryCode ? (
          <Fact sign="caution" title="Anyone with your file and recovery code">
            It opens every wallet in this account, like the passphrase.
          </Fact>
        ) : null}
        {passkeys === 0 ? null : (
          <Fact sign="caution" title="Anyone with your file and a device that has a passkey">
            If they have its PIN, or it knows their finger or face.
          </Fact>
        )}
      </ul>
    </section>
  )
}

function TimeLeft() {
  const minutes = Math.ceil(msUntilLock(useNow() * 1000) / 60_000)
  return <span className="ok strong cell nowrap">{Math.max(1, minutes)} min left</span>
}

/** Seconds since 1970 as `2 Nov 2026`. */
function dayText(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}

/** What the signer refuses whoever asks. */
export function SignerLimits() {
  return (
    <section className="card" aria-labelledby="limits">
      <header>
        <h2 id="limits">Signer limits</h2>
        <span className="spacer" />
        <Chip size="small">cannot be turned off</Chip>
      </header>
      <ul className="facts">
        <Fact sign="lock" title="Withdrawals">
          Always shown in full as the signer reads them, and confirmed by hand with the passphrase.
        </Fact>
        <Fact sign="bolt" title="Trades">
          Signed while unlocked, if they take no more and bring no less than was shown.
        </Fact>
        <Fact sign="clock" title="Priority fee">
          At most 1 SOL for a trade and 0.01 SOL for a withdrawal.
        </Fact>
        <Fact sign="no" title="Anything else">
          No approvals for others, no change of authority, no program that is not known.
        </Fact>
      </ul>
    </section>
  )
}
