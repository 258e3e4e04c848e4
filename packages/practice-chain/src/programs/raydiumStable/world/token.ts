import { systemProgram, tokenProgram } from '@tern/core'
import { deriveKey } from '../../../world/deriveKey.ts'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import { type StableStory, stableStories } from '../../../world/stories.ts'
import { metadataUri, placeHolders, placeHolding, placeMint, storyMint } from '../../../world/token.ts'
import {
  type PoolPlacing,
  type PoolSeed,
  type WorldToken,
  type WorldVenue,
  worldToken,
} from '../../../world/worldVenue.ts'
import { placeModel, placeStablePool } from './pool.ts'

const sol = 1_000_000_000n
const marketMakerPercent = 15n
/** Holders share the rest of the supply in these proportions, after the pool's part and the market maker's. */
const holderParts = [6n, 3n, 2n]

const supplyOf = ({ supply, decimals }: StableStory): bigint => supply * 10n ** BigInt(decimals)
const inPoolOf = (story: StableStory): bigint => (supplyOf(story) * story.poolPercent) / 100n

/** Tokens of about the value of SOL, each in a stable pool against wrapped SOL. */
export const raydiumStableToken: WorldVenue = {
  protocols: ['raydium_stable'],
  begin: placeModel,
  pools: stableStories.map(seedOf),
}

function seedOf(story: StableStory): PoolSeed {
  const openingPrice = Number(story.poolSol * sol) / Number(inPoolOf(story))
  return { ...story, openingPrice, place: (genesis, placing) => placeToken(genesis, story, placing) }
}

/** Places the token's mint, its pool, its holders, and the market maker's part. */
async function placeToken(
  genesis: Genesis,
  story: StableStory,
  { seed, marketMaker, presentSeconds }: PoolPlacing,
): Promise<WorldToken> {
  const { symbol, name, decimals } = story
  const { address: mint } = await storyMint(seed, symbol)
  const { address: creator } = await deriveKey(seed, `creator ${symbol}`)
  const { address: market } = await deriveKey(seed, `market ${symbol}`)
  const supply = supplyOf(story)
  placeAccount(genesis, creator, { owner: systemProgram, data: new Uint8Array(), lamportsOnTop: 2n * sol })
  const metadata = { mint, updateAuthority: creator, name, symbol, uri: metadataUri(mint) }
  await placeMint(genesis, { decimals, supply, metadata })
  const inPool = inPoolOf(story)
  const lamports = story.poolSol * sol
  const pool = await placeStablePool(genesis, { creator, market, mint, decimals, tokens: inPool, lamports })
  const marketMakers = (supply * marketMakerPercent) / 100n
  await placeHolding(genesis, {}, { mint, owner: marketMaker, amount: marketMakers })
  await placeHolders(genesis, {}, { seed, symbol, mint, amount: supply - inPool - marketMakers }, holderParts)
  const createdAtSeconds = Number(presentSeconds - story.ageMinutes * 60n)
  return worldToken(story, {
    ...{ mint, pool, protocol: 'raydium_stable', stage: 'pool', decimals, program: tokenProgram, createdAtSeconds },
  })
}
