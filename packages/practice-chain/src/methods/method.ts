import type { Address } from '@tern/core'
import type { Bank } from '../bank/bank.ts'
import { invalidParams, type Options, readCommitment, readOptionalU64 } from './params.ts'
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
export function withContext<T>(slot: bigint, value: T) {
  return { context: { apiVersion, slot }, value }
}

/** Stands for parameters by name, which no method takes. */
export const namedParameters: readonly unknown[] = []

/**
 * `method` for as many parameters as it takes: between `least` and `most`, a cluster's macro refuses any other number
 * before it looks at one of them (`jsonrpc_derive::to_delegate`).
 */
export function taking(least: number, most: number, method: Method): Method {
  return (node, params) => {
    checkParameters(params, least, most)
    return method(node, params)
  }
}

/** @throws TernError `practice/refused`. */
export function checkParameters(params: readonly unknown[], least: number, most: number): void {
  const count = params.length
  const isNamed = params === namedParameters
  if (!isNamed && count >= least && count <= most) return
  if (most === 0) throw invalidParams('Invalid parameters: No parameters were expected')
  if (least === most) {
    const found = isNamed ? 'invalid type: map' : `invalid length ${count}`
    throw invalidParams(
      `Invalid params: ${found}, expected ${count > most ? 'fewer elements in array' : `a tuple of size ${most}`}.`,
    )
  }
  if (isNamed) throw invalidParams('`params` should be an array')
  if (count < least) throw invalidParams(`\`params\` should have at least ${least} argument(s)`)
  throw invalidParams(`Invalid parameters: Expected from ${least} to ${most} parameters.`, `"Got: ${count}"`)
}

/** The slot that the client asks to hear of. @throws TernError `practice/refused` when it knows a later one than this node. */
export function slotOf(bank: Bank, options: Options): bigint {
  const slot = bank.slot(readCommitment(options))
  checkReached(slot, options)
  return slot
}

/** @throws TernError `practice/refused` when the client knows a later slot than `slot`. */
export function checkReached(slot: bigint, options: Options): void {
  const least = readOptionalU64(options.minContextSlot)
  if (least !== undefined && least > slot)
    throw rpcError('minContextSlotNotReached', 'Minimum context slot has not been reached', { contextSlot: slot })
}
