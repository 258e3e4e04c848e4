import type { KeptReason, PlannedReclaim } from '@tern/client'
import type { Address, Owner } from '@tern/core'
import { useEffect, useRef, useState } from 'react'
import { feed } from '../../data/market/liveTrades.ts'
import { useTokens } from '../../data/market/useTokens.ts'
import { useStore } from '../../data/store.ts'
import { openerOf, session, unlockDialog } from '../../data/wallets/session.ts'
import { shortAddress } from '../../text/shortAddress.ts'
import { leadOf } from '../../text/tradeSteps.ts'
import { Address as AddressLine } from '../../ui/Address.tsx'
import { Sol } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { UnrealLine } from '../../ui/MoneyMark.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { useReclaim } from './useReclaim.ts'

interface ReclaimProps {
  readonly address: Address
  readonly name: string
  /** Unset while the wallet is locked. */
  readonly owner: Owner | undefined
}

/** Lists the empty token accounts and closes them to get their rent back. Absent without such accounts. */
export function ReclaimRent({ address, name, owner }: ReclaimProps) {
  const { planned, error, retry, isSending, isUnknown, send } = useReclaim(address, owner)
  const [isOpen, setOpen] = useState(false)
  useKeptFocus(planned !== undefined && planned.accounts.length + planned.kept.length > 0)
  // If the server is away, the banner says so.
  const isAway = useStore(feed).state === 'down'
  if (planned === undefined && error !== null && !isAway)
    return <Unread what="Could not check for empty accounts" error={error} onRetry={retry} />
  if (planned === undefined || planned.accounts.length + planned.kept.length === 0) return null
  const { accounts, lamports, networkFee, plan, reasons } = planned
  const transactions = plan?.messages.length ?? 0
  return (
    <section className="card" aria-label="Reclaim rent">
      <div className="reclaim">
        <div className="reclaim-words">
          <h2>
            {accounts.length === 0 ? (
              `${countText(planned.kept.length)} cannot be closed`
            ) : (
              <>
                {countText(accounts.length)} {accounts.length === 1 ? 'holds' : 'hold'}{' '}
                <Sol lamports={lamports} digits="whole" unit="SOL" /> of rent
              </>
            )}
          </h2>
          <p className="hint">
            {accounts.length === 0 ? (
              'Their rent cannot be reclaimed now. The list shows why.'
            ) : (
              <>
                Rent is the chain’s deposit for an account. Closing {accounts.length === 1 ? 'it' : 'them'} returns it
                to {name}. {transactions} {transactions === 1 ? 'transaction' : 'transactions'},{' '}
                <Sol lamports={networkFee} digits="whole" unit="SOL" /> in fees. Frozen and non-empty accounts stay
                open.
              </>
            )}
          </p>
        </div>
        <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide accounts' : 'Show accounts'}
        </Button>
        {accounts.length === 0 ? null : (
          <div className="reclaim-action">
            {isUnknown ? (
              <Button look="paper" blocked>
                Waiting for the last transaction
              </Button>
            ) : isSending ? (
              <Button look="paper" blocked>
                <Ring />
                Closing…
              </Button>
            ) : owner === undefined ? (
              <Button look="paper" onClick={() => unlockDialog.set('open')}>
                {openerOf(session.get()).label} to reclaim
              </Button>
            ) : reasons[0] !== undefined ? (
              <Button look="paper" blocked title={reasons[0].text}>
                {leadOf(reasons[0].text)}
              </Button>
            ) : (
              <Button look="paper" onClick={() => void send?.()}>
                <span>
                  Reclaim <Sol lamports={lamports - networkFee} digits="whole" unit="SOL" />
                </span>
              </Button>
            )}
            <UnrealLine />
          </div>
        )}
      </div>
      {isOpen ? <Accounts planned={planned} /> : null}
    </section>
  )
}

/** With the last account, the pressed button disappears; the focus moves to the page's heading. */
function useKeptFocus(isThere: boolean) {
  const wasThere = useRef(false)
  useEffect(() => {
    if (wasThere.current && !isThere && document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    wasThere.current = isThere
  }, [isThere])
}

const countText = (count: number) => `${count} empty ${count === 1 ? 'account' : 'accounts'}`

const reasonTexts: Readonly<Record<KeptReason, string>> = {
  frozen: 'frozen by the token’s issuer',
  withheldFees: 'holds uncollected transfer fees',
  confidential: 'may hold a confidential balance',
  otherCloseAuthority: 'only another address may close it',
  unknownExtension: 'has an unknown extension',
}

function Accounts({ planned: { accounts, kept } }: { planned: PlannedReclaim }) {
  const all = [...accounts.map(account => ({ ...account, why: undefined })), ...kept]
  const { listings } = useTokens([...new Set(all.map(({ mint }) => mint))])
  return (
    <div className="table-scroll">
      <table className="table reclaim-accounts">
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col" className="left">
              Address
            </th>
            <th scope="col">Rent SOL</th>
            <th scope="col" className="left desk-only">
              Closing
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map(({ address, mint, lamports, why }) => (
            <tr key={address}>
              <td>
                <b className="strong">{listings.get(mint)?.symbol ?? shortAddress(mint)}</b>
                {why === undefined ? null : <div className="caption phone-only">{reasonTexts[why]}</div>}
              </td>
              <td className="left">
                <AddressLine value={address} kind="account" of={listings.get(mint)?.symbol ?? mint.slice(0, 4)} />
              </td>
              <td>
                <Sol lamports={lamports} digits="whole" />
              </td>
              <td className="left desk-only">
                {why === undefined ? 'returns rent' : <span className="faint">Stays open: {reasonTexts[why]}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
