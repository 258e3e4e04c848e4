import { useQuery } from '@tanstack/react-query'
import type { HolderRow } from '@tern/server/appRouter'
import { holdersQuery } from '../../data/market/holders.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import { useStore } from '../../data/store.ts'
import { session } from '../../data/wallets/session.ts'
import { percentOf } from '../../text/numberText.ts'
import { Address } from '../../ui/Address.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { NotRead, ReadBefore } from './NotRead.tsx'

/** The largest holders on the chain. The pool, the creator and the own wallet are labelled. */
export function Holders({ token }: { token: TokenDetail }) {
  const read = useQuery(holdersQuery(token.mint))
  const current = useStore(session)
  const own = 'address' in current ? current.address : undefined
  if (read.data === undefined) return <NotRead what="holders" read={read} />
  const holders = read.data
  if (holders === null) return <p className="dock-note soft cell">This server’s node cannot list holders.</p>
  const [first] = holders
  if (first === undefined) return <p className="dock-note soft cell">No holders.</p>
  return (
    <table className={`table dock-rows holder-table${read.error === null ? '' : ' stale'}`}>
      <caption className="visually-hidden">
        The {holders.length === 1 ? 'largest account' : `${holders.length} largest accounts`} of {token.symbol}
      </caption>
      <thead>
        <tr>
          <th scope="col">Holder</th>
          <th scope="col">{token.symbol}</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {holders.map(row => (
          <tr key={row.account}>
            <td>
              <Who row={row} isOwn={row.owner === own} />
            </td>
            <td>
              <Amount raw={BigInt(row.amount)} of={token} digits="compact" />
            </td>
            <td>{shareText(row.sharePpm)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={3} className="faint cell">
            Largest {holders.length === 1 ? 'account' : `${holders.length} accounts`} at slot {first.slot}. One person
            may have several.
            <ReadBefore read={read} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

const names = { pool: 'Pool', creator: 'Dev', holder: undefined } as const

function Who({ row: { account, owner, standing }, isOwn }: { row: HolderRow; isOwn: boolean }) {
  const name = isOwn ? 'You' : names[standing]
  return (
    <span className="holder">
      <Address value={owner ?? account} kind={owner === null ? 'account' : 'wallet'} of={name ?? 'a holder'} />
      {name === undefined ? null : (
        <Chip kind={isOwn ? 'here' : 'fact'} size="small">
          {name}
        </Chip>
      )}
    </span>
  )
}

/** A share below 0.1 % must not read as zero. */
const shareText = (ppm: number) => (ppm > 0 && ppm < 1_000 ? '< 0.1%' : `${percentOf(ppm)}%`)
