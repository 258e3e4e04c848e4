import { systemProgram, tokenProgram } from '@tern/core'
import { deriveKey } from '../../../world/deriveKey.ts'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import { type RangeStory, rangeStories } from '../../../world/stories.ts'
import { metadataUri, placeHolders, placeHolding, placeMint, storyMint } from '../../../world/token.ts'
import {
  type PoolPlacing,
  type PoolSeed,
  type WorldToken,
  type WorldVenue,
  worldToken,
} from '../../../world/worldVenue.ts'
import { placeConfigs, placePool } from './pool.ts'

const sol = 1_000_000_000n
const marketMakerPercent = 15n
/** Holders share the rest of the supply in these proportions, after the pool's part and the market maker's. */
const holderParts = [6n, 3n, 1n]

const supplyOf = ({ supply, decimals }: RangeStory): bigint => supply * 10n ** BigInt(decimals)
const pooledOf = (story: RangeStory): bigint => (supplyOf(story) * story.poolPercent) / 100n

/** Tokens in pools of concentrated liquidity against wrapped SOL. */
export const raydiumClmmToken: WorldVenue = {
  protocols: ['raydium_clmm'],
  begin: placeConfigs,
  pools: rangeStories.map(seedOf),
}

function seedOf(story: RangeStory): PoolSeed {
  const openingPrice = Number(story.poolSol * sol) / Number(pooledOf(story))
  return { ...story, openingPrice, place: (genesis, placing) => placeToken(genesis, story, placing) }
}

/** Places the token's mint, its pool, its holders, and the market maker's part. */
async function placeToken(
  genesis: Genesis,
  story: RangeStory,
  { seed, marketMaker, presentSeconds }: PoolPlacing,
): Promise<WorldToken> {
  const { symbol, name, decimals, config, ranges } = story
  const { address: mint } = await storyMint(seed, symbol)
  const { address: creator } = await deriveKey(seed, `creator ${symbol}`)
  const supply = supplyOf(story)
  placeAccount(genesis, creator, { owner: systemProgram, data: new Uint8Array(), lamportsOnTop: 2n * sol })
  const metadata = { mint, updateAuthority: creator, name, symbol, uri: metadataUri(mint) }
  await placeMint(genesis, { decimals, supply, metadata })
  const opening = { tokens: pooledOf(story), lamports: story.poolSol * sol }
  const pool = await placePool(genesis, { config, creator, mint, decimals, ranges, ...opening })
  const marketMakers = (supply * marketMakerPercent) / 100n
  await placeHolding(genesis, {}, { mint, owner: marketMaker, amount: marketMakers })
  const rest = supply - pool.tokens - marketMakers
  await placeHolders(genesis, {}, { seed, symbol, mint, amount: rest }, holderParts)
  return worldToken(story, {
    ...{ mint, pool: pool.address, protocol: 'raydium_clmm', stage: 'pool', decimals, program: tokenProgram },
    createdAtSeconds: Number(presentSeconds - story.ageMinutes * 60n),
  })
}
