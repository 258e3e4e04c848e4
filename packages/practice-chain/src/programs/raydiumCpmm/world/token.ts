import { systemProgram, token2022Program, tokenProgram } from '@tern/core'
import { raydiumCpmmLiquidity } from '@tern/venues/raydiumCpmm/liquidity'
import { deriveKey } from '../../../world/deriveKey.ts'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import { type PoolStory, poolStories } from '../../../world/stories.ts'
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
const holderParts = [8n, 4n, 2n, 1n]

const supplyOf = ({ supply, decimals }: PoolStory): bigint => supply * 10n ** BigInt(decimals)
const inPoolOf = (story: PoolStory): bigint => (supplyOf(story) * story.poolPercent) / 100n

/** The established tokens, each in a CPMM pool against wrapped SOL. */
export const raydiumCpmmToken: WorldVenue = {
  protocols: ['raydium_cpmm'],
  begin: placeConfigs,
  pools: poolStories.map(seedOf),
  liquidity: raydiumCpmmLiquidity,
}

function seedOf(story: PoolStory): PoolSeed {
  const openingPrice = Number(story.poolSol * sol) / Number(inPoolOf(story))
  return { ...story, openingPrice, place: (genesis, placing) => placeToken(genesis, story, placing) }
}

/** Places the token's mint, its pool, its holders, and the market maker's part. */
async function placeToken(
  genesis: Genesis,
  story: PoolStory,
  { seed, marketMaker, presentSeconds }: PoolPlacing,
): Promise<WorldToken> {
  const { symbol, name, decimals } = story
  const { address: mint } = await storyMint(seed, symbol)
  const { address: creator } = await deriveKey(seed, `creator ${symbol}`)
  const program = story.token2022 === undefined ? tokenProgram : token2022Program
  const supply = supplyOf(story)
  placeAccount(genesis, creator, { owner: systemProgram, data: new Uint8Array(), lamportsOnTop: 2n * sol })
  const metadata = { mint, updateAuthority: creator, name, symbol, uri: metadataUri(mint) }
  await placeMint(genesis, { ...story, supply, metadata })

  const openTimeSeconds = presentSeconds - story.ageMinutes * 60n
  const inPool = inPoolOf(story)
  const pool = await placePool(genesis, {
    config: story.config,
    creator,
    mint,
    decimals,
    mintProgram: program,
    transferFeeBps: story.token2022?.transferFeeBps ?? 0,
    tokens: inPool,
    lamports: story.poolSol * sol,
    creatorFeeOn: story.creatorFeeOn,
    openTimeSeconds,
  })
  const marketMakers = (supply * marketMakerPercent) / 100n
  await placeHolding(genesis, story, { mint, owner: marketMaker, amount: marketMakers })
  await placeHolders(genesis, story, { seed, symbol, mint, amount: supply - inPool - marketMakers }, holderParts)
  const createdAtSeconds = Number(openTimeSeconds)
  return worldToken(story, {
    ...{ mint, pool, protocol: 'raydium_cpmm', stage: 'pool', decimals, program, createdAtSeconds },
  })
}
