import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { AccountRole, type Instruction, isSignerRole, isWritableRole } from '@solana/kit'
import { type Address, encodeBase58 } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import type { DerivedKey } from '../deriveKey.ts'

/** A transaction's bytes on the wire, and its signature. */
export interface SignedTransaction {
  readonly wire: Uint8Array
  readonly signature: string
}

/** The bytes before the 32 bytes of an Ed25519 seed in PKCS #8. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const keys = new WeakMap<DerivedKey, KeyObject>()

/**
 * Compiles and signs a transaction: version 0, no lookup tables, the first signer pays.
 * It is synchronous and fast: kit's compiler and WebCrypto take milliseconds, and a history has thousands of
 * transactions.
 */
export function signedTransaction(
  blockhash: string,
  signers: readonly [DerivedKey, ...DerivedKey[]],
  instructions: readonly Instruction[],
): SignedTransaction {
  const { bytes, signing } = compile(blockhash, signers[0].address, instructions)
  const signatures = signing.map(address => {
    const signer = signers.find(one => one.address === address)
    return signer === undefined ? new Uint8Array(64) : sign(null, bytes, privateKeyOf(signer))
  })
  return {
    wire: Buffer.concat([length(signatures.length), ...signatures, bytes]),
    signature: encodeBase58(signatures[0] ?? new Uint8Array(64)),
  }
}

function privateKeyOf(signer: DerivedKey): KeyObject {
  const known = keys.get(signer)
  if (known !== undefined) return known
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, signer.secret]), format: 'der', type: 'pkcs8' })
  keys.set(signer, key)
  return key
}

function compile(blockhash: string, payer: Address, instructions: readonly Instruction[]) {
  const roles = new Map<Address, AccountRole>([[payer, AccountRole.WRITABLE_SIGNER]])
  for (const { accounts = [], programAddress } of instructions) {
    for (const { address, role } of accounts) roles.set(address, (roles.get(address) ?? AccountRole.READONLY) | role)
    roles.set(programAddress, roles.get(programAddress) ?? AccountRole.READONLY)
  }
  const of = (wanted: AccountRole) => [...roles].flatMap(([address, role]) => (role === wanted ? [address] : []))
  const groups = [AccountRole.WRITABLE_SIGNER, AccountRole.READONLY_SIGNER, AccountRole.WRITABLE, AccountRole.READONLY]
  const accounts = groups.flatMap(of)
  const signing = accounts.filter(address => isSignerRole(roles.get(address) ?? AccountRole.READONLY))
  const isReadonly = (address: Address) => !isWritableRole(roles.get(address) ?? AccountRole.READONLY)
  const readonlySigners = signing.filter(isReadonly).length
  const positions = new Map(accounts.map((address, position) => [address, position]))
  const at = (address: Address) => positions.get(address) ?? 0
  const bytes = Buffer.concat([
    Uint8Array.of(0x80, signing.length, readonlySigners, accounts.filter(isReadonly).length - readonlySigners),
    length(accounts.length),
    ...accounts.map(addressBytes),
    addressBytes(blockhash),
    length(instructions.length),
    ...instructions.flatMap(({ programAddress, accounts: metas = [], data = new Uint8Array() }) => [
      Uint8Array.of(at(programAddress)),
      length(metas.length),
      Uint8Array.from(metas, ({ address }) => at(address)),
      length(data.length),
      Uint8Array.from(data),
    ]),
    length(0),
  ])
  return { bytes, signing }
}

/** Encodes a length as messages do (`short_vec`). */
const length = (n: number): Uint8Array => (n < 0x80 ? Uint8Array.of(n) : Uint8Array.of((n & 0x7f) | 0x80, n >> 7))
