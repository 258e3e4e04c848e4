import type { Address } from '@tern/core'
import type { MintOf } from '../readEvents.ts'
import type { RouteInstruction } from '../readInstruction.ts'
import { hopsOf } from './readInstruction.ts'
import { multiHopSwapLayout } from './tradeInstructions.ts'

/**
 * What a `multi_hop_swap` asks for; `undefined` for another instruction. All of its hops buy, or all sell: two tell by the mint that
 * they share, one by that of the account that pays (pump-public-docs, docs/instructions/MULTI_HOP_SWAP.md).
 */
export function readRoute(
  accounts: readonly Address[],
  data: Uint8Array,
  mintOf: MintOf,
): RouteInstruction | undefined {
  const hops = hopsOf(accounts, data)
  const [first, second] = hops
  const last = hops.at(-1)
  if (first === undefined || last === undefined) return undefined
  const [owner, tokenAccountIn, tokenAccountOut] = accounts as readonly [Address, Address, Address, ...Address[]]
  const isBuy = second === undefined ? mintOf(tokenAccountIn) === first.quote : first.base === second.quote
  const isSale = second === undefined ? mintOf(tokenAccountIn) === first.base : first.quote === second.base
  if (isBuy === isSale) return undefined
  const { amount_in, min_amount_out } = multiHopSwapLayout.decode(data, 'atLeast')
  const [mintIn, mintOut] = isBuy ? [first.quote, last.base] : [first.base, last.quote]
  return {
    ...{ protocol: 'pumpamm', kind: 'route', mode: 'exactIn', mostIn: amount_in, leastOut: min_amount_out },
    accounts: { owner, pools: hops.map(({ pool }) => pool), tokenAccountIn, tokenAccountOut, mintIn, mintOut },
  }
}
