import { type Address, TernError } from '@tern/core'
import { addressBytes, programAddress, readAddress } from '@tern/core/internal'

/** A transfer of a token with a transfer hook. `undefined`: not known yet. */
export interface HookedTransfer {
  readonly mint: Address
  readonly source: Address | undefined
  readonly destination: Address | undefined
  readonly authority: Address | undefined
  /** Raw units. */
  readonly amount: bigint | undefined
}

/**
 * Returns the bytes of an account's data from `from` to `to`, or `undefined` if the account is not known yet.
 * @throws TernError `layout/*` if the account has no such bytes.
 */
export type DataOf = (address: Address, from: number, to: number) => Uint8Array | undefined

/** Discriminator of the interface's `Execute`. It also marks the list of extra accounts for `Execute`. */
const execute = [0x69, 0x25, 0x65, 0xc5, 0x4b, 0xfb, 0x66, 0x1a]
/**
 * Size of `ExtraAccountMeta` (tlv-account-resolution/src/account.rs): kind, 32 bytes of address or seeds, is signer, is
 * writable.
 */
const metaSize = 35
/** Max accounts that a transaction can name. */
const maxExtras = 64
/** From this kind on, `kind - 128` is the index of the program that the address is derived for. */
const externalFrom = 128

function invalid(index: number, value: unknown): TernError {
  return new TernError('layout/invalidValue', { field: `extra_account_metas[${index}]`, value: String(value) })
}

/** Derives the address of the account that lists the extra accounts of the program `hook`. */
export async function extraMetasAddress(hook: Address, mint: Address): Promise<Address> {
  const [address] = await programAddress(hook, ['extra-account-metas', addressBytes(mint)])
  return address
}

/**
 * Reads the entries of that account. Returns an empty list if the account is missing.
 * @throws TernError `layout/*`.
 */
function metasOf(data: Uint8Array): readonly Uint8Array[] {
  if (data.length === 0) return []
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const layout = 'ExtraAccountMetaList'
  for (let at = 0; at + 12 <= data.length; ) {
    const begins = at + 12
    const ends = begins + view.getUint32(at + 8, true)
    if (ends > data.length) throw new TernError('layout/wrongSize', { layout, expected: ends, actual: data.length })
    if (!execute.every((byte, i) => data[at + i] === byte)) {
      at = ends
      continue
    }
    const count = ends < begins + 4 ? 0 : view.getUint32(begins, true)
    if (count > maxExtras) throw invalid(maxExtras, count)
    const expected = begins + 4 + count * metaSize
    if (ends < expected) throw new TernError('layout/wrongSize', { layout, expected, actual: ends })
    return Array.from({ length: count }, (_, i) =>
      data.subarray(begins + 4 + i * metaSize, begins + 4 + (i + 1) * metaSize),
    )
  }
  throw new TernError('layout/wrongDiscriminator', { layout })
}

/** The inputs of an entry: the accounts before it, in the order of `Execute`. */
interface Before {
  readonly hook: Address
  readonly index: number
  readonly accounts: readonly (Address | undefined)[]
  /** The data of `Execute`: without the amount, if that is not known yet. */
  readonly instruction: Uint8Array
  readonly dataOf: DataOf
}

/** Size of `Execute`'s data: its discriminator and the amount. */
const instructionSize = 16

function argument({ instruction, index }: Before, from: number, to: number): Uint8Array | undefined {
  if (to > instructionSize) throw invalid(index, to)
  return to > instruction.length ? undefined : instruction.subarray(from, to)
}

function accountAt({ accounts, index }: Before, place: number): Address | undefined {
  if (place >= accounts.length) throw invalid(index, place)
  return accounts[place]
}

function dataAt(before: Before, place: number, from: number, length: number): Uint8Array | undefined {
  const address = accountAt(before, place)
  return address && before.dataOf(address, from, from + length)
}

/**
 * Reads a `Seed` (tlv-account-resolution/src/seeds.rs) at `at`. Returns its bytes and its packed size.
 * Returns `undefined` after the last seed.
 */
