import { systemProgram, tokenProgram } from '@tern/core'
import { deriveKey } from '../../../world/deriveKey.ts'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import { type DammV1Story, dammV1Stories } from '../../../world/stories.ts'
import { metadataUri, placeHolders, placeHolding, placeMint, storyMint } from '../../../world/token.ts'
import {
  type PoolPlacing,
  type PoolSeed,
  type WorldToken,
  type WorldVenue,
  worldToken,
} from '../../../world/worldVenue.ts'
import { placeDammV1Pool, placeSolVault } from './pool.ts'

const sol = 1_000_000_000n
const marketMakerPercent = 15n
/** Holders share the rest of the supply in these proportions, after the pool's part and the market maker's. */
const holderParts = [6n, 4n, 3n]

const supplyOf = ({ supply, decimals }: DammV1Story): bigint => supply * 10n ** BigInt(decimals)
const inPoolOf = (story: DammV1Story): bigint => (supplyOf(story) * story.poolPercent) / 100n

/** Tokens in DAMM v1 pools against wrapped SOL. All pools keep their SOL in one vault. */
export const meteoraDammV1Token: WorldVenue = {
  protocols: ['meteora_damm_v1'],
  begin: placeSolVault,
  pools: dammV1Stories.map(seedOf),
}

function seedOf(story: DammV1Story): PoolSeed {
  const openingPrice = Number(story.poolSol * sol) / Number(inPoolOf(story))
  return { ...story, openingPrice, place: (genesis, placing) => placeToken(genesis, story, placing) }
}

/** Places the token's mint, its pool, its holders, and the market maker's part. */
async function placeToken(
  genesis: Genesis,
  story: DammV1Story,
  { seed, marketMaker, presentSeconds }: PoolPlacing,
): Promise<WorldToken> {
  const { symbol, name, decimals } = story
  const { address: mint } = await storyMint(seed, symbol)
  const { address: creator } = await deriveKey(seed, `creator ${symbol}`)
  const supply = supplyOf(story)
  placeAccount(genesis, creator, { owner: systemProgram, data: new Uint8Array(), lamportsOnTop: 2n * sol })
  const metadata = { mint, updateAuthority: creator, name, symbol, uri: metadataUri(mint) }
  await placeMint(genesis, { ...story, supply, metadata })

  const openTimeSeconds = presentSeconds - story.ageMinutes * 60n
  const inPool = inPoolOf(story)
  const pool = await placeDammV1Pool(genesis, {
    ...{ creator, mint, decimals, tokens: inPool, lamports: story.poolSol * sol, openTimeSeconds },
    ...{ tradeFee: story.tradeFee, lockedPercent: story.lockedPercent },
  })
  const marketMakers = (supply * marketMakerPercent) / 100n
  await placeHolding(genesis, {}, { mint, owner: marketMaker, amount: marketMakers })
  await placeHolders(genesis, {}, { seed, symbol, mint, amount: supply - inPool - marketMakers }, holderParts)
  const createdAtSeconds = Number(openTimeSeconds)
  return worldToken(story, {
    ...{ mint, pool, protocol: 'meteora_damm_v1', stage: 'pool', decimals, program: tokenProgram, createdAtSeconds },
  })
}
