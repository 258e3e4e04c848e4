import { getProgramDerivedAddress } from '@solana/kit'
import {
  type Address,
  associatedTokenAddress,
  metadataProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { type DerivedKey, deriveKey } from './deriveKey.ts'
import { type Genesis, placeAccount } from './genesis.ts'
import {
  encodeMetadata,
  encodeMint,
  encodeToken2022Account,
  encodeToken2022Mint,
  encodeTokenAccount,
  type Metadata,
  type Token2022Kind,
  type TokenBalance,
} from './tokenAccounts.ts'

/** The origin of the metadata addresses. A server of the world answers these addresses under its own name. */
export const practiceOrigin = 'https://practice.tern.invalid'

/** The address of a token's metadata: JSON with `name`, `symbol`, `description` and `image`. */
export const metadataUri = (mint: Address): string => `${practiceOrigin}/metadata/${mint}.json`

/** The mint's key of a token with a story. */
export const storyMint = (seed: string, symbol: string): Promise<DerivedKey> => deriveKey(seed, `mint ${symbol}`)

/** A mint to place, of SPL Token or, with `token2022`, of Token-2022. It has neither mint nor freeze authority. */
export interface NewMint {
  readonly decimals: number
  readonly supply: bigint
  readonly token2022?: Token2022Kind
  readonly metadata: Metadata
}

/** Places a mint and its metadata, either in a Metaplex account or in the mint itself. */
export async function placeMint(genesis: Genesis, { decimals, supply, token2022, metadata }: NewMint): Promise<void> {
  const { mint } = metadata
  if (token2022 !== undefined) {
    placeAccount(genesis, mint, {
      owner: token2022Program,
      data: encodeToken2022Mint({ supply, decimals }, metadata, token2022),
    })
    return
  }
  placeAccount(genesis, mint, { owner: tokenProgram, data: encodeMint(supply, decimals) })
  const [address, bump] = await getProgramDerivedAddress({
    programAddress: metadataProgram,
    seeds: ['metadata', addressBytes(metadataProgram), addressBytes(mint)],
  })
  placeAccount(genesis, address, { owner: metadataProgram, data: encodeMetadata(metadata, bump) })
}

/** Places the owner's associated token account. */
export async function placeHolding(
  genesis: Genesis,
  { token2022 }: Pick<NewMint, 'token2022'>,
  balance: TokenBalance,
): Promise<Address> {
  const program = token2022 === undefined ? tokenProgram : token2022Program
  const address = await associatedTokenAddress(balance.owner, balance.mint, program)
  const data =
    token2022 === undefined
      ? encodeTokenAccount(balance)
      : encodeToken2022Account(
          balance,
          token2022.transferFeeBps > 0 ? ['immutableOwner', 'transferFeeAmount'] : ['immutableOwner'],
        )
  placeAccount(genesis, address, { owner: program, data })
  return address
}

const sol = 1_000_000_000n

/** A part of a token's supply, and the proportions in which its holders share it. */
interface HeldSupply {
  readonly seed: string
  readonly symbol: string
  readonly mint: Address
  readonly amount: bigint
  readonly parts: readonly bigint[]
}

/** Spreads an amount over holders who never trade. */
export async function placeHolders(
  genesis: Genesis,
  kind: Pick<NewMint, 'token2022'>,
  { seed, symbol, mint, amount, parts }: HeldSupply,
): Promise<void> {
  const whole = parts.reduce((sum, part) => sum + part, 0n)
  let left = amount
  for (const [index, part] of parts.entries()) {
    const { address: owner } = await deriveKey(seed, `holder ${symbol} ${index}`)
    const share = index === parts.length - 1 ? left : (amount * part) / whole
    left -= share
    placeAccount(genesis, owner, { owner: systemProgram, data: new Uint8Array(), lamportsOnTop: sol })
    await placeHolding(genesis, kind, { mint, owner, amount: share })
  }
}