function seedAt(packed: Uint8Array, at: number, before: Before): readonly [Uint8Array | undefined, number] | undefined {
  const [kind = 0, a = 0, b = 0, c = 0] = packed.subarray(at)
  const size = [1, 2 + a, 3, 2, 4][kind]
  if (kind === 0) return undefined
  if (size === undefined || at + size > packed.length) throw invalid(before.index, kind)
  if (kind === 1) return [packed.subarray(at + 2, at + size), size]
  if (kind === 2) return [argument(before, a, a + b), size]
  if (kind === 4) return [dataAt(before, a, b, c), size]
  const key = accountAt(before, a)
  return [key && addressBytes(key), size]
}

async function derived(program: Address | undefined, packed: Uint8Array, before: Before): Promise<Address | undefined> {
  const seeds: (Uint8Array | undefined)[] = []
  for (let at = 0; at < packed.length; ) {
    const seed = seedAt(packed, at, before)
    if (seed === undefined) break
    seeds.push(seed[0])
    at += seed[1]
  }
  const known = seeds.filter(seed => seed !== undefined)
  if (program === undefined || known.length < seeds.length) return undefined
  const [address] = await programAddress(program, known)
  return address
}

/** Reads the address at the start of `bytes`. */
export const keyIn = (bytes: Uint8Array): Address => readAddress(new DataView(bytes.buffer, bytes.byteOffset), 0)

/**
 * Resolves an entry to its address. Returns `undefined` if a fact that it needs is not known.
 *
 * @throws TernError `layout/*`, `address/noProgramAddress`.
 * @see `resolve` (tlv-account-resolution/src/account.rs)
 */
async function resolve(meta: Uint8Array, before: Before): Promise<Address | undefined> {
  const [kind = 0] = meta
  const packed = meta.subarray(1, 33)
  if (kind === 0) return keyIn(packed)
  if (kind === 1) return derived(before.hook, packed, before)
  if (kind >= externalFrom) return derived(accountAt(before, kind - externalFrom), packed, before)
  const [from, a = 0, b = 0] = packed
  if (kind !== 2 || (from !== 1 && from !== 2)) throw invalid(before.index, kind)
  const key = from === 1 ? argument(before, a, a + 32) : dataAt(before, a, b, 32)
  return key && keyIn(key)
}

/** An account that `Execute` takes besides the accounts of the transfer. */
export interface ExtraAccount {
  readonly address: Address | undefined
  readonly isSigner: boolean
  readonly isWritable: boolean
}

/**
 * Resolves the extra accounts that the program `hook` takes for `transfer`, like the interface's helpers.
 * An account that appears again gets no more rights than before.
 *
 * @param metas data of the account at `extraMetasAddress`.
 * @throws TernError `layout/*`, `address/noProgramAddress`.
 * @see `add_to_cpi_instruction` (tlv-account-resolution/src/state.rs)
 */
export async function extraAccounts(
  { hook, metas }: { readonly hook: Address; readonly metas: Uint8Array },
  { mint, source, destination, authority, amount }: HookedTransfer,
  dataOf: DataOf,
): Promise<readonly ExtraAccount[]> {
  const given = [source, mint, destination, authority, await extraMetasAddress(hook, mint)]
  const named: ExtraAccount[] = given.map(address => ({ address, isSigner: false, isWritable: false }))
  const instruction = new Uint8Array(amount === undefined ? execute.length : instructionSize)
  instruction.set(execute)
  if (amount !== undefined) new DataView(instruction.buffer).setBigUint64(execute.length, amount, true)
  for (const [index, meta] of metasOf(metas).entries()) {
    const accounts = named.map(({ address }) => address)
    const address = await resolve(meta, { hook, index, accounts, instruction, dataOf })
    const before = named.filter(one => address !== undefined && one.address === address)
    const may = (right: 'isSigner' | 'isWritable') => before.length === 0 || before.some(one => one[right])
    named.push({
      address,
      isSigner: meta[33] !== 0 && may('isSigner'),
      isWritable: meta[34] !== 0 && may('isWritable'),
    })
  }
  return named.slice(given.length)
}
