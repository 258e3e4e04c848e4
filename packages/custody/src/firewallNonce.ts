import {
  type Address,
  addressBytes,
  nonceAccountAddress,
  nonceAccountLayout,
  nonceAccountSeed,
  systemProgram,
} from '@tern/core'
import type { CompiledInstruction } from './compiledMessage.ts'

/** More than its rent of 1,447,680 lamports no nonce account needs; all of it comes back. */
const MAX_NONCE_LAMPORTS = 10_000_000n
/** `SystemInstruction`, by number. */
const CREATE_WITH_SEED = 3
const ADVANCE = 4
const WITHDRAW = 5
const INITIALIZE = 6

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)
const isAt = (data: Uint8Array, offset: number, address: Address) =>
  offset >= 0 && addressBytes(address).every((byte, i) => data[offset + i] === byte)

/** Whether a System instruction is about nonce accounts. */
export function isAboutNonce({ data }: CompiledInstruction): boolean {
  if (data.length < 4) return false
  const kind = viewOf(data).getUint32(0, true)
  return (
    kind === ADVANCE ||
    kind === WITHDRAW ||
    kind === INITIALIZE ||
    (kind === CREATE_WITH_SEED && isAt(data, data.length - 32, systemProgram))
  )
}

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
  // Creating names the wallet first, who pays.
  if (accounts[kind === CREATE_WITH_SEED ? 1 : 0] !== own) return 'a nonce account that is not the wallet’s'
  switch (kind) {
    case CREATE_WITH_SEED: {
      if (accounts[0] !== wallet || !isAt(data, 4, wallet)) return 'an account created for another wallet'
      const seedLength = nonceAccountSeed(0).length
      const amounts = 44 + seedLength
      const isWhole = data.length === amounts + 48 && viewOf(data).getBigUint64(36, true) === BigInt(seedLength)
      if (!isWhole || viewOf(data).getBigUint64(amounts + 8, true) !== BigInt(nonceAccountLayout.size))
        return 'an account creation that is malformed'
      if (viewOf(data).getBigUint64(amounts, true) > MAX_NONCE_LAMPORTS) return 'a nonce account of more than 0.01 SOL'
      ownerless.add(own)
      return undefined
    }
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
