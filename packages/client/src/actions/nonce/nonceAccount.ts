import { TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { actionOf } from '../plan/actions.ts'
import { executeSingle, type SingleOptions } from '../plan/executeSingle.ts'
import type { Planned } from '../plan/plan.ts'
import { type NonceSettings, nonceThere, planAdvanceNonce, planCloseNonce, planOpenNonce } from './planNonce.ts'
import type { OwnNonce } from './readNonce.ts'

/** An action on a nonce account of the wallet, and how its transaction is followed. */
export interface NonceRequest extends NonceSettings, SingleOptions {}

/**
 * Opens the wallet's nonce account. Leaves an existing account unchanged.
 *
 * @throws TernError `owner/missing`, and the errors of a sent transaction.
 * @example
 * (await openNonce(client)).lamports // 1_500_000n
 */
export async function openNonce(client: Client, request: NonceRequest = {}): Promise<OwnNonce> {
  const planned = await planOpenNonce(client, request)
  if (planned.quote !== undefined) return planned.quote
  await carryOut(client, planned, request)
  return nonceThere(client, request)
}

/**
 * Gives the nonce account a new value. Transactions that were signed with the earlier value can no longer land.
 * The advance itself uses that value. If another transaction with it lands first, the advance fails and cannot undo later signatures.
 *
 * @throws TernError the errors of `closeNonce`.
 * @example
 * (await advanceNonce(client)).nonce // '9kPq…', a new value
 */
export async function advanceNonce(client: Client, request: NonceRequest = {}): Promise<OwnNonce> {
  await carryOut(client, await planAdvanceNonce(client, request), request)
  return nonceThere(client, request)
}

/**
 * Closes the wallet's nonce account. Its lamports come back, and transactions that were signed with it can no longer land.
 *
 * @returns the returned lamports.
 * @throws TernError `trade/nonceNotReady` if the account does not exist.
 * @throws TernError `owner/missing`, and the errors of a sent transaction.
 * @example
 * await closeNonce(client) // 1_500_000n lamports
 */
export async function closeNonce(client: Client, request: NonceRequest = {}): Promise<bigint> {
  const planned = await planCloseNonce(client, request)
  await carryOut(client, planned, request)
  return planned.quote?.lamports ?? 0n
}

/** Executes a plan of a single message. @throws TernError the reason, if it is not confirmed. */
async function carryOut(
  client: Client,
  planned: Planned,
  { index: _, budget: __, ...options }: NonceRequest,
): Promise<void> {
  const { status, error } = await executeSingle(client, planned, {
    ...options,
    againOf: ({ kind }) => actionOf(kind),
  })
  if (status !== 'confirmed') throw error ?? new TernError('send/expired', {})
}
