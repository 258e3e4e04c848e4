import { type Address, TernError } from '@tern/core'
import type { Pool, Quote } from '../venue.ts'
import { bitmapExtensionAddress, configAddress, observationAddress, vaultAddress } from './addresses.ts'
import { arraysAhead, nextArray } from './bitmap.ts'
import { encodeSwapV2ExactIn, encodeSwapV2ExactOut } from './instructions.ts'
import { addressOfArray, arraysEachWay, type OpenPool } from './openPool.ts'
import { preparePath } from './path.ts'
import type { ClmmSwapRequest } from './priceLimit.ts'
import type { SwapStart } from './swapStart.ts'
import { arrayOf } from './tick.ts'

/** Returns the tick arrays that a swap of an input names. */
export type TickArraysFor = (amountIn: bigint) => readonly Address[]

/**
 * Prepares the choice of tick arrays: all arrays that the swap reaches, the next array in case the price moves on, and the array behind
 * in case it moves back. The program skips arrays before the first array that it needs.
 * The reach is that of a swap without fees and orders, which is never shorter.
 */
export function prepareTickArrays({ address, state, bitmap }: OpenPool, start: SwapStart): TickArraysFor {
  const { direction, tickSpacing } = start
  const current = arrayOf(state.tick_current, tickSpacing)
  const ahead = arraysAhead(bitmap, current, { direction, max: arraysEachWay + 1 })
  const behind = nextArray(bitmap, current, direction === 'zeroForOne' ? 'oneForZero' : 'zeroForOne')
  const path = behind === undefined ? ahead : [behind, ...ahead]
  const addresses = path.map(array => addressOfArray(address, tickSpacing, array))
  const reach = preparePath({
    ...start,
    feeRate: 0n,
    isFeeOnInput: true,
    dynamicFee: undefined,
    ticks(index) {
      const tick = start.ticks(index)
      return typeof tick === 'string' || tick.orders === undefined ? tick : { ...tick, orders: undefined }
    },
  })
  return amountIn => {
    const reached = reach({ amount: amountIn, isExactIn: true })
    if (typeof reached === 'string') return addresses
    const tick = start.ticks(Math.max(0, reached.ticksMet - 1))
    return typeof tick === 'string' ? addresses : addresses.slice(0, path.indexOf(tick.array) + 2)
  }
}

/**
 * Returns a pool's `swap`, which builds the `swap_v2` of a quote.
 *
 * @param tickArraysFor returns the arrays that a quote's swap may reach.
 * @throws TernError `layout/mismatch` if the pool names an account that its program would not have made. */
export const swapOf =
  (open: OpenPool, tickArraysFor: (quote: Quote) => readonly Address[]): Pool['swap'] =>
  async (quote, limit, parties) => {
    await assertDerived(open)
    const { address, state, hasExtension } = open
    const side0 = { vault: state.token_vault_0, mint: state.token_mint_0 }
    const side1 = { vault: state.token_vault_1, mint: state.token_mint_1 }
    const [sideIn, sideOut] = quote.tokenIn === side0.mint ? [side0, side1] : [side1, side0]
    const { request } = quote
    const accounts = {
      payer: parties.owner,
      amm_config: state.amm_config,
      pool_state: address,
      input_token_account: parties.tokenAccountIn,
      output_token_account: parties.tokenAccountOut,
      input_vault: sideIn.vault,
      output_vault: sideOut.vault,
      observation_state: state.observation_key,
      input_vault_mint: sideIn.mint,
      output_vault_mint: sideOut.mint,
      tickarray_bitmap_extension: hasExtension ? bitmapExtensionAddress(address) : undefined,
      tick_arrays: tickArraysFor(quote),
    }
    const { sqrtPriceLimitX64 }: ClmmSwapRequest = request
    return [
      'exactIn' in request
        ? encodeSwapV2ExactIn(accounts, request.exactIn, limit, sqrtPriceLimitX64)
        : encodeSwapV2ExactOut(accounts, limit, request.exactOut, sqrtPriceLimitX64),
    ]
  }

/** Checks the addresses that the program derives, so that a pool invented by a node fails before signing. */
async function assertDerived({ address, state, config }: OpenPool): Promise<void> {
  const expected = await Promise.all([
    configAddress(config.index),
    vaultAddress(address, state.token_mint_0),
    vaultAddress(address, state.token_mint_1),
    observationAddress(address),
  ])
  const fields = ['amm_config', 'token_vault_0', 'token_vault_1', 'observation_key'] as const
  for (const [i, field] of fields.entries())
    if (state[field] !== expected[i])
      throw new TernError('layout/mismatch', { address, field, expected: String(expected[i]), actual: state[field] })
}
