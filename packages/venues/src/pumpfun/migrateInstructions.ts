import type { Instruction } from '@solana/instructions'
import {
  type Address,
  associatedTokenAddress,
  associatedTokenProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes, programAddress, rentSysvar, struct } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import {
  ammProgram,
  bondingCurveAddress,
  eventAuthority,
  globalAddress,
  migratedPoolAddress,
  poolAuthorityAddress,
  program,
} from './addresses.ts'

/** The global config of the pools' program. Seed: `global_config`. */
export const ammGlobalConfig = 'ADyA8hdefvWN2dbGGWFotbzWxrAvLW83WG6QCVXvJKqw' as Address
/** The event authority of the pools' program. Seed: `__event_authority`. */
export const ammEventAuthority = 'GS4CU59F31iL7aR2Q8zVS8DRrcRnXX1yjQ66TqNVQnaR' as Address

/** `migrate`. */
export const migrateLayout = struct(
  'migrate',
  8,
  {},
  { discriminator: [0x9b, 0xea, 0xe7, 0x92, 0xec, 0x9e, 0xa2, 0x1e] },
)

/** `migrate_v2`. */
export const migrateV2Layout = struct(
  'migrate_v2',
  8,
  {},
  { discriminator: [0xbb, 0xcb, 0x12, 0x1f, 0xce, 0xed, 0xfe, 0x29] },
)

/** The accounts of a migration. Anyone may migrate. `withdrawAuthority` is the authority in `Global`. */
export interface Migration {
  readonly user: Address
  readonly withdrawAuthority: Address
  readonly mint: Address
  readonly tokenProgram: Address
  /** Set only if the curve's quote is not lamports. */
  readonly quote?: { readonly mint: Address; readonly tokenProgram: Address }
}

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(ammProgram, seeds)
  return address
}

/** The accounts that both instructions name, and the two remaining accounts: the pool's boost vault and its authority. */
async function accountsOf({ mint, tokenProgram: program, quote }: Migration) {
  const quoteMint = quote?.mint ?? wrappedNativeMint
  const quoteProgram = quote?.tokenProgram ?? tokenProgram
  const [curve, authority, pool] = await Promise.all([
    bondingCurveAddress(mint),
    poolAuthorityAddress(mint),
    migratedPoolAddress(mint, quoteMint),
  ])
  const [lpMint, boostAuthority] = await Promise.all([
    derive('pool_lp_mint', addressBytes(pool)),
    derive('boost_vault', addressBytes(pool)),
  ])
  const inBase = (owner: Address) => associatedTokenAddress(owner, mint, program)
  const inQuote = (owner: Address) => associatedTokenAddress(owner, quoteMint, quoteProgram)
  return {
    quoteMint,
    quoteProgram,
    curve,
    authority,
    pool,
    lpMint,
    boost: [readonly(boostAuthority), writable(await inQuote(boostAuthority))],
    curveBase: await inBase(curve),
    curveQuote: await inQuote(curve),
    authorityBase: await inBase(authority),
    authorityQuote: await inQuote(authority),
    poolBase: await inBase(pool),
    poolQuote: await inQuote(pool),
    poolTokens: await associatedTokenAddress(authority, lpMint, token2022Program),
  }
}

/** Moves the proceeds of a complete curve in lamports to its pool. */
export async function encodeMigrate(migration: Omit<Migration, 'quote'>): Promise<Instruction> {
  const { user, withdrawAuthority, mint } = migration
  const a = await accountsOf(migration)
  return {
    programAddress: program,
    accounts: [
      readonly(globalAddress),
      writable(withdrawAuthority),
      readonly(mint),
      writable(a.curve),
      writable(a.curveBase),
      writableSigner(user),
      readonly(systemProgram),
      readonly(tokenProgram),
      readonly(ammProgram),
      writable(a.pool),
      writable(a.authority),
      writable(a.authorityBase),
      writable(a.authorityQuote),
      readonly(ammGlobalConfig),
      readonly(wrappedNativeMint),
      writable(a.lpMint),
      writable(a.poolTokens),
      writable(a.poolBase),
      writable(a.poolQuote),
      readonly(token2022Program),
      readonly(associatedTokenProgram),
      readonly(ammEventAuthority),
      readonly(eventAuthority),
      readonly(program),
      readonly(rentSysvar),
      ...a.boost,
    ],
    data: migrateLayout.encode({}),
  }
}

/** Moves the proceeds of a complete curve, in any quote mint, to its pool. */
export async function encodeMigrateV2(migration: Migration): Promise<Instruction> {
  const { user, withdrawAuthority, mint, tokenProgram: baseProgram } = migration
  const a = await accountsOf(migration)
  return {
    programAddress: program,
    accounts: [
      readonly(globalAddress),
      writable(withdrawAuthority),
      readonly(mint),
      readonly(a.quoteMint),
      writable(a.curve),
      writable(a.curveBase),
      writable(a.curveQuote),
      writableSigner(user),
      readonly(systemProgram),
      readonly(ammProgram),
      writable(a.pool),
      writable(a.authority),
      writable(a.authorityBase),
      writable(a.authorityQuote),
      readonly(ammGlobalConfig),
      writable(a.lpMint),
      writable(a.poolTokens),
      writable(a.poolBase),
      writable(a.poolQuote),
      readonly(baseProgram),
      readonly(a.quoteProgram),
      readonly(token2022Program),
      readonly(associatedTokenProgram),
      readonly(ammEventAuthority),
      readonly(rentSysvar),
      readonly(eventAuthority),
      readonly(program),
      ...a.boost,
    ],
    data: migrateV2Layout.encode({}),
  }
}
