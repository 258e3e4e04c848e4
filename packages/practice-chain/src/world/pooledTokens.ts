import { type Address, systemProgram, token2022Program, tokenProgram } from '@tern/core'
import type { Protocol } from '@tern/venues'
import { deriveKey } from './deriveKey.ts'
import { type Genesis, placeAccount } from './genesis.ts'
import type { PooledStory } from './stories.ts'
import { metadataUri, placeHolders, placeHolding, placeMint, storyMint } from './token.ts'
import type { Token2022Kind } from './tokenAccounts.ts'
import { type PoolPlacing, type PoolSeed, type WorldToken, worldToken } from './worldVenue.ts'

const sol = 1_000_000_000n
const marketMakerPercent = 15n

/** A token whose mint is of Token-2022 if `token2022` is set. */
type Story = PooledStory & { readonly token2022?: Token2022Kind }

/** The accounts and amounts of a pool of a token against wrapped SOL, before it is placed. */
export interface NewPooled {
  readonly creator: Address
  readonly mint: Address
  /** The token program that owns the mint. */
  readonly mintProgram: Address
  readonly decimals: number
  /** 0 without a transfer fee. */
  readonly transferFeeBps: number
  /** Raw units. */
  readonly tokens: bigint
  readonly lamports: bigint
  readonly openTimeSeconds: bigint
}

/** A program's tokens that have a pool at the beginning of the world. */
export interface PooledTokens<S extends Story> {
  readonly protocol: Protocol
  /** Most liquid first. */
  readonly stories: readonly S[]
  /** Holders share the rest of the supply in these proportions, after the pool's part and the market maker's. */
  readonly holderParts: readonly bigint[]
  /**
   * Places the pool's accounts.
   *
   * @param story of the token, with the world's seed.
   * @returns the pool, and the raw units of the token that it holds.
   */
  placePool(
    genesis: Genesis,
    pool: NewPooled,
    story: S & { readonly seed: string },
  ): Promise<{ readonly address: Address; readonly tokens: bigint }>
}

/** Places pools that name an order book's market. Each token has a market of its own. */
export const withMarket =
  (place: (genesis: Genesis, pool: NewPooled & { readonly market: Address }) => Promise<Address>) =>
  async (genesis: Genesis, pool: NewPooled, { seed, symbol }: { readonly seed: string; readonly symbol: string }) => {
    const { address: market } = await deriveKey(seed, `market ${symbol}`)
    return { address: await place(genesis, { ...pool, market }), tokens: pool.tokens }
  }

/** Turns stories into tokens: a mint, a pool against wrapped SOL, holders, and the market maker's part. */
export function pooledTokens<S extends Story>(tokens: PooledTokens<S>): readonly PoolSeed[] {
  return tokens.stories.map(story => ({
    ...story,
    openingPrice: Number(story.poolSol * sol) / Number(pooledPart(story)),
    place: (genesis, placing) => placeToken(genesis, placing, { ...tokens, story }),
  }))
}

const supplyOf = ({ supply, decimals }: Story): bigint => supply * 10n ** BigInt(decimals)
const pooledPart = (story: Story): bigint => (supplyOf(story) * story.poolPercent) / 100n

async function placeToken<S extends Story>(
  genesis: Genesis,
  { seed, marketMaker, presentSeconds }: PoolPlacing,
  { story, protocol, holderParts: parts, placePool }: PooledTokens<S> & { readonly story: S },
): Promise<WorldToken> {
  const { symbol, name, decimals, token2022 } = story
  const { address: mint } = await storyMint(seed, symbol)
  const { address: creator } = await deriveKey(seed, `creator ${symbol}`)
  const program = token2022 === undefined ? tokenProgram : token2022Program
  const supply = supplyOf(story)
  placeAccount(genesis, creator, { owner: systemProgram, data: new Uint8Array(), lamportsOnTop: 2n * sol })
  const metadata = { mint, updateAuthority: creator, name, symbol, uri: metadataUri(mint) }
  await placeMint(genesis, { ...story, supply, metadata })

  const openTimeSeconds = presentSeconds - story.ageMinutes * 60n
  const opening = {
    ...{ creator, mint, mintProgram: program, decimals, transferFeeBps: token2022?.transferFeeBps ?? 0 },
    ...{ tokens: pooledPart(story), lamports: story.poolSol * sol, openTimeSeconds },
  }
  const { address: pool, tokens: inPool } = await placePool(genesis, opening, { ...story, seed })
  const marketMakers = (supply * marketMakerPercent) / 100n
  await placeHolding(genesis, story, { mint, owner: marketMaker, amount: marketMakers })
  await placeHolders(genesis, story, { seed, symbol, mint, amount: supply - inPool - marketMakers, parts })
  const createdAtSeconds = Number(openTimeSeconds)
  return worldToken(story, { mint, pool, protocol, stage: 'pool', decimals, program, createdAtSeconds })
}
