import type { Address } from '@tern/core'
import type { Bank } from '../bank/bank.ts'
import { invalidParams, type Options, readCommitment, readOptionalU64 } from './params.ts'
import { rpcError } from './rpcError.ts'

/** Everything that a method may read. */
export interface PracticeNode {
  readonly bank: Bank
  /** The node's own address. */
  readonly identity: Address
}

/**
 * A method of the node. It takes the parameters as the client sent them, and returns the result.
 * @throws TernError `practice/refused` with the error for the client.
 */
export type Method = (node: PracticeNode, params: readonly unknown[]) => unknown

/** The version of the node whose answers this chain imitates. It is part of every answer that depends on a slot. */
export const apiVersion = '4.0.0'

/** Wraps a result with the slot that it describes. */
export function withContext<T>(slot: bigint, value: T) {
  return { context: { apiVersion, slot }, value }
}

/** Marks parameters by name. No method accepts such parameters. */
export const namedParameters: readonly unknown[] = []

/**
 * Wraps `method` with a check of its number of parameters.
 * A cluster's macro makes this check before it reads any parameter (`jsonrpc_derive::to_delegate`).
 */
export function taking(min: number, max: number, method: Method): Method {
  return (node, params) => {
    checkParameters(params, min, max)
    return method(node, params)
  }
}

/** @throws TernError `practice/refused` for a wrong number of parameters. */
export function checkParameters(params: readonly unknown[], min: number, max: number): void {
  const count = params.length
  const isNamed = params === namedParameters
  if (!isNamed && count >= min && count <= max) return
  if (max === 0) throw invalidParams('Invalid parameters: No parameters were expected')
  if (min === max) {
    const found = isNamed ? 'invalid type: map' : `invalid length ${count}`
    throw invalidParams(
      `Invalid params: ${found}, expected ${count > max ? 'fewer elements in array' : `a tuple of size ${max}`}.`,
    )
  }
  if (isNamed) throw invalidParams('`params` should be an array')
  if (count < min) throw invalidParams(`\`params\` should have at least ${min} argument(s)`)
  throw invalidParams(`Invalid parameters: Expected from ${min} to ${max} parameters.`, `"Got: ${count}"`)
}

/**
 * Returns the slot of the client's commitment.
 * @throws TernError `practice/refused` if the client knows a later slot than this node.
 */
export function slotOf(bank: Bank, options: Options): bigint {
  const slot = bank.slot(readCommitment(options))
  checkReached(slot, options)
  return slot
}

/** @throws TernError `practice/refused` if the client knows a later slot than `slot`. */
export function checkReached(slot: bigint, options: Options): void {
  const min = readOptionalU64(options.minContextSlot)
  if (min !== undefined && min > slot)
    throw rpcError('minContextSlotNotReached', 'Minimum context slot has not been reached', { contextSlot: slot })
}
