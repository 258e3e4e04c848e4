import {
  advanceNonceInstruction,
  type ComputeBudget,
  computeBudgetInstructions,
  nonceAccountLamports,
  openNonceInstructions,
  withdrawNonceInstruction,
} from '@tern/chain'
import {
  type Address,
  decodeNonceAccount,
  type Lifetime,
  type NonceAccount,
  nonceAccountAddress,
  type OwnedReadable,
  type Owner,
  type Readable,
  TernError,
} from '@tern/core'
import type { Client } from '../../client.ts'
import { type SendOptions, sendInstructions } from '../sendInstructions.ts'
import { networkFeeOf, type TermsParts } from '../terms.ts'

/** An action on a nonce account of the wallet. */
export interface NonceRequest extends Omit<SendOptions, 'lifetime' | 'terms'> {
  /** Number of the account, from 0. Each account can hold one trade open. Unset: 0. */
  readonly index?: number
  /** Unset: none. */
  readonly budget?: ComputeBudget
}

/** A nonce account of the wallet. */
export interface OwnNonce extends NonceAccount {
  readonly lamports: bigint
  /** The slot at which the account had this value. */
  readonly slot: bigint
}

/** How to read a wallet's nonce account, by its number. */
const kinds = new Map<number, OwnedReadable<OwnNonce>>()

function ownNonceAt(index: number): OwnedReadable<OwnNonce> {
  const kind = kinds.get(index) ?? { ...nonceAccount, find: async owner => [await nonceAccountAddress(owner, index)] }
  kinds.set(index, kind)
  return kind
}

const nonceAccount: Readable<OwnNonce> = {
  accountsToRead: async address => [address],
  open(address, read) {
    const account = read.get(address)
    if (!account) throw new TernError('pool/accountsNotReady', { pool: address, missing: [address] })
    return { ...decodeNonceAccount(address, account), lamports: account.lamports, slot: account.slot }
  },
}

function ownerOf({ owner }: Client): Owner {
  if (owner === undefined) throw new TernError('owner/missing', {})
  return owner
}

/**
 * Reads the wallet's nonce account, without the cache.
 *
 * @param index number of the account.
 * @returns `undefined` if the account does not exist.
 * @throws TernError `owner/missing`, `layout/*`, `rpc/*`.
 * @example
 * (await readNonce(client))?.lamports // 1_500_000n
 */
export async function readNonce(client: Client, index = 0): Promise<OwnNonce | undefined> {
  const [nonce] = await client.chain.find(ownNonceAt(index), ownerOf(client).address, { maxAgeMs: 0 })
  return nonce
}

/** Reads a nonce account that must exist. @throws TernError `trade/nonceNotReady`, and the errors of `readNonce`. */
async function nonceThere(client: Client, request: NonceRequest): Promise<OwnNonce> {
  const nonce = await readNonce(client, request.index)
  if (nonce === undefined) throw new TernError('trade/nonceNotReady', {})
  return nonce
}

const optionsIn = ({ index: _, budget: __, ...options }: NonceRequest): SendOptions => options

const termsOf = ({ budget }: NonceRequest, rent = 0n): TermsParts => ({
  lamports: { rent, networkFee: networkFeeOf(budget) },
})

const budgeting = ({ budget }: NonceRequest) => (budget === undefined ? [] : computeBudgetInstructions(budget))

/**
 * Opens the wallet's nonce account. Leaves an existing account unchanged.
 *
 * @throws TernError `owner/missing`, and the errors of a sent transaction.
 * @example
 * (await openNonce(client)).lamports // 1_500_000n
 */
export async function openNonce(client: Client, request: NonceRequest = {}): Promise<OwnNonce> {
  const owner = ownerOf(client)
  const there = await readNonce(client, request.index)
  if (there !== undefined) return there
  const opens = await openNonceInstructions(owner.address, request.index ?? 0)
  const address = await nonceAccountAddress(owner.address, request.index ?? 0)
  return changed(client, address, [...budgeting(request), ...opens], request, { rent: nonceAccountLamports })
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
  const { address, authority, nonce, slot } = await nonceThere(client, request)
  const instructions = [advanceNonceInstruction(address, authority), ...budgeting(request)]
  return changed(client, address, instructions, request, {
    lifetime: { kind: 'nonce', nonce, nonceAccount: address, slot },
  })
}

/** Sends the instructions, and reads the account afterwards. */
async function changed(
  client: Client,
  address: Address,
  instructions: Parameters<typeof sendInstructions>[2],
  request: NonceRequest,
  { lifetime, rent = 0n }: { readonly lifetime?: Lifetime; readonly rent?: bigint },
): Promise<OwnNonce> {
  const options = { ...optionsIn(request), terms: termsOf(request, rent), ...(lifetime && { lifetime }) }
  client.chain.forget([address], await sendInstructions(client, ownerOf(client), instructions, options))
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
  const { address, authority, lamports } = await nonceThere(client, request)
  const withdraw = withdrawNonceInstruction(address, authority, lamports)
  const instructions = [...budgeting(request), withdraw]
  const options = { ...optionsIn(request), terms: termsOf(request) }
  client.chain.forget([address], await sendInstructions(client, ownerOf(client), instructions, options))
  return lamports
}
