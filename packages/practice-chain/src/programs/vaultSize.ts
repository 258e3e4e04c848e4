import { type Mint, tokenAccountSize, tokenProgram } from '@tern/core'

/**
 * Bytes of a token account that an Anchor program opens: the extensions that the mint requires, without
 * `ImmutableOwner`.
 */
export function vaultSize(mint: Mint): number {
  if (mint.program === tokenProgram) return tokenAccountSize(mint)
  const withoutImmutableOwner = tokenAccountSize(mint) - 4
  return withoutImmutableOwner === 166 ? 165 : withoutImmutableOwner
}
