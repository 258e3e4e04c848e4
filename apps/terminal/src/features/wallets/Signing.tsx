import type { SignerLimits as Limits, ListedWallet } from '@tern/custody'
import { useStore } from '../../data/store.ts'
import { useNow } from '../../data/useNow.ts'
import { msUntilLock } from '../../data/wallets/autoLock.ts'
import type { ExternalWallet } from '../../data/wallets/external.ts'
import { session } from '../../data/wallets/session.ts'
import { signedLamports } from '../../data/wallets/vault.ts'
import { dayText } from '../../text/timeText.ts'
import { Sol } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Fact } from './Facts.tsx'

interface WhoCanSignProps {
  readonly wallet: ListedWallet
  readonly hasRecoveryCode: boolean
  readonly hasPhrase: boolean
  readonly hasPasskeys: boolean
}

/** Explains how the chosen wallet signs. */
export function WhoCanSign({ wallet, hasRecoveryCode, hasPhrase, hasPasskeys }: WhoCanSignProps) {
  const { status } = useStore(session)
  return (
    <section className="card" aria-labelledby="who-signs">
      <header>
        <h2 id="who-signs">Who can sign for {wallet.label}</h2>
        <span className="spacer" />
        <span className="cell faint desk-only">key made {dayText(new Date(wallet.createdAt * 1000))}</span>
      </header>
      <ul className="facts">
        <Fact
          sign="yes"
          title="You, on this device, while unlocked"
          end={status === 'unlocked' ? <TimeLeft /> : <Chip size="small">locked</Chip>}
        >
          The key sits in a separate vault that checks every transaction. This page cannot read it.
        </Fact>
        <Fact sign="no" title="Not this server">
          It stores the encrypted key only. It has no passphrase and no recovery phrase.
        </Fact>
        <Fact sign="no" title="Not the submission providers">
          They receive signed transactions, which they can only forward or withhold.
        </Fact>
        <Fact sign="caution" title="Anyone with your file and passphrase">
          They can open every wallet in this account.
        </Fact>
        {hasPhrase ? (
          <Fact sign="caution" title="Anyone with your recovery phrase">
            The words alone open every wallet made from them. With your file, they open all wallets.
          </Fact>
        ) : null}
        {hasRecoveryCode ? (
          <Fact sign="caution" title="Anyone with your file and recovery code">
            They can open every wallet in this account.
          </Fact>
        ) : null}
        {hasPasskeys ? (
          <Fact sign="caution" title="Anyone with your file and a device that has a passkey">
            Only if they know its PIN, or it accepts their fingerprint or face.
          </Fact>
        ) : null}
      </ul>
    </section>
  )
}

/** Explains how a wallet in another program signs. */
export function WhoSignsElsewhere({ wallet }: { wallet: ExternalWallet }) {
  const { label, owner } = wallet
  return (
    <section className="card" aria-labelledby="who-signs">
      <header>
        <h2 id="who-signs">Who can sign for {label}</h2>
      </header>
      <ul className="facts">
        <Fact sign="yes" title={`You, in ${label}`} end={owner ? null : <Chip size="small">not connected</Chip>}>
          It shows each transaction and asks. Tern sends it only if it is exactly what you asked for.
        </Fact>
        <Fact sign="no" title="Not this page, and not this server">
          The key never leaves {label}.
        </Fact>
        <Fact sign="caution" title="No Tern limits">
          Signer limits, auto-lock, withdrawals and nonce accounts apply to wallets kept in Tern.
        </Fact>
      </ul>
    </section>
  )
}

function TimeLeft() {
  const minutes = Math.ceil(msUntilLock(useNow() * 1000) / 60_000)
  return <span className="ok strong cell nowrap">{Math.max(1, minutes)} min left</span>
}

interface SignerLimitsProps {
  /** A practice wallet has no passphrase, so the signer shows the transaction and asks for a confirmation. */
  readonly isPractice: boolean
  readonly limits: Limits
  /** Opens the form, after an unlock if needed. */
  readonly onChange: () => void
}

/** The signer's limits: when it signs without asking, and what it always refuses. */
export function SignerLimits({ limits, isPractice, onChange }: SignerLimitsProps) {
  const signed = useStore(signedLamports)
  return (
    <section className="card" aria-labelledby="limits">
      <header>
        <h2 id="limits">Signer limits</h2>
        <span className="spacer" />
        <Button look="quiet" size="small" onClick={onChange} aria-label="Change signer limits">
          Change
        </Button>
      </header>
      <ul className="facts">
        <Fact sign="lock" title="Withdrawals" end={<Chip size="small">always asks</Chip>}>
          Always shown in full by the signer and confirmed by hand{isPractice ? '.' : ', with the passphrase.'}
        </Fact>
        <Fact sign="bolt" title="One trade without asking" end={<Most lamports={limits.trade} />}>
          Max SOL a trade may take, fees and slippage included. Above it, the signer shows the trade and asks
          {isPractice ? ' you.' : ' for the passphrase.'}
        </Fact>
        <Fact sign="clock" title="All trades until the next lock" end={<Most lamports={limits.untilLock} />}>
          {signed === 0n ? (
            `After this the signer asks ${isPractice ? 'you' : 'for the passphrase'} again.`
          ) : (
            <>
              <Sol lamports={signed} digits={{ fraction: 3 }} unit="SOL" /> signed since it last asked.
            </>
          )}
        </Fact>
        <Fact sign="caution" title="Sales">
          A sale counts as the value of its tokens minus the minimum SOL it returns. Without a known price, the signer
          always asks.
        </Fact>
        <Fact sign="caution" title="Deposits and new pools" end={<Chip size="small">always asks</Chip>}>
          The signer shows the pool and the amounts.
        </Fact>
        <Fact sign="no" title="Anything else" end={<Chip size="small">never</Chip>}>
          No trade beyond what was shown, no approvals for others, no change of authority, no unknown program. Priority
          fees and tips are at most 1 SOL each.
        </Fact>
      </ul>
    </section>
  )
}

function Most({ lamports }: { lamports: bigint | undefined }) {
  return (
    <span className="strong cell nowrap">
      {lamports === undefined ? 'any amount' : <Sol lamports={lamports} digits="whole" unit="SOL" />}
    </span>
  )
}
