import type { Address } from '@solana/addresses'
import { token2022Program } from './addresses.ts'
import type { Mint, TradedMint } from './mint.ts'
import { multisigSize, tokenAccountLayout } from './tokenAccount.ts'
import { accountTypeOffset, extensionNames } from './tokenExtensions.ts'

/** `ExtensionType::ImmutableOwner`. */
const immutableOwner = 7

/**
 * Maps the number of a mint's extension to the extensions that it puts on every token account of the mint.
 * Each has its number and the bytes of its data.
 * @see Token-2022's `required_init_account_extensions`
 */
const required: { readonly [type: number]: readonly (readonly [type: number, size: number])[] } = {
  /** `TransferFeeConfig`: the account counts the withheld fees. */
  1: [[2, 8]],
  /** `NonTransferable`. */
  9: [
    [13, 0],
    [immutableOwner, 0],
  ],
  /** `TransferHook`: the account has a flag for a transfer in progress. */
  14: [[15, 1]],
  /** `Pausable`. */
  26: [[27, 0]],
}

/** The max bytes of an associated token account: with every extension that a Token-2022 mint can put on its accounts. */
export const maxTokenAccountSize = 195

/**
 * Computes the bytes of a mint's associated token accounts: 165 for the token program, 170 and more for Token-2022.
 * Token-2022 adds `ImmutableOwner` to each, and the extensions that the mint's own extensions require.
 *
 * @example
 * tokenAccountSize({ program: token2022Program, extensions: { names: ['transferFeeConfig'] } }) // 182 bytes
 */
export function tokenAccountSize({ program, extensions }: Pick<Mint, 'program' | 'extensions'>): number {
  return sizeWith(
    program,
    extensions.names.map(name => (name === 'unknown' ? -1 : extensionNames.indexOf(name))),
  )
}

/**
 * Computes the bytes of a mint's associated token accounts, like `tokenAccountSize`, from `decodeTradedMint`.
 *
 * @example
 * tradedAccountSize({ program: tokenProgram, extensions: { raw: [] } }) // 165 bytes
 */
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
