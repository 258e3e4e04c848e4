import type { Instruction } from '@solana/instructions'
import { type Address, type Ratio, TernError } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'
import { squareRoot } from '../squareRoot.ts'
import { poolKindOf, poolPrograms } from './addresses.ts'
import type { RouterHop, RouterMarket } from './instructions.ts'
import { routerPriceLimit } from './priceLimit.ts'

/** The tokens of a hop, and its pool's price: raw units out per raw unit in, before fees. */
export interface HopPrice {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly currentPrice: Ratio
}

const utf8 = new TextEncoder()
/** Accounts of a concentrated pool's `swap_v2` before the bitmap extension and the tick arrays. */
const beforeTickArrays = 13

/**
 * Makes a hop of the router from the swap instruction of the pool's own program.
 *
 * @param instruction from `Pool.swap`. For AMM v4, in the form with the market's accounts.
 * @throws TernError `route/poolType` if the router does not swap in pools of this program.
 * @example
 * (await routerHop(instruction, quote)).kind // 'cpmm'
 */
export async function routerHop(
  { programAddress: program, accounts = [] }: Instruction,
  { tokenIn: mintIn, tokenOut: mintOut, currentPrice }: HopPrice,
): Promise<RouterHop> {
  const a = (place: number) => accounts[place]?.address as Address
  const sides = (pool: number, from: number, to: number) => ({
    ...{ program, mintIn, mintOut, pool: a(pool), accountIn: a(from), accountOut: a(to) },
  })
  const market = (program: number, book: number): RouterMarket => ({
    ...{ program: a(program), openOrders: a(3), market: a(book), bids: a(book + 1), asks: a(book + 2) },
    ...{ eventQueue: a(book + 3), baseVault: a(book + 4), quoteVault: a(book + 5), authority: a(book + 6) },
  })
  switch (poolKindOf(program)) {
    case 'cpmm':
      return {
        ...{ kind: 'cpmm', ...sides(3, 4, 5), authority: a(1), config: a(2) },
        ...{ vaults: [a(6), a(7)], observation: a(12) },
      }
    case 'clmm': {
      const pool = a(2)
      const seeds = [utf8.encode('pool_tick_array_bitmap_extension'), addressBytes(pool)]
      const [bitmapExtension] = await programAddress(poolPrograms.clmm, seeds)
      const arrays = accounts.slice(beforeTickArrays).map(({ address }) => address)
      return {
        ...{ kind: 'clmm', ...sides(2, 3, 4), config: a(1), vaults: [a(5), a(6)], observation: a(7), bitmapExtension },
        tickArrays: arrays.filter(address => address !== bitmapExtension),
        sqrtPriceLimitX64: priceLimit(mintIn, mintOut, currentPrice),
      }
    }
    case 'ammV4': {
      const isOnBook = a(3) !== a(1)
      return {
        ...{ kind: 'ammV4', ...sides(1, 14, 15), authority: a(2), vaults: [a(4), a(5)] },
        ...(isOnBook && { market: market(6, 7) }),
      }
    }
    case 'stable':
      return {
        ...{ kind: 'stable', ...sides(1, 15, 16), authority: a(2), vaults: [a(4), a(5)] },
        ...{ model: a(6), market: market(7, 8) },
      }
    default:
      throw new TernError('route/poolType', { program })
  }
}

/**
 * Checks if the program takes exact outputs along a hop. The program fails for stable pools, and for AMM v4 pools with an order book.
 *
 * @example
 * hasExactOut(hop) // true for a hop of the kind 'cpmm'
 */
export const hasExactOut = (hop: RouterHop): boolean =>
  hop.kind !== 'stable' && !(hop.kind === 'ammV4' && hop.market !== undefined)

/** A concentrated pool's first token has the smaller address. Its price is in the second. */
function priceLimit(mintIn: Address, mintOut: Address, { numerator, denominator }: Ratio): bigint {
  const isFirst = isBefore(addressBytes(mintIn), addressBytes(mintOut))
  const [up, down] = isFirst ? [numerator, denominator] : [denominator, numerator]
  return routerPriceLimit(isFirst, down === 0n ? undefined : squareRoot((up << 128n) / down))
}

function isBefore(a: Uint8Array, b: Uint8Array): boolean {
  const at = a.findIndex((byte, i) => byte !== b[i])
  return at !== -1 && (a[at] as number) < (b[at] as number)
}
