import type { Rpc, SolanaRpcApi } from '@solana/kit'
import { type AccountSet, type AccountSnapshot, type Address, decodeBase64, TernError } from '@tern/core'
import { isRecord } from '../rpc/isRecord.ts'

export const accountsPerRequest = 100
export const requestsPerBatch = 10

interface Fetched {
  readonly accounts: AccountSet
  /** Slot of each account's reading. Includes accounts that do not exist. */
  readonly slots: ReadonlyMap<Address, bigint>
}

/**
 * Reads accounts from a node at commitment `confirmed`: 100 per request, 10 requests at a time.
 *
 * @throws TernError `rpc/accounts` if a request fails or its answer is incomplete, `rpc/notBase64`.
 */
export async function fetchAccounts(rpc: Rpc<SolanaRpcApi>, addresses: readonly Address[]): Promise<Fetched> {
  const accounts = new Map<Address, AccountSnapshot | null>()
  const slots = new Map<Address, bigint>()
  const requests = chunks(addresses, accountsPerRequest)
  for (const batch of chunks(requests, requestsPerBatch)) {
    const answers = await Promise.all(batch.map(chunk => fetchChunk(rpc, chunk)))
    for (const { addresses, slot, found } of answers)
      for (const [i, address] of addresses.entries()) {
        accounts.set(address, found[i] ?? null)
        slots.set(address, slot)
      }
  }
  return { accounts, slots }
}

async function fetchChunk(rpc: Rpc<SolanaRpcApi>, addresses: readonly Address[]) {
  let answer: unknown
  try {
    answer = await rpc.getMultipleAccounts(addresses, { commitment: 'confirmed', encoding: 'base64' }).send()
  } catch (cause) {
    throw new TernError('rpc/accounts', { why: cause instanceof Error ? cause.message : String(cause) }, { cause })
  }
  const { slot, value } = unwrap(answer)
  if (!Array.isArray(value)) refuse('no list of accounts')
  if (value.length !== addresses.length) refuse(`${value.length} accounts instead of ${addresses.length}`)
  return { addresses, slot, found: value.map(account => parseAccount(account, slot)) }
}

/**
 * Unwraps an answer of the form `{ context: { slot }, value }`.
 *
 * @throws TernError `rpc/accounts`.
 */
export function unwrap(answer: unknown): { slot: bigint; value: unknown } {
  if (!isRecord(answer) || !isRecord(answer.context)) refuse('no context')
  const { slot } = answer.context
  if (typeof slot !== 'bigint') refuse('no slot')
  return { slot, value: answer.value }
}

/**
 * Parses an account of an answer. `null`: it does not exist.
 *
 * @throws TernError `rpc/accounts` if it is incomplete, `rpc/notBase64`.
 */
export function parseAccount(account: unknown, slot: bigint): AccountSnapshot | null {
  if (account === null) return null
  if (!isRecord(account)) refuse('no account')
  const { owner, lamports, executable, data } = account
  if (typeof owner !== 'string' || typeof lamports !== 'bigint' || typeof executable !== 'boolean')
    refuse('no whole account')
  if (!Array.isArray(data) || typeof data[0] !== 'string' || data[1] !== 'base64')
    throw new TernError('rpc/notBase64', {})
  // A push shows a closed account with 0 lamports. A read shows it as `null`.
  if (lamports === 0n) return null
  try {
    return { owner: owner as Address, lamports, executable, data: decodeBase64(data[0]), slot }
  } catch (cause) {
    throw new TernError('rpc/notBase64', {}, { cause })
  }
}

function refuse(why: string): never {
  throw new TernError('rpc/accounts', { why })
}

export function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const parts: (readonly T[])[] = []
  for (let i = 0; i < items.length; i += size) parts.push(items.slice(i, i + size))
  return parts
}
