import { type Address, token2022Program, tokenProgram } from '@tern/core'
import {
  bondingCurveAddress,
  bondingCurveLayout,
  type Global,
  mayhemSolVault,
  mintAuthority,
  noAddress,
  program as pumpProgram,
  userVolumeAccumulatorAddress,
  userVolumeAccumulatorLayout,
  userVolumeAccumulatorSize,
} from '@tern/venues/pumpfun'
import type { CurveStory } from './curveStories.ts'
import { type DerivedKey, deriveKey } from './deriveKey.ts'
import { drawEmblem } from './emblem.ts'
import { type Genesis, placeAccount } from './genesis.ts'
import { fairProgress } from './launches/fate.ts'
import type { Maker } from './makers/cast.ts'
import type { WorldToken } from './seededWorld.ts'
import { metadataUri, placeHolders, placeHolding, placeMint } from './token.ts'

/** Bytes that the program allocates for a `BondingCurve`; those behind the fields are zeros. */
const curveSize = 151
const decimals = 6
/** What a mayhem coin sets aside for the program that trades it, raw units. */
const mayhemTokens = 1_000_000_000_000_000n
/** Who holds what of the tokens sold, in percent, by their position among the makers; the others hold the rest. */
const makerPercents = [14n, 9n, 6n, 4n, 3n, 3n, 2n, 2n]
const holderParts = [9n, 6n, 4n, 3n, 2n, 1n, 1n]

/** The key of the mint of a story. */
export const storyMint = (seed: string, { symbol }: CurveStory): Promise<DerivedKey> =>
  deriveKey(seed, `mint ${symbol}`)

/** Who launched the token of the `index`th story: one of those who launch tokens. */
export const launcherOf = (launchers: readonly Maker[], index: number): Maker | undefined =>
  launchers[index % launchers.length]

/** The token of a story as a listing shows it. */
export async function curveToken(
  { symbol, name, description, emblem, launch }: CurveStory,
  mint: Address,
  stage: 'curve' | 'graduated',
  createdAtSeconds: number,
): Promise<WorldToken> {
  return {
    mint,
    symbol,
    name,
    description,
    picture: drawEmblem(emblem, name),
    pool: await bondingCurveAddress(mint),
    protocol: 'pumpfun',
    stage,
    decimals,
    program: launch === 'create' ? tokenProgram : token2022Program,
    createdAtSeconds,
  }
}

/** Where a coin is placed that was launched before the chain began. */
export interface Placing {
  readonly seed: string
  readonly global: Global
  readonly cast: readonly Maker[]
  readonly launcher: Maker
  readonly launchedSeconds: number
  readonly beginsAtSeconds: number
}

/**
 * Places a coin as pump.fun's program would have left it: its mint and metadata, its curve with what its story says was sold,
 * and what was sold in the accounts of makers and of people who never trade.
 */
export async function placeCurveToken(genesis: Genesis, story: CurveStory, placing: Placing): Promise<WorldToken> {
  const { seed, global, launcher, launchedSeconds, beginsAtSeconds } = placing
  const { name, symbol } = story
  const { address: mint } = await storyMint(seed, story)
  const progress = fairProgress(story.fate, beginsAtSeconds - launchedSeconds)
  const isComplete = progress >= 1
  const token = await curveToken(story, mint, isComplete ? 'graduated' : 'curve', launchedSeconds)

  const initial = global.initial_real_token_reserves
  const sold = isComplete ? initial : (initial * BigInt(Math.round(progress * 1e6))) / 1_000_000n
  const product = global.initial_virtual_token_reserves * global.initial_virtual_sol_reserves
  const virtualTokens = global.initial_virtual_token_reserves - sold
  const virtualLamports = product / virtualTokens + 1n
  const lamports = virtualLamports - global.initial_virtual_sol_reserves
  const state = bondingCurveLayout.encode({
    virtual_token_reserves: virtualTokens,
    virtual_quote_reserves: virtualLamports,
    real_token_reserves: initial - sold,
    real_quote_reserves: lamports,
    token_total_supply: global.token_total_supply,
    complete: isComplete,
    creator: launcher.key.address,
    is_mayhem_mode: story.special === 'mayhem',
    is_cashback_coin: story.special === 'cashback',
    quote_mint: noAddress,
    creator_fee_bps: 0n,
    can_edit_creator_fee: false,
    is_holder_reward: false,
  })
  const data = new Uint8Array(curveSize)
  data.set(state)
  placeAccount(genesis, token.pool, pumpProgram, data, lamports)

  const kind = story.launch === 'create' ? {} : { token2022: { transferFeeBps: 0 } }
  const metadata = { mint, updateAuthority: mintAuthority, name, symbol, uri: metadataUri(mint) }
  const aside = story.special === 'mayhem' ? mayhemTokens : 0n
  await placeMint(genesis, { ...kind, decimals, supply: global.token_total_supply + aside, metadata })
  await placeHolding(genesis, kind, { mint, owner: token.pool, amount: global.token_total_supply - sold })
  if (aside > 0n) await placeHolding(genesis, kind, { mint, owner: mayhemSolVault, amount: aside })
  const left = await placeMakers(genesis, story, kind, mint, sold, placing)
  await placeHolders(genesis, kind, { seed, symbol, mint, amount: left }, holderParts)
  return token
}

/** What is left when the makers have theirs: the one who launched it the most, then others from one place of the cast on. */
async function placeMakers(
  genesis: Genesis,
  { special }: CurveStory,
  kind: Parameters<typeof placeHolding>[1],
  mint: Address,
  sold: bigint,
  { cast, launcher }: Placing,
): Promise<bigint> {
  const others = cast.slice(1).filter(maker => maker !== launcher)
  const first = mint.charCodeAt(3) + mint.charCodeAt(7)
  let left = sold
  for (const [index, percent] of makerPercents.entries()) {
    const maker = index === 0 ? launcher : others[(first + 5 * index) % others.length]
    if (maker === undefined) continue
    const amount = (sold * percent) / 100n
    left -= amount
    await placeHolding(genesis, kind, { mint, owner: maker.key.address, amount })
    if (special === 'cashback') await placeAccumulator(genesis, maker.key.address)
  }
  return left
}

/** Whoever bought a coin of cashback has an account in which it gathers, and selling names it. */
async function placeAccumulator(genesis: Genesis, user: Address): Promise<void> {
  const data = new Uint8Array(userVolumeAccumulatorSize)
  data.set(
    userVolumeAccumulatorLayout.encode({
      user,
      needs_claim: false,
      total_unclaimed_tokens: 0n,
      total_claimed_tokens: 0n,
      current_sol_volume: 0n,
      last_update_timestamp: 0n,
      has_total_claimed_tokens: true,
      cashback_earned: 0n,
      total_cashback_claimed: 0n,
      stable_cashback_earned: 0n,
      total_stable_cashback_claimed: 0n,
    }),
  )
  placeAccount(genesis, await userVolumeAccumulatorAddress(user), pumpProgram, data)
}
