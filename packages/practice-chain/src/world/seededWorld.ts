import { getProgramDerivedAddress } from '@solana/kit'
import {
  type Address,
  addressBytes,
  associatedTokenAddress,
  metadataProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import type { Protocol } from '@tern/venues'
import { placeConfigs, placePool } from './cpmmPool.ts'
import { type DerivedKey, deriveKey } from './deriveKey.ts'
import { drawEmblem } from './emblem.ts'
import { type Genesis, placeAccount } from './genesis.ts'
import { type Story, stories } from './stories.ts'
import {
  encodeMetadata,
  encodeMint,
  encodeToken2022Account,
  encodeToken2022Mint,
  encodeTokenAccount,
  type Metadata,
  type TokenBalance,
} from './tokenAccounts.ts'

/** One token of the world, as a listing shows it, and where it trades. */
export interface WorldToken {
  readonly mint: Address
  readonly symbol: string
  readonly name: string
  /** One sentence. */
  readonly description: string
  /** A whole SVG document. */
  readonly picture: string
  readonly pool: Address
  readonly protocol: Protocol
  readonly decimals: number
  /** The token program that owns the mint. */
  readonly program: Address
  /** When its pool opened, by the world's own account: before the chain began. */
  readonly createdAtSeconds: number
}

export interface SeededWorld {
  /** The most liquid first. */
  readonly tokens: readonly WorldToken[]
  readonly genesis: Genesis
  readonly marketMaker: DerivedKey
}

const sol = 1_000_000_000n
const marketMakerLamports = 20_000n * sol
const marketMakerPercent = 15n
/** What is neither in the pool nor the market maker's is spread over holders in these parts. */
const holderParts = [8n, 4n, 2n, 1n]

/** The key that trades for the practice world of `seed`. */
export const marketMakerKey = (seed: string): Promise<DerivedKey> => deriveKey(seed, 'market maker')

/**
 * The world that `seed` names: the same seed and time give the same accounts, byte for byte. Tokens that nobody can mint or
 * freeze, their metadata, a CPMM pool against wrapped SOL each, holders, and a market maker with SOL and some of every token.
 */
export async function createSeededWorld(seed: string, beginsAtSeconds: bigint): Promise<SeededWorld> {
  const genesis: Genesis = new Map()
  const marketMaker = await marketMakerKey(seed)
  placeAccount(genesis, marketMaker.address, systemProgram, new Uint8Array(), marketMakerLamports)
  await placeConfigs(genesis)
  const tokens: WorldToken[] = []
  for (const story of stories) tokens.push(await placeToken(genesis, story, seed, marketMaker.address, beginsAtSeconds))
  return { tokens, genesis, marketMaker }
}

async function placeToken(
  genesis: Genesis,
  story: Story,
  seed: string,
  marketMaker: Address,
  beginsAtSeconds: bigint,
): Promise<WorldToken> {
  const { symbol, name, description, decimals } = story
  const { address: mint } = await deriveKey(seed, `mint ${symbol}`)
  const { address: creator } = await deriveKey(seed, `creator ${symbol}`)
  const program = story.token2022 === undefined ? tokenProgram : token2022Program
  const supply = story.supply * 10n ** BigInt(decimals)
  placeAccount(genesis, creator, systemProgram, new Uint8Array(), 2n * sol)
  await placeMint(genesis, story, supply, {
    mint,
    updateAuthority: creator,
    name,
    symbol,
    uri: metadataUri(description),
  })

  const openTimeSeconds = beginsAtSeconds - story.ageMinutes * 60n
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
  const held = supply - inPool - marketMakers
  const parts = holderParts.reduce((sum, part) => sum + part, 0n)
  let left = held
  for (const [index, part] of holderParts.entries()) {
    const { address: owner } = await deriveKey(seed, `holder ${symbol} ${index}`)
    const amount = index === holderParts.length - 1 ? left : (held * part) / parts
    left -= amount
    placeAccount(genesis, owner, systemProgram, new Uint8Array(), sol)
    await placeHolding(genesis, story, { mint, owner, amount })
  }
  return {
    mint,
    symbol,
    name,
    description,
    picture: drawEmblem(story.emblem, name),
    pool,
    protocol: 'raydium_cpmm',
    decimals,
    program,
    createdAtSeconds: Number(openTimeSeconds),
  }
}

/** The metadata itself, where a token's metadata has an address of it: there is no server to be asked. */
const metadataUri = (description: string): string => `data:application/json,{"description":"${description}"}`

async function placeMint(genesis: Genesis, story: Story, supply: bigint, metadata: Metadata): Promise<void> {
  const { mint } = metadata
  if (story.token2022 !== undefined) {
    const data = encodeToken2022Mint(supply, story.decimals, metadata, story.token2022.transferFeeBps)
    placeAccount(genesis, mint, token2022Program, data)
    return
  }
  placeAccount(genesis, mint, tokenProgram, encodeMint(supply, story.decimals))
  const [address, bump] = await getProgramDerivedAddress({
    programAddress: metadataProgram,
    seeds: ['metadata', addressBytes(metadataProgram), addressBytes(mint)],
  })
  placeAccount(genesis, address, metadataProgram, encodeMetadata(metadata, bump))
}

async function placeHolding(genesis: Genesis, { token2022 }: Story, balance: TokenBalance): Promise<void> {
  const program = token2022 === undefined ? tokenProgram : token2022Program
  const address = await associatedTokenAddress(balance.owner, balance.mint, program)
  const data =
    token2022 === undefined
      ? encodeTokenAccount(balance)
      : encodeToken2022Account(
          balance,
          token2022.transferFeeBps > 0 ? ['immutableOwner', 'transferFeeAmount'] : ['immutableOwner'],
        )
  placeAccount(genesis, address, program, data)
}
