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

/** Only a program writes to its own accounts. @throws TernError `layout/wrongOwner`. */
export function assertOwned(layout: string, { owner }: AccountSnapshot, program: Address): void {
  if (owner !== program) throw new TernError('layout/wrongOwner', { layout, expected: program, actual: owner })
}

/** The mint of a pool whose program's maths do not speak of fees on transfers. @throws TernError `layout/*`: it takes some, or is no mint. */
export function openUntaxedMint(address: Address, read: AccountSet): TradedMint {
  const mint = decodeTradedMint(address, read.get(address))
  if (mint.extensions.transferFeeConfig !== undefined)
    throw new TernError('layout/invalidValue', { field: 'extensions', value: 'transferFeeConfig' })
  return mint
}

/** What a pool holds of one of its mints. @throws TernError `layout/*`: no token account, or of another mint or `owner`. */
export function openVault(address: Address, read: AccountSet, mint: TradedMint, owner: Address): Vault {
  const vault = decodeVault(address, read.get(address))
  const expected = { program: mint.program, mint: mint.address, owner }
  for (const field of ['program', 'mint', 'owner'] as const)
    if (vault[field] !== expected[field])
      throw new TernError('layout/mismatch', { address, field, expected: expected[field], actual: vault[field] })
  return vault
}

/** What a pool trades of a mint. */
export function tokenOf({ address, decimals, program }: Pick<TradedMint, 'address' | 'decimals' | 'program'>): Token {
  return { mint: address, decimals, program }
}
