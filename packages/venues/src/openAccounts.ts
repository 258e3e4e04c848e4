import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  decodeTradedMint,
  decodeVault,
  TernError,
  type Token,
  type TradedMint,
  type Vault,
} from '@tern/core'

/**
 * Checks that `program` owns the account, because only the owner can write to it.
 * @throws TernError `layout/wrongOwner`.
 */
export function assertOwned(layout: string, { owner }: AccountSnapshot, program: Address): void {
  if (owner !== program) throw new TernError('layout/wrongOwner', { layout, expected: program, actual: owner })
}

/**
 * Opens the mint of a pool whose program's maths ignore transfer fees.
 * @throws TernError `layout/*` if the mint has a transfer fee extension, or if the account is not a mint.
 */
export function openUntaxedMint(address: Address, read: AccountSet): TradedMint {
  const mint = decodeTradedMint(address, read.get(address))
  if (mint.extensions.transferFeeConfig !== undefined)
    throw new TernError('layout/invalidValue', { field: 'extensions', value: 'transferFeeConfig' })
  return mint
}

/**
 * Opens a pool's token account.
 * @throws TernError `layout/*` if it is not a token account, or belongs to another mint, token program or owner.
 */
export function openVault(address: Address, read: AccountSet, mint: TradedMint, owner: Address): Vault {
  const vault = decodeVault(address, read.get(address))
  const expected = { program: mint.program, mint: mint.address, owner }
  for (const field of ['program', 'mint', 'owner'] as const)
    if (vault[field] !== expected[field])
      throw new TernError('layout/mismatch', { address, field, expected: expected[field], actual: vault[field] })
  return vault
}

/** Returns the pool's view of a mint. */
export function tokenOf({ address, decimals, program }: Pick<TradedMint, 'address' | 'decimals' | 'program'>): Token {
  return { mint: address, decimals, program }
}
