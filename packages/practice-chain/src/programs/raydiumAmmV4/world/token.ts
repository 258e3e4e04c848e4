import { systemProgram, tokenProgram } from '@tern/core'
import { deriveKey } from '../../../world/deriveKey.ts'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import { ammV4Stories, type PooledStory } from '../../../world/stories.ts'
import { metadataUri, placeHolders, placeHolding, placeMint, storyMint } from '../../../world/token.ts'
import {
  type PoolPlacing,
  type PoolSeed,
  type WorldToken,
  type WorldVenue,
  worldToken,
} from '../../../world/worldVenue.ts'
import { placeAuthority, placePool } from './pool.ts'

const sol = 1_000_000_000n
const marketMakerPercent = 15n
/** Holders share the rest of the supply in these proportions, after the pool's part and the market maker's. */
const holderParts = [6n, 3n, 1n]

const supplyOf = ({ supply, decimals }: PooledStory): bigint => supply * 10n ** BigInt(decimals)
const inPoolOf = (story: PooledStory): bigint => (supplyOf(story) * story.poolPercent) / 100n

/** Old tokens, each in an AMM v4 pool against wrapped SOL. */
export const raydiumAmmV4Token: WorldVenue = {
  protocols: ['raydiumammv4'],
  begin: placeAuthority,
  pools: ammV4Stories.map(seedOf),
}

function seedOf(story: PooledStory): PoolSeed {
  const openingPrice = Number(story.poolSol * sol) / Number(inPoolOf(story))
  return { ...story, openingPrice, place: (genesis, placing) => placeToken(genesis, story, placing) }
}

/** Places the token's mint, its pool, its holders, and the market maker's part. */
async function placeToken(
  genesis: Genesis,
  story: PooledStory,
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

  const openTimeSeconds = presentSeconds - story.ageMinutes * 60n
  const tokens = inPoolOf(story)
  const lamports = story.poolSol * sol
  const pool = await placePool(genesis, { market, creator, mint, decimals, tokens, lamports, openTimeSeconds })
  const marketMakers = (supply * marketMakerPercent) / 100n
  await placeHolding(genesis, {}, { mint, owner: marketMaker, amount: marketMakers })
  await placeHolders(genesis, {}, { seed, symbol, mint, amount: supply - tokens - marketMakers }, holderParts)
  const createdAtSeconds = Number(openTimeSeconds)
  const program = tokenProgram
  return worldToken(story, {
    ...{ mint, pool, protocol: 'raydiumammv4', stage: 'pool', decimals, program, createdAtSeconds },
  })
}
