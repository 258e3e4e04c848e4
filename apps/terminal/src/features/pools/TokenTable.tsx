import type { ReactNode } from 'react'
import type { Side } from '../../data/liquidity/pair.ts'
import type { SwapToken } from '../../data/swap/swapTokens.ts'
import { Picture } from '../../ui/Picture.tsx'
import type { PoolTokens } from './useAdd.ts'

interface TokenTableProps {
  readonly tokens: PoolTokens
  readonly order: readonly [Side, Side]
  /** The columns after the token's name. */
  readonly columns: readonly { readonly title: string; readonly cell: (side: Side, token: SwapToken) => ReactNode }[]
}

/** A table with a row for each token of a pool. */
export function TokenTable({ tokens, order, columns }: TokenTableProps) {
  return (
    <table className="table pool-amounts">
      <thead>
        <tr>
          <th scope="col">Token</th>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {order.map(side => {
          const token = tokens[side]
          return (
            <tr key={token.mint}>
              <td>
                <span className="name">
                  <Picture source={token.picture} symbol={token.symbol} size={20} /> <b>{token.symbol}</b>
                </span>
              </td>
              {columns.map(({ title, cell }) => (
                <td key={title}>{cell(side, token)}</td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
