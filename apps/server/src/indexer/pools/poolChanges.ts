import type { Address, Ratio } from '@tern/core'
import { type Protocol, readExecuted, tradingPrograms } from '@tern/venues/read'
import type { Transaction } from '../transaction.ts'

/** A change of a pool by a transaction, as the index stores it. Its first four fields are its key. */
export interface PoolChange {
  readonly signature: string
  readonly pool: Address
  readonly kind: 'swap' | 'deposit' | 'withdrawal' | 'creation'
  /** Index among the transaction's changes of this kind in the pool, from 0. */
  readonly position: number
  readonly slot: number
  readonly timestampSeconds: number
  /** `true` once no fork can undo it. */
  readonly isFinal: boolean
  /** Raw units of the pool's counted side. 0 if it is no swap. */
  readonly volume: bigint
  /** The providers' part of the fees, in raw units of the counted side. */
  readonly fees: bigint
  /** Raw units of the second token per raw unit of the first, in decimal. `undefined`: not known. */
  readonly price?: string | undefined
}

/** A swap, deposit, withdrawal or creation of a pool, as a transaction shows it. */
export interface FoundChange extends Omit<PoolChange, 'volume' | 'fees' | 'price'> {
  readonly protocol: Protocol
  /** Set only for a swap. */
  readonly swap?: FoundSwap
}

/** The trader's amounts of a swap, in raw units. */
export interface FoundSwap {
  readonly mintIn: Address
  readonly mintOut: Address
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** Raw units of `mintOut` per raw unit of `mintIn`, after the swap. */
  readonly priceAfter?: Ratio | undefined
}

const isTrading = new Set(tradingPrograms)
const liquidityKinds = { place: 'deposit', withdraw: 'withdrawal', create: 'creation' } as const

/** Finds the deposits, the withdrawals and the creations of pools in a transaction, by its instructions. */
export function liquidityChanges(transaction: Transaction): readonly FoundChange[] {
  const { signature, slot, timestampSeconds, isFinal, instructions = [] } = transaction
  const found: FoundChange[] = []
  const counts = new Map<string, number>()
  for (const instruction of instructions) {
    if (!isTrading.has(instruction.program)) continue
    const { kind: effect, pool, protocol } = readExecuted(instruction) ?? {}
    if (pool === undefined || protocol === undefined || effect === undefined || !(effect in liquidityKinds)) continue
    const kind = liquidityKinds[effect as keyof typeof liquidityKinds]
    const key = `${kind} ${pool}`
    const position = counts.get(key) ?? 0
    counts.set(key, position + 1)
    found.push({ signature, pool, protocol, kind, position, slot, timestampSeconds, isFinal })
  }
  return found
}
