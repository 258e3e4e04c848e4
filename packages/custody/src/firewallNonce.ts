import {
  type Address,
  addressBytes,
  nonceAccountAddress,
  nonceAccountLayout,
  nonceAccountSeed,
  systemProgram,
} from '@tern/core'
import type { CompiledInstruction } from '@tern/core/compiledMessage'
import { hasWalletOnlyAt, strayWallet } from './walletPlaces.ts'

/** More than its rent of 1,447,680 lamports no nonce account needs; all of it comes back. */
const MAX_NONCE_LAMPORTS = 10_000_000n
/** `SystemInstruction`, by number. */
const TRANSFER = 2
const ADVANCE = 4
const WITHDRAW = 5
const INITIALIZE = 6
const ALLOCATE_WITH_SEED = 9

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)
const isAt = (data: Uint8Array, offset: number, address: Address) =>
  offset >= 0 && addressBytes(address).every((byte, i) => data[offset + i] === byte)

/** Where each instruction names the wallet. */
const walletPlaces: Readonly<Record<number, readonly number[]>> = {
  [TRANSFER]: [0],
  [ADVANCE]: [2],
  [WITHDRAW]: [1, 4],
  [ALLOCATE_WITH_SEED]: [1],
}

/** Whether a System instruction is about nonce accounts. `ownerless`: as for `checkNonce`. */
export function isAboutNonce({ accounts, data }: CompiledInstruction, ownerless: ReadonlySet<unknown>): boolean {
  if (data.length < 4) return false
  const kind = viewOf(data).getUint32(0, true)
  if (kind === TRANSFER) return ownerless.has(accounts[1])
  return kind === ADVANCE || kind === WITHDRAW || kind === INITIALIZE || kind === ALLOCATE_WITH_SEED
}

/** Whether an instruction advances a nonce account: a message that begins so may live by that. */
export const isAdvance = ({ program, data }: CompiledInstruction): boolean =>
  program === systemProgram && data.length === 4 && viewOf(data).getUint32(0, true) === ADVANCE

/** Lamports that an instruction about nonce accounts puts into one. */
export const nonceFunding = ({ data }: CompiledInstruction): bigint =>
  data.length === 12 && viewOf(data).getUint32(0, true) === TRANSFER ? viewOf(data).getBigUint64(4, true) : 0n

/**
 * Whether `wallet` may sign an instruction about nonce accounts. It may open its own one, use it and close it: what that holds
 * comes back to the wallet. Another one is none of its trades' business.
 *
 * @param ownerless accounts created so far that have no owner yet: until then anybody could become it.
 * @returns why not; `undefined` when it may.
 */
export async function checkNonce(
  { accounts, data }: CompiledInstruction,
  wallet: Address,
  ownerless: Set<Address>,
): Promise<string | undefined> {
  const own = await nonceAccountAddress(wallet, 0)
  const kind = viewOf(data).getUint32(0, true)
  // A transfer names first who pays.
  if (accounts[kind === TRANSFER ? 1 : 0] !== own) return 'a nonce account that is not the wallet’s'
  if (!hasWalletOnlyAt(accounts, wallet, walletPlaces[kind] ?? [])) return strayWallet
  switch (kind) {
    case ALLOCATE_WITH_SEED: {
      const seedLength = nonceAccountSeed(0).length
      const spaceAt = 44 + seedLength
      const isWhole = data.length === spaceAt + 40 && viewOf(data).getBigUint64(36, true) === BigInt(seedLength)
      if (!isWhole || viewOf(data).getBigUint64(spaceAt, true) !== BigInt(nonceAccountLayout.size))
        return 'an account creation that is malformed'
      if (accounts[1] !== wallet || !isAt(data, 4, wallet)) return 'an account created for another wallet'
      if (!isAt(data, spaceAt + 8, systemProgram)) return 'an account created for an unknown program'
      ownerless.add(own)
      return undefined
    }
    case TRANSFER:
      if (data.length !== 12 || accounts[0] !== wallet) return 'a transfer out of another wallet'
      return viewOf(data).getBigUint64(4, true) > MAX_NONCE_LAMPORTS
        ? 'a nonce account of more than 0.01 SOL'
        : undefined
    case INITIALIZE:
      if (data.length !== 36 || !isAt(data, 4, wallet)) return 'a nonce account made for another wallet'
      return ownerless.delete(own) ? undefined : 'a nonce account that was not created here'
    case ADVANCE:
      return data.length === 4 && accounts[2] === wallet ? undefined : 'a nonce account of another wallet'
    default:
      if (accounts[1] !== wallet) return 'a nonce account closed in favour of another wallet'
      return data.length === 12 && accounts[4] === wallet ? undefined : 'a nonce account of another wallet'
  }
}
