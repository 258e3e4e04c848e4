import type { Address } from '@solana/addresses'
import { token2022Program } from './addresses.ts'
import type { Mint, TradedMint } from './mint.ts'
import { multisigSize, tokenAccountLayout } from './tokenAccount.ts'
import { accountTypeOffset, extensionNames } from './tokenExtensions.ts'

/** `ExtensionType::ImmutableOwner`. */
const immutableOwner = 7

/**
 * What a mint's extension puts on every token account of it, both by number, with the bytes of its data
 * (`required_init_account_extensions`).
 */
const required: { readonly [type: number]: readonly (readonly [type: number, size: number])[] } = {
  /** The fee on transfers: what was withheld of them. */
  1: [[2, 8]],
  /** Not transferable: nor is the account. */
  9: [
    [13, 0],
    [immutableOwner, 0],
  ],
  /** The transfer hook: whether one is under way. */
  14: [[15, 1]],
  /** Pausable. */
  26: [[27, 0]],
}

/** The max bytes of any associated token account: Token-2022's, with everything that a mint's extensions can put on it. */
export const maxTokenAccountSize = 195

/**
 * Bytes that the associated token account of `mint` takes: 165 for the token program; for Token-2022, which adds
 * `ImmutableOwner` to each and what the mint's extensions ask for, 170 and more.
 */
export function tokenAccountSize({ program, extensions }: Pick<Mint, 'program' | 'extensions'>): number {
  return sizeWith(
    program,
    extensions.names.map(name => (name === 'unknown' ? -1 : extensionNames.indexOf(name))),
  )
}

/** The same of a mint that is traded. */
export function tradedAccountSize({ program, extensions }: Pick<TradedMint, 'program' | 'extensions'>): number {
  return sizeWith(
    program,
    extensions.raw.map(({ type }) => type),
  )
}

function sizeWith(program: Address, types: readonly number[]): number {
  if (program !== token2022Program) return tokenAccountLayout.size
  const sizes = new Map([[immutableOwner, 0]])
  for (const type of types) for (const [needed, size] of required[type] ?? []) sizes.set(needed, size)
  let total = accountTypeOffset + 1
  for (const size of sizes.values()) total += 4 + size
  return total === multisigSize ? total + 2 : total
}
