import { type AccountSet, type AccountSnapshot, type Address, encodeBase58, systemProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import type { PoolConfig, VirtualPool } from '../src/meteoraDbc/index.ts'
import { hookedConfigLayout, hookedPoolLayout, poolConfigLayout, virtualPoolLayout } from '../src/meteoraDbc/layout.ts'
import { extraMetasAddress } from '../src/transferHook.ts'
import { type DbcShape, makeDbcPool } from './meteoraDbcPools.ts'
import type { PoolCase } from './venueContract.ts'

/** A part of an address's seeds, as `Seed` packs it. */
export type Seed =
  | { readonly literal: string | Uint8Array }
  | { readonly argument: readonly [from: number, length: number] }
  | { readonly key: number }
  | { readonly data: readonly [account: number, from: number, length: number] }

/** An entry of a hook's list of accounts. `rights`: 1 signs, 2 is writable. */
export type Entry = { readonly rights?: number } & (
  | { readonly at: Address }
  | { readonly derived: readonly Seed[]; readonly by?: number }
  | { readonly keyInArgument: number }
  | { readonly keyInData: readonly [account: number, from: number] }
)

function packed(seed: Seed): readonly number[] {
  if ('key' in seed) return [3, seed.key]
  if ('argument' in seed) return [2, ...seed.argument]
  if ('data' in seed) return [4, ...seed.data]
  const bytes = typeof seed.literal === 'string' ? new TextEncoder().encode(seed.literal) : seed.literal
  return [1, bytes.length, ...bytes]
}

/** Packs an `ExtraAccountMeta` like the interface. */
function packedEntry({ rights = 0, ...entry }: Entry): Uint8Array {
  const bytes = new Uint8Array(35)
  bytes.set([rights & 1, rights >> 1], 33)
  if ('at' in entry) bytes.set(addressBytes(entry.at), 1)
  else if ('derived' in entry) {
    bytes[0] = entry.by === undefined ? 1 : 128 + entry.by
    bytes.set(entry.derived.flatMap(packed), 1)
  } else bytes.set('keyInArgument' in entry ? [2, 1, entry.keyInArgument] : [2, 2, ...entry.keyInData])
  return bytes
}

/**
 * Returns the data of the account that lists a hook's accounts.
 * @param before another entry of the account, which is not for transfers.
 */
export function extraMetas(entries: readonly Entry[], before: readonly number[] = []): Uint8Array {
  const bytes = new Uint8Array(before.length + 16 + 35 * entries.length)
  bytes.set([...before, 0x69, 0x25, 0x65, 0xc5, 0x4b, 0xfb, 0x66, 0x1a])
  const view = new DataView(bytes.buffer)
  view.setUint32(before.length + 8, 4 + 35 * entries.length, true)
  view.setUint32(before.length + 12, entries.length, true)
  for (const [i, entry] of entries.entries()) bytes.set(packedEntry(entry), before.length + 16 + 35 * i)
  return bytes
}

export const hookProgram = encodeBase58(new Uint8Array(32).fill(120)) as Address

export function accountOf(owner: Address, data: Uint8Array): AccountSnapshot {
  return { owner, data, lamports: 1_000_000_000n, executable: false, slot: 7n }
}

export interface Hooked {
  /** The data of the account that lists the hook's accounts; `null` if it does not exist. */
  readonly metas: Uint8Array | null
  /** @default `hookProgram` */
  readonly hook?: Address
  /** The data of other accounts. */
  readonly others?: ReadonlyMap<Address, Uint8Array>
}

/** A DBC pool whose token has the transfer hook `hook`, with the accounts for a trade. */
export async function makeHookedPool(
  shape: DbcShape,
  { metas, others, hook = hookProgram }: Hooked,
): Promise<PoolCase> {
  const state = { ...shape.state, pool_type: 1 }
  const plain = await makeDbcPool({ ...shape, config: { ...shape.config, token_type: 1 }, state })
  const [[poolKey, pool], [configKey, config]] = [...plain.accounts] as [
    [Address, AccountSnapshot],
    [Address, AccountSnapshot],
  ]
  const terms: PoolConfig = poolConfigLayout.decode(config.data)
  const decoded: VirtualPool = virtualPoolLayout.decode(pool.data)
  const hooked = { transfer_hook_program: hook, hook_padding: new Uint8Array(48) }
  const accounts: AccountSet = new Map([
    ...plain.accounts,
    [poolKey, { ...pool, data: hookedPoolLayout.encode(decoded) }],
    [configKey, { ...config, data: hookedConfigLayout.encode({ ...terms, ...hooked }) }],
    [await extraMetasAddress(hook, decoded.base_mint), metas && accountOf(hook, metas)],
    ...[...(others ?? [])].map(([key, data]) => [key, accountOf(systemProgram, data)] as const),
  ])
  return { ...plain, accounts }
}
