import type { Address } from '@solana/addresses'
import type { AccountSnapshot } from './account.ts'
import { token2022Program } from './addresses.ts'
import { TernError } from './errors.ts'
import { address, bool, struct, u8, u32, u64 } from './layout.ts'
import { decodeMintExtensions, type MintExtensions } from './mintExtensions.ts'
import { checkTokenProgram, multisigSize } from './tokenAccount.ts'
import { accountTypeOffset, accountTypes } from './tokenExtensions.ts'

/** `spl_token::state::Mint`: the 82 bytes that both token programs share. */
export const mintLayout = struct('Mint', 82, {
  mintAuthorityOption: u32,
  mintAuthority: address,
  supply: u64,
  decimals: u8,
  isInitialized: bool,
  freezeAuthorityOption: u32,
  freezeAuthority: address,
})

export interface Mint {
  readonly address: Address
  readonly program: Address
  readonly decimals: number
  /** Raw units. */
  readonly supply: bigint
  readonly mintAuthority: Address | null
  readonly freezeAuthority: Address | null
  readonly extensions: MintExtensions
}

/**
 * A mint of either token program, as spl-token's `unpackMint` reads it.
 * @throws TernError `token/accountNotFound`, `layout/tokenAccountOwner`, `layout/tokenAccountSize` when too short,
 * `layout/tokenMint` when it is not a mint or not initialized, `layout/extension`.
 */
export function decodeMint(address: Address, account: AccountSnapshot | null | undefined): Mint {
  const { data, owner } = checkTokenProgram(address, account)
  if (data.length < mintLayout.size) throw new TernError('layout/tokenAccountSize', { address, length: data.length })
  const isExtended = data.length > mintLayout.size
  if (isExtended) {
    if (data.length <= accountTypeOffset || data.length === multisigSize || owner !== token2022Program)
      throw new TernError('layout/tokenAccountSize', { address, length: data.length })
    if (data[accountTypeOffset] !== accountTypes.mint) throw new TernError('layout/tokenMint', { address })
  }
  const raw = mintLayout.view(data, 'atLeast')
  if (data[mintLayout.offsets.isInitialized] !== 1) throw new TernError('layout/tokenMint', { address })
  return {
    address,
    program: owner,
    decimals: raw.decimals,
    supply: raw.supply,
    mintAuthority: raw.mintAuthorityOption === 0 ? null : raw.mintAuthority,
    freezeAuthority: raw.freezeAuthorityOption === 0 ? null : raw.freezeAuthority,
    extensions: isExtended ? decodeMintExtensions(data) : { names: [] },
  }
}
