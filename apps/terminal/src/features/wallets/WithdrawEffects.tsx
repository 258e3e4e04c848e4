import type { WithdrawPlan } from '@tern/client'
import type { Withdrawal } from '@tern/custody'
import type { ReactNode } from 'react'
import { fractionNeeded } from '../../text/numberText.ts'
import { FullAddress } from '../../ui/Address.tsx'
import { Amount, Sol } from '../../ui/Amount.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { MoneyMark } from '../../ui/MoneyMark.tsx'
import { hasSentTo } from './sentTo.ts'
import type { Asset } from './useWithdrawal.ts'

interface EffectsProps {
  /** As the signer reads it. */
  readonly shown: Withdrawal
  readonly plan: WithdrawPlan
  readonly asset: Asset
  /** The wallet's name. */
  readonly label: string
  readonly typedRecipient: string
}

/** What a withdrawal does: to whom, what leaves, what arrives, every digit of it. */
export function Effects({ shown, plan, asset, label, typedRecipient }: EffectsProps) {
  const isSol = shown.mint === null
  const rent = shown.opensAccount ? (plan.opens?.lamports ?? 0n) : 0n
  const lamports = [shown.networkFeeLamports, rent, plan.leftLamports, ...(isSol ? [shown.amount] : [])]
  const digits = { fraction: fractionNeeded(lamports, 9, 5) }
  const whole = { fraction: fractionNeeded([shown.amount, shown.received], shown.decimals, isSol ? 5 : 0) }
  const moved = (raw: bigint) => (
    <Amount raw={raw} decimals={shown.decimals} digits={isSol ? digits : whole} unit={asset.symbol} sign="shown" />
  )
  return (
    <>
      <div className="withdraw-total">
        <p className="total">
          <Amount raw={shown.amount} decimals={shown.decimals} digits={whole} unit={asset.symbol} />
        </p>
        <span className="spacer" />
        <MoneyMark />
      </div>
      <div className="field">
        <p className="field-label">
          To
          {hasSentTo(shown.recipient) ? null : <span className="warn">! never sent here before</span>}
        </p>
        <FullAddress address={shown.recipient} />
      </div>
      <div className="field">
        <p className="field-label">What this transaction does, read from its bytes</p>
        <ul className="effects">
          <Effect what={`${label} pays`}>{moved(-shown.amount)}</Effect>
          <Effect what="The address above receives">{moved(shown.received)}</Effect>
          {rent === 0n ? null : (
            <Effect what="Rent of the account that is opened for it">
              <Sol lamports={-rent} digits={digits} unit="SOL" sign="shown" />
            </Effect>
          )}
          <Effect what="Network fee">
            <Sol lamports={-shown.networkFeeLamports} digits={digits} unit="SOL" sign="shown" />
          </Effect>
          <Effect what={`Left in ${label}`}>
            {isSol ? null : (
              <>
                <Amount raw={plan.left} decimals={shown.decimals} digits="whole" unit={asset.symbol} />
                {', '}
              </>
            )}
            <Sol lamports={plan.leftLamports} digits={digits} unit="SOL" />
          </Effect>
        </ul>
      </div>
      <div className="withdraw-checks">
        <Chip kind="passed" size="small">
          1 transfer, nothing else
        </Chip>
        <Chip kind="passed" size="small">
          no new permissions
        </Chip>
        {shown.recipient === typedRecipient ? (
          <Chip kind="passed" size="small">
            address matches what you typed
          </Chip>
        ) : (
          <Chip kind="danger" size="small">
            not the address that you typed
          </Chip>
        )}
      </div>
    </>
  )
}

function Effect({ what, children }: { what: string; children: ReactNode }) {
  return (
    <li>
      <span>{what}</span>
      <b>{children}</b>
    </li>
  )
}
