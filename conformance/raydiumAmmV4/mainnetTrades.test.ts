import { decodeBase64 } from '@tern/core'
import { swapBaseInLogLayout, swapBaseOutLogLayout } from '@tern/venues/raydiumAmmV4/internal'
import { describe, expect, it } from 'vitest'
import { ammV4Clock, makeAmmV4Pool } from '../../packages/venues/test/raydiumAmmV4Pools.ts'
import { proves } from '../src/evidence.ts'
import { readFixture } from '../src/fixtures.ts'

/** Swaps of the newest form that were simulated on mainnet. Amounts are raw units. */
interface Recorded {
  readonly swaps: readonly {
    /** `buy` pays the pool's coin: SOL. */
    readonly side: 'buy' | 'sell'
    readonly mode: 'exactIn' | 'exactOut'
    readonly coinVault: string
    readonly pcVault: string
    /** The program's event, in base64. */
    readonly log: string
    readonly moved: readonly [amountIn: string, amountOut: string]
    /** Compute units of the instruction. */
    readonly units: number
  }[]
}
type Swap = Recorded['swaps'][number]

const { swaps } = readFixture<Recorded>('raydiumAmmV4/simulated.json')
const evidence = proves('raydiumammv4')

function logOf({ mode, log }: Swap) {
  const bytes = decodeBase64(log)
  if (mode === 'exactOut') {
    const { amount_out, deduct_in, ...rest } = swapBaseOutLogLayout.decode(bytes)
    return { ...rest, fixed: amount_out, amountIn: deduct_in, amountOut: amount_out }
  }
  const { amount_in, out_amount, ...rest } = swapBaseInLogLayout.decode(bytes)
  return { ...rest, fixed: amount_in, amountIn: amount_in, amountOut: out_amount }
}

/** The venue's own pool with the vaults before the swap, and the profit that the event excludes. */
function opened(swap: Swap, change = 0n) {
  const { pool_coin, pool_pc } = logOf(swap)
  const { venue, address, accounts } = makeAmmV4Pool({
    reserves: [pool_coin + change, pool_pc],
    amm: {
      need_take_pnl_coin: BigInt(swap.coinVault) - pool_coin,
      need_take_pnl_pc: BigInt(swap.pcVault) - pool_pc,
    },
  })
  return venue.open(address, accounts)
}

function quoted(swap: Swap, change?: bigint) {
  const pool = opened(swap, change)
  const tokenIn = pool.tokens[swap.side === 'buy' ? 0 : 1].mint
  const { fixed } = logOf(swap)
  const asked = swap.mode === 'exactIn' ? { exactIn: fixed } : { exactOut: fixed }
  return pool.quote({ tokenIn, ...asked }, ammV4Clock)
}

describe('swaps of the newest form, simulated on mainnet', () => {
  for (const [side, name] of [
    ['buy', 'A→B'],
    ['sell', 'B→A'],
  ] as const)
    for (const mode of ['exactIn', 'exactOut'] as const)
      it(
        `moved the quoted amounts, to the unit: ${name} ${mode}`,
        evidence('swaps of the newest form, simulated on mainnet', [mode], undefined, name),
        () => {
          const own = swaps.filter(swap => swap.side === side && swap.mode === mode)
          expect(own.length).toBeGreaterThanOrEqual(2)
          for (const swap of own) {
            const { amountIn, amountOut, computeUnits } = quoted(swap)
            const log = logOf(swap)
            expect([amountIn, amountOut]).toEqual(swap.moved.map(BigInt))
            expect([log.amountIn, log.amountOut]).toEqual(swap.moved.map(BigInt))
            expect(log.direction).toBe(side === 'buy' ? 2n : 1n)
            expect(swap.units).toBeLessThanOrEqual(computeUnits)
          }
        },
      )

  it('exclude Raydium’s waiting profit from the reserves', () => {
    for (const swap of swaps) {
      const { pool_coin, pool_pc } = logOf(swap)
      expect(BigInt(swap.coinVault)).toBeGreaterThan(pool_coin)
      expect(BigInt(swap.pcVault)).toBeGreaterThan(pool_pc)
    }
  })

  it('do not follow from reserves that are off by a thousandth', () => {
    for (const swap of swaps) {
      const { amountIn, amountOut } = quoted(swap, logOf(swap).pool_coin / 1_000n)
      expect([amountIn, amountOut]).not.toEqual(swap.moved.map(BigInt))
    }
  })
})
