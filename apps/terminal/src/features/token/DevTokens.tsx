import { useQuery } from '@tanstack/react-query'
import { devTokensQuery } from '../../data/market/devTokens.ts'
import { type Listing, worthLamports } from '../../data/market/listing.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import { endLabels } from '../../text/curveText.ts'
import { Age } from '../../ui/Age.tsx'
import { Percent, Sol } from '../../ui/Amount.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { progressText } from '../../ui/Progress.tsx'
import { TokenLink } from '../../ui/TokenLink.tsx'
import { NotRead, ReadBefore } from './NotRead.tsx'

/** The other tokens of this token's creator, among those that the server lists. */
export function DevTokens({ token }: { token: TokenDetail }) {
  const read = useQuery(devTokensQuery(token.mint))
  if (read.data === undefined) return <NotRead what="dev’s tokens" read={read} />
  const { creator, tokens } = read.data
  if (creator === null)
    return (
      <p className="dock-note soft cell">
        Creator unknown: neither the launch nor the pool of {token.symbol} names one.
      </p>
    )
  if (tokens.length === 0)
    return (
      <p className="dock-note soft cell">
        No other tokens by the creator of {token.symbol} are listed here. They may use other wallets.
      </p>
    )
  return (
    <table className={`table dock-rows holder-table${read.error === null ? '' : ' stale'}`}>
      <caption className="visually-hidden">
        {tokens.length === 1 ? '1 other token' : `${tokens.length} other tokens`} by the creator of {token.symbol}
      </caption>
      <thead>
        <tr>
          <th scope="col">Token</th>
          <th scope="col" className="desk-only">
            Stage
          </th>
          <th scope="col">Market cap SOL</th>
          <th scope="col" className="desk-only">
            Volume 24h SOL
          </th>
          <th scope="col" className="desk-only">
            24h
          </th>
          <th scope="col">Age</th>
        </tr>
      </thead>
      <tbody>
        {tokens.map(one => (
          <Row key={one.mint} listing={one} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={6} className="faint cell">
            Only tokens that this server lists: recently launched, traded or viewed.
            <ReadBefore read={read} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function Row({ listing }: { listing: Listing }) {
  const { mint, symbol, picture, supply, price, volume24hLamports, change24hBps, createdAtSeconds } = listing
  return (
    <tr>
      <td>
        <TokenLink mint={mint} className="name">
          <Picture source={picture} symbol={symbol} size={20} />
          <b>{symbol}</b>
        </TokenLink>
        <div className="caption phone-only">{placeText(listing)}</div>
      </td>
      <td className="desk-only">{placeText(listing)}</td>
      <td>
        <Sol lamports={worthLamports(supply, price, listing)} digits="compact" />
      </td>
      <td className="desk-only">
        <Sol lamports={volume24hLamports} digits="compact" />
      </td>
      <td className="desk-only">
        <Percent bps={change24hBps} />
      </td>
      <td>
        <Age since={createdAtSeconds} />
      </td>
    </tr>
  )
}

/** The progress on the curve, the curve's end, or the pool's protocol. */
function placeText({ curve, protocol }: Listing): string {
  if (curve === null) return `Pool, ${protocol}`
  return curve.stage === 'trading' ? `Curve ${progressText(curve.progressPpm)}` : endLabels[curve.stage]
}
