import type { Address } from '@tern/core'
import { type Decoded, struct, u64 } from '@tern/core/internal'
import { readLanded } from '../effects/readLanded.ts'
import { reservesPrice } from '../price.ts'
import type { Lookups, NamedInstruction, PoolCreation, Trade } from '../readEvents.ts'
import { swapBaseInLayout, swapBaseInV2Layout, swapBaseOutLayout, swapBaseOutV2Layout } from './instructions.ts'

/** The program writes its events to the log as text (`encode_ray_log`, log.rs). */
export const logPrefix = 'Program log: ray_log: '

const common = {
  /** `SwapDirection` (math.rs). 1: pc to coin. 2: coin to pc. */
  direction: u64,
  /** The trader's balance before the swap. */
  user_source: u64,
  /** The reserves before the swap, see `reserves`. */
  pool_coin: u64,
  pool_pc: u64,
} as const

/** `SwapBaseInLog` (log.rs), written by `swap_base_in` of both forms. */
export const swapBaseInLogLayout = struct(
  'SwapBaseInLog',
  57,
  { amount_in: u64, minimum_out: u64, ...common, out_amount: u64 },
  { discriminator: [3] },
)

/** `SwapBaseOutLog` (log.rs), written by `swap_base_out` of both forms. */
export const swapBaseOutLogLayout = struct(
  'SwapBaseOutLog',
  57,
  { max_in: u64, amount_out: u64, ...common, deduct_in: u64 },
  { discriminator: [4] },
)

/** A swap of an exact input, as the program's log reports it. */
export type SwapBaseInLog = Decoded<typeof swapBaseInLogLayout>
/** A swap for an exact output, as the program's log reports it. */
export type SwapBaseOutLog = Decoded<typeof swapBaseOutLogLayout>

const coinToPc = 2n

/** The bytes that an event repeats of its instruction: both amounts. */
const amountsEnd = 17

/**
 * Reads the trade that an event reports. The event names neither the pool nor the mints, but its instruction does.
 *
 * @param instructions of the transaction, in order. The kind and both amounts identify the event's instruction. Among equal
 *   instructions, the order does.
 * @returns `undefined` for another event, or if the instruction or a vault's mint is unknown.
 */
export function readEvent(
  event: Uint8Array,
  instructions: readonly NamedInstruction[],
  { mintOf, earlier = [] }: Pick<Lookups, 'mintOf' | 'earlier'>,
): Trade | undefined {
  const isExactIn = event[0] === swapBaseInLogLayout.discriminator[0]
  if (event.length < swapBaseInLogLayout.size) return undefined
  if (!isExactIn && event[0] !== swapBaseOutLogLayout.discriminator[0]) return undefined
  const before = earlier.filter(one => isAlike(one, event, 0)).length
  const swap = instructions.filter(one => isSwap(one, isExactIn) && isAlike(one.data, event, 1))[before]
  return swap && tradeOf(event, isExactIn, swap, mintOf)
}

const isAlike = (a: Uint8Array, b: Uint8Array, from: 0 | 1): boolean =>
  a.length >= amountsEnd && b.subarray(from, amountsEnd).every((byte, i) => byte === a[from + i])

function isSwap({ data }: NamedInstruction, isExactIn: boolean): boolean {
  const layouts = isExactIn ? [swapBaseInLayout, swapBaseInV2Layout] : [swapBaseOutLayout, swapBaseOutV2Layout]
  return layouts.some(({ discriminator }) => discriminator[0] === data[0])
}

function tradeOf(
  event: Uint8Array,
  isExactIn: boolean,
  { accounts, data }: NamedInstruction,
  mintOf: Lookups['mintOf'],
): Trade | undefined {
  const isV2 = data[0] === swapBaseInV2Layout.discriminator[0] || data[0] === swapBaseOutV2Layout.discriminator[0]
  // The first form has 17 accounts, or 18 with the target orders.
  const vaultPlace = isV2 ? 3 : accounts.length - 13
  const [pool, coinVault, pcVault] = [accounts[1], accounts[vaultPlace], accounts[vaultPlace + 1]]
  const trader = accounts[isV2 ? 7 : accounts.length - 1]
  const [coin, pc] = [coinVault && mintOf(coinVault), pcVault && mintOf(pcVault)]
  if (!pool || !trader || !coin || !pc) return undefined
  const log = amountsIn(event, isExactIn)
  const { amountIn, amountOut, pool_coin, pool_pc } = log
  const isCoinToPc = log.direction === coinToPc
  const [mintIn, mintOut]: readonly [Address, Address] = isCoinToPc ? [coin, pc] : [pc, coin]
  const [reserveIn, reserveOut] = isCoinToPc ? [pool_coin, pool_pc] : [pool_pc, pool_coin]
  return {
    ...{ kind: 'trade', protocol: 'raydiumammv4', pool, mintIn, mintOut, amountIn, amountOut, trader },
    // The whole fee stays among the reserves.
    priceAfter: reservesPrice(reserveIn + amountIn, reserveOut - amountOut),
  }
}

function amountsIn(event: Uint8Array, isExactIn: boolean) {
  if (isExactIn) {
    const log = swapBaseInLogLayout.decode(event, 'atLeast')
    return { ...log, amountIn: log.amount_in, amountOut: log.out_amount }
  }
  const log = swapBaseOutLogLayout.decode(event, 'atLeast')
  return { ...log, amountIn: log.deduct_in, amountOut: log.amount_out }
}

/** Reads a pool creation from its instruction. The program's event for it does not name the pool. */
export function readInstructionEvent(instruction: NamedInstruction): PoolCreation | undefined {
  const read = readLanded(instruction, 'named')
  const [first, second] = read?.mints ?? []
  const creator = instruction.accounts[read?.walletPlaces[0] ?? -1]
  if (read?.kind !== 'create' || !read.pool || !first || !second || !creator) return undefined
  const mints = [first, second] as const
  return { kind: 'pool', protocol: 'raydiumammv4', pool: read.pool, mints, creator, timestampSeconds: undefined }
}
