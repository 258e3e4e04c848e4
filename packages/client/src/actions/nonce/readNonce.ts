import {
  decodeNonceAccount,
  type NonceAccount,
  nonceAccountAddress,
  type OwnedReadable,
  type Readable,
  TernError,
} from '@tern/core'
import type { Client } from '../../client.ts'

/** A nonce account of the wallet. */
export interface OwnNonce extends NonceAccount {
  readonly lamports: bigint
  /** The slot of the read: the account had this value then. */
  readonly slot: bigint
}

/** Readers of a wallet's nonce accounts, by the account's number. */
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
  const { chain, owner } = client
  if (owner === undefined) throw new TernError('owner/missing', {})
  const [nonce] = await chain.find(ownNonceAt(index), owner.address, { maxAgeMs: 0 })
  return nonce
}
