import { createHash } from 'node:crypto'
import { type AccountSnapshot, type Address, systemProgram } from '@tern/core'
import { addressBytes, nonceAccountLayout } from '@tern/core/internal'
import { isWritableIndex, type WireMessage } from './wire.ts'

const advanceNonceAccount = 4

/** Computes the nonce value for the chain's latest blockhash (`DurableNonce::from_blockhash`). */
export function durableNonce(blockhash: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update('DURABLE_NONCE').update(addressBytes(blockhash)).digest())
}

/** Reports if this is an initialized nonce account of the current version. */
export function isNonceAccount({ owner, data }: Pick<AccountSnapshot, 'owner' | 'data'>): boolean {
  return owner === systemProgram && data.length >= nonceAccountLayout.size && data[0] === 1 && data[4] === 1
}

export const nonceValue = (data: Uint8Array): Uint8Array =>
  data.subarray(nonceAccountLayout.offsets.blockhash, nonceAccountLayout.offsets.blockhash + 32)

/** Returns the account's data with another nonce. */
export function withNonce(data: Uint8Array, nonce: Uint8Array): Uint8Array {
  const copy = new Uint8Array(data)
  copy.set(nonce, nonceAccountLayout.offsets.blockhash)
  return copy
}

/**
 * Finds the nonce account that keeps this message valid, if there is such an account.
 * The message's first instruction must advance it, with the signature of its authority.
 * The account must hold the message's blockhash, and `next` must differ, because a nonce advances only once a block.
 */
export function usableNonceAccount(
  message: WireMessage,
  read: (address: Address) => AccountSnapshot | null,
  next: Uint8Array,
): Address | undefined {
  const [first] = message.instructions
  if (first === undefined || message.accounts[first.programIndex] !== systemProgram) return undefined
  const { data } = first
  if (data.length < 4 || new DataView(data.buffer, data.byteOffset, 4).getUint32(0, true) !== advanceNonceAccount)
    return undefined
  const [position = 0] = first.accounts
  const address = message.accounts[position]
  if (address === undefined || !isWritableIndex(message, position)) return undefined
  const account = read(address)
  if (account === null || !isNonceAccount(account)) return undefined
  const nonce = nonceAccountLayout.view(account.data, 'atLeast')
  const signs = Array.from(first.accounts).some(i => i < message.signers && message.accounts[i] === nonce.authority)
  if (!signs || nonce.blockhash !== message.blockhash) return undefined
  return Buffer.compare(nonceValue(account.data), next) === 0 ? undefined : address
}
