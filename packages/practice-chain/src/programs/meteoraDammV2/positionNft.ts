import { type Address, rentExemption, token2022Program } from '@tern/core'
import { poolAuthority } from '@tern/venues/meteoraDammV2/internal'
import type { Script } from '../../effects/script.ts'
import type { NamedAccount } from '../anchor.ts'
import {
  createAccount,
  initializeCloseAuthority,
  initializeMetadataPointer,
  initializeMint,
  initializeMintMetadata,
  initializeTokenAccount,
  mintTo,
  transferLamports,
} from '../tokenCalls.ts'
import { authoritySeeds } from './pool.ts'

/** A mint with a metadata pointer and a close authority, before its metadata. */
const mintSize = 166 + 68 + 36
const accountSize = 165
const name = 'Meteora Position NFT'
const symbol = 'MPN'
const uri = 'https://raw.githubusercontent.com/MeteoraAg/token-metadata/main/meteora_position_nft.png'
/** Type and length, authority and mint, three texts with their lengths, and the number of additional pairs. */
const metadataSize = 4 + 32 + 32 + 4 + name.length + 4 + symbol.length + 4 + uri.length + 4

/** The accounts of a position's NFT, by the names of `InitializePoolCtx`. */
export interface NftAccounts {
  readonly position_nft_mint: NamedAccount
  readonly position_nft_account: NamedAccount
  readonly payer: NamedAccount
  readonly pool_authority: NamedAccount
  readonly token_2022_program: NamedAccount
  readonly system_program: NamedAccount
}

/** Anchor's `init` of both accounts: a mint that the pool may freeze, and the creator's token account. */
export function openNft(
  script: Script,
  a: NftAccounts,
  {
    pool,
    creator,
    accountSeeds,
  }: { readonly pool: Address; readonly creator: Address; readonly accountSeeds: readonly Uint8Array[] },
): void {
  const { position_nft_mint: mint, token_2022_program: tokens, system_program: system, payer } = a
  const open = (account: NamedAccount, space: number, seeds: readonly (readonly Uint8Array[])[]) =>
    createAccount(script, { system, payer, account, owner: token2022Program, space, rent: rentExemption(space) }, seeds)
  open(mint, mintSize, [])
  initializeMetadataPointer(script, tokens, { mint, authority: poolAuthority })
  initializeCloseAuthority(script, tokens, { mint, authority: poolAuthority })
  initializeMint(script, tokens, { mint, decimals: 0, authority: poolAuthority, freezer: pool })
  open(a.position_nft_account, accountSize, [accountSeeds])
  initializeTokenAccount(script, tokens, { account: a.position_nft_account, mint, owner: creator })
}

/**
 * `create_position_nft` (instructions/ix_create_position.rs): writes the metadata, pays its rent, and mints the only
 * token.
 */
export function mintNft(script: Script, a: NftAccounts): void {
  const { position_nft_mint: mint, pool_authority: authority, token_2022_program: tokens } = a
  initializeMintMetadata(script, { program: tokens, mint, authority, name, symbol, uri }, [authoritySeeds])
  const more = rentExemption(mintSize + metadataSize) - rentExemption(mintSize)
  transferLamports(script, a.system_program, { from: a.payer, to: mint, lamports: more })
  mintTo(script, { program: tokens, mint, account: a.position_nft_account, authority, amount: 1n }, [authoritySeeds])
}
