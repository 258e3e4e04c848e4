import { systemProgram, token2022Program, tokenProgram } from '@tern/core'
import { deriveKey } from '../../../world/deriveKey.ts'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import { type DammV2Story, dammV2Stories } from '../../../world/stories.ts'
import { metadataUri, placeHolders, placeHolding, placeMint, storyMint } from '../../../world/token.ts'
import {
  type PoolPlacing,
  type PoolSeed,
  type WorldToken,
  type WorldVenue,
  worldToken,
} from '../../../world/worldVenue.ts'
import { placeConfigs, placeDammV2Pool } from './pool.ts'

const sol = 1_000_000_000n
const marketMakerPercent = 15n
/** Holders share the rest of the supply in these proportions, after the pool's part and the market maker's. */
const holderParts = [7n, 5n, 3n]

const supplyOf = ({ supply, decimals }: DammV2Story): bigint => supply * 10n ** BigInt(decimals)
const aboutInPool = (story: DammV2Story): bigint => (supplyOf(story) * story.poolPercent) / 100n

/** Tokens in DAMM v2 pools against wrapped SOL, each with its own fee. */
export const meteoraDammV2Token: WorldVenue = {
  protocols: ['meteora_damm_v2'],
  begin: placeConfigs,
  pools: dammV2Stories.map(seedOf),
}

function seedOf(story: DammV2Story): PoolSeed {
  const openingPrice = Number(story.poolSol * sol) / Number(aboutInPool(story))
  return { ...story, openingPrice, place: (genesis, placing) => placeToken(genesis, story, placing) }
}

/** Places the token's mint, its pool, its holders, and the market maker's part. */
async function placeToken(
  genesis: Genesis,
  story: DammV2Story,
  { seed, marketMaker, presentSeconds }: PoolPlacing,
): Promise<WorldToken> {
  const { symbol, name, decimals } = story
  const { address: mint } = await storyMint(seed, symbol)
  const { address: creator } = await deriveKey(seed, `creator ${symbol}`)
  const { address: nftMint } = await deriveKey(seed, `position ${symbol}`)
  const program = story.token2022 === undefined ? tokenProgram : token2022Program
  const supply = supplyOf(story)
  placeAccount(genesis, creator, { owner: systemProgram, data: new Uint8Array(), lamportsOnTop: 2n * sol })
  const metadata = { mint, updateAuthority: creator, name, symbol, uri: metadataUri(mint) }
  await placeMint(genesis, { ...story, supply, metadata })

  const openTimeSeconds = presentSeconds - story.ageMinutes * 60n
  const { address: pool, tokens: inPool } = await placeDammV2Pool(genesis, {
    ...{ creator, nftMint, mint, mintProgram: program, transferFeeBps: story.token2022?.transferFeeBps ?? 0 },
    ...{ tokens: aboutInPool(story), lamports: story.poolSol * sol, openTimeSeconds },
    ...{ liquidity: story.liquidity, baseFee: story.baseFee, isVolatile: story.isVolatile },
  })
  const marketMakers = (supply * marketMakerPercent) / 100n
  await placeHolding(genesis, story, { mint, owner: marketMaker, amount: marketMakers })
  await placeHolders(genesis, story, { seed, symbol, mint, amount: supply - inPool - marketMakers }, holderParts)
  const createdAtSeconds = Number(openTimeSeconds)
  return worldToken(story, {
    ...{ mint, pool, protocol: 'meteora_damm_v2', stage: 'pool', decimals, program, createdAtSeconds },
  })
}
