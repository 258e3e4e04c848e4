import { type Address, type Mint, rentExemption, tokenAccountSize, tokenProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { program } from '@tern/venues/raydiumLaunchlab'
import type { Script } from '../../effects/script.ts'
import { checkSeeds, type NamedAccount } from '../anchor.ts'
import { createAccount, initializeTokenAccount } from '../tokenCalls.ts'

/** The size of the program's vaults: the extensions that the mint requires, without `ImmutableOwner`. */
export function vaultSize(mint: Pick<Mint, 'program' | 'extensions'>): number {
  if (mint.program === tokenProgram) return tokenAccountSize(mint)
  const withoutImmutableOwner = tokenAccountSize(mint) - 4
  return withoutImmutableOwner === 166 ? 165 : withoutImmutableOwner
}

export interface NewVault {
  readonly system: NamedAccount
  readonly payer: NamedAccount
  readonly tokens: NamedAccount
  readonly account: NamedAccount
  readonly mint: NamedAccount
  readonly owner: Address
  readonly size: number
}

/** Opens a token account at a program address. */
export function openVault(script: Script, vault: NewVault, seeds: readonly Uint8Array[]): void {
  const { system, payer, tokens, account, mint, owner, size: space } = vault
  const created = { system, payer, account, owner: tokens.address, space, rent: rentExemption(space) }
  createAccount(script, created, [seeds])
  initializeTokenAccount(script, tokens, { account, mint, owner })
}

/** `["pool_vault", pool, mint]`. */
export const poolVaultSeeds = (account: NamedAccount, pool: NamedAccount, mint: NamedAccount): readonly Uint8Array[] =>
  checkSeeds(account, program, 'pool_vault', addressBytes(pool.address), addressBytes(mint.address))
