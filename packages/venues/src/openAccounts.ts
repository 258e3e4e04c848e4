import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  TernError,
  type Token,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { basisPointsInOne, decodeTradedMint, decodeVault, type TradedMint, type Vault } from '@tern/core/internal'

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

/** Returns the token program of a flag in a pool's account. 0: the token program. Otherwise: Token-2022. */
export function tokenProgramOf(flag: number): Address {
  return flag === 0 ? tokenProgram : token2022Program
}

/**
 * Opens a pool's mint.
 *
 * @param expected the facts of the mint that the pool's account repeats.
 * @throws TernError `layout/*` if the account is not a mint, contradicts `expected`, or has a transfer fee above 100%.
 */
export function openMint(
  address: Address,
  read: AccountSet,
  expected: { readonly program?: Address; readonly decimals?: number },
): TradedMint {
  const mint = decodeTradedMint(address, read.get(address))
  const { program = mint.program, decimals = mint.decimals } = expected
  if (mint.program !== program) mismatch(address, 'owner', program, mint.program)
  if (mint.decimals !== decimals) mismatch(address, 'decimals', String(decimals), String(mint.decimals))
  const fees = mint.extensions.transferFeeConfig
  for (const bps of [fees?.olderTransferFee.transferFeeBasisPoints, fees?.newerTransferFee.transferFeeBasisPoints])
    if (bps !== undefined && BigInt(bps) > basisPointsInOne)
      throw new TernError('layout/invalidValue', { field: 'transferFeeBasisPoints', value: String(bps) })
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
    if (vault[field] !== expected[field]) mismatch(address, field, expected[field], vault[field])
  return vault
}

/** Returns the pool's view of a mint. */
export function tokenOf({ address, decimals, program }: Pick<TradedMint, 'address' | 'decimals' | 'program'>): Token {
  return { mint: address, decimals, program }
}

/** Refuses an account whose field contradicts another account. */
export function mismatch(address: Address, field: string, expected: string, actual: string): never {
  throw new TernError('layout/mismatch', { address, field, expected, actual })
}

/** Returns the oldest slot of the accounts at `addresses`. A loop, because pools are opened at each update. */
export function oldestSlot(read: AccountSet, addresses: readonly Address[]): bigint {
  let oldest: bigint | undefined
  for (const address of addresses) {
    const slot = read.get(address)?.slot ?? 0n
    if (oldest === undefined || slot < oldest) oldest = slot
  }
  return oldest ?? 0n
}
