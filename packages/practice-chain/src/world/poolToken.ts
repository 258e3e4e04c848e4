import { type Address, systemProgram, token2022Program, tokenProgram } from '@tern/core'
import { placePool } from './cpmmPool.ts'
import { deriveKey } from './deriveKey.ts'
import { drawEmblem } from './emblem.ts'
import { type Genesis, placeAccount } from './genesis.ts'
import type { WorldToken } from './seededWorld.ts'
import type { Story } from './stories.ts'
import { metadataUri, placeHolders, placeHolding, placeMint } from './token.ts'

const sol = 1_000_000_000n
const marketMakerPercent = 15n
/** What is neither in the pool nor the market maker's is spread over holders in these parts. */
const holderParts = [8n, 4n, 2n, 1n]

/** Places a grown-up token: its mint, its pool against wrapped SOL, its holders, and some of it for the market maker. */
export async function placePoolToken(
  genesis: Genesis,
  story: Story,
  seed: string,
  marketMaker: Address,
  presentSeconds: bigint,
): Promise<WorldToken> {
  const { symbol, name, description, decimals } = story
  const { address: mint } = await deriveKey(seed, `mint ${symbol}`)
  const { address: creator } = await deriveKey(seed, `creator ${symbol}`)
  const program = story.token2022 === undefined ? tokenProgram : token2022Program
  const supply = story.supply * 10n ** BigInt(decimals)
  placeAccount(genesis, creator, systemProgram, new Uint8Array(), 2n * sol)
  const metadata = { mint, updateAuthority: creator, name, symbol, uri: metadataUri(mint) }
  await placeMint(genesis, { ...story, supply, metadata })

  const openTimeSeconds = presentSeconds - story.ageMinutes * 60n
  const inPool = (supply * story.poolPercent) / 100n
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
  return {
    mint,
    symbol,
    name,
    description,
    picture: drawEmblem(story.emblem, name),
    pool,
    protocol: 'raydium_cpmm',
    stage: 'pool',
    decimals,
    program,
    createdAtSeconds: Number(openTimeSeconds),
  }
}
