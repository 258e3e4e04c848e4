import type { Address } from '@tern/core'
import type { Bank } from '../bank/bank.ts'
import { type Commitment, type Options, readOptionalNumber } from './params.ts'
import { rpcError } from './rpcError.ts'

/** What every method may look at. */
export interface PracticeNode {
  readonly bank: Bank
  /** The address this node is known by. */
  readonly identity: Address
}

/** One method of the node: parameters as the client sent them → the result. @throws TernError `practice/refused`. */
export type Method = (node: PracticeNode, params: readonly unknown[]) => unknown

/** Said with every answer that depends on a slot: which version's shapes these are. */
export const apiVersion = '4.0.0'

/** A result with the slot that it is true of. */
export function withContext<T>(bank: Bank, value: T) {
  return { context: { apiVersion, slot: bank.slot() }, value }
}

/** How many slots a commitment is behind the newest one. */
export function lagSlots(commitment: Commitment): bigint {
  return commitment === 'processed' ? 0n : commitment === 'confirmed' ? 1n : 32n
}

/** `height` (or slot) as `commitment` sees it. */
export function behind(height: bigint, commitment: Commitment): bigint {
  const lag = lagSlots(commitment)
  return height > lag ? height - lag : 0n
}

/** @throws TernError `practice/refused` when the client knows a later slot than this node. */
export function checkMinContextSlot(bank: Bank, options: Options): void {
  const least = readOptionalNumber(options.minContextSlot, 'a slot')
  if (least !== undefined && BigInt(least) > bank.slot())
    throw rpcError('minContextSlotNotReached', 'Minimum context slot has not been reached', {
      contextSlot: bank.slot(),
    })
}
