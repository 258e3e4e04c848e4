import { type Address, token2022Program, tokenProgram } from '@tern/core'
import {
  bondingCurveAddress,
  creatorVaultAddress,
  decodeGlobal,
  type Global,
  program as pumpProgram,
} from '@tern/venues/pumpfun'
import {
  bondingCurveLayout,
  encodeCollectCreatorFee,
  globalAddress,
  mayhemSolVault,
  mintAuthority,
  noAddress,
  userVolumeAccumulatorAddress,
  userVolumeAccumulatorLayout,
  userVolumeAccumulatorSize,
} from '@tern/venues/pumpfun/internal'
import { placeSold } from '../../../world/curveHoldings.ts'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import type { Maker } from '../../../world/makers/cast.ts'
import { type CurveStory, curveStories } from '../../../world/stories.ts'
import { metadataUri, placeHolding, placeMint, storyMint } from '../../../world/token.ts'
import type { CurvePlacing, CurveSeed, Deed, Moving, WorldVenue } from '../../../world/worldVenue.ts'
import { pumpfunGenesis } from '../genesis.ts'
import { launchDeed, migrationDeed } from './instructions.ts'

/** The bytes that the program allocates for a `BondingCurve`. The bytes after the fields are zeros. */
const curveSize = 151
const decimals = 6
/** Raw units that a mayhem coin reserves for the program that trades it. */
const mayhemTokens = 1_000_000_000_000_000n
/** Every curve's virtual reserves at the start, and the tokens that it sells, in raw units. */
const curve = { virtualLamports: 30e9, virtualTokens: 1_073e12, tokens: 793.1e12 } as const
/** Min earnings in lamports before a launcher collects. */
const minEarned = 100_000_000n

/** The pump.fun coins. */
export const pumpfunToken: WorldVenue = {
  protocols: ['pumpfun'],
  async begin(genesis) {
    for (const [address, account] of await pumpfunGenesis()) genesis.set(address, account)
  },
  pools: [],
  curves: {
    seeds: curveStories.map(seedOf),
    priceAt(progress) {
      const left = curve.virtualTokens - Math.min(1.2, progress) * curve.tokens
      return (curve.virtualLamports * curve.virtualTokens) / left ** 2
    },
    poolOf: bondingCurveAddress,
    launchShare: 3,
    launch: ({ mint, launcher, name, symbol, chance }) =>
      launchDeed({ mint, launcher, name, symbol, instruction: chance < 0.2 ? 'create' : 'create_v2' }),
    migrate: async ({ mint, program }, { mover, read }) => [
      await migrationDeed({ mint, program }, mover, readGlobal(await read([globalAddress])).withdraw_authority),
    ],
    collect,
  },
}

function seedOf(story: CurveStory): CurveSeed {
  const { name, symbol, launch: instruction, special } = story
  return {
    ...story,
    protocol: 'pumpfun',
    decimals,
    program: instruction === 'create' ? tokenProgram : token2022Program,
    place: (genesis, placing) => placeCoin(genesis, story, placing),
    launch: ({ mint, launcher }) =>
      launchDeed({ mint, launcher, name, symbol, instruction, ...(special === 'mayhem' && { special }) }),
  }
}

const readGlobal = (accounts: { get(address: Address): { readonly data: Uint8Array } | null | undefined }): Global =>
  decodeGlobal(accounts.get(globalAddress)?.data ?? new Uint8Array())

async function collect({ key }: Maker, { read }: Pick<Moving, 'read'>): Promise<Deed | undefined> {
  const vault = await creatorVaultAddress(key.address)
  const earned = (await read([vault])).get(vault)?.lamports ?? 0n
  if (earned < minEarned) return undefined
  return { signers: [key], unitLimit: 60_000, instructions: [encodeCollectCreatorFee(key.address, vault)] }
}

/**
 * Places a coin in the state that the program would leave: its mint and metadata, and its curve.
 * The sold tokens lie in the accounts of makers and of holders who never trade.
 */
async function placeCoin(genesis: Genesis, story: CurveStory, placing: CurvePlacing): Promise<void> {
  const { seed, launcher, progress } = placing
  const { name, symbol } = story
  const { address: mint } = await storyMint(seed, symbol)
  const pool = await bondingCurveAddress(mint)
  const global = readGlobal(genesis)
  const isComplete = progress >= 1

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
  placeAccount(genesis, pool, { owner: pumpProgram, data, lamportsOnTop: lamports })

  const kind = story.launch === 'create' ? {} : { token2022: { transferFeeBps: 0 } }
  const metadata = { mint, updateAuthority: mintAuthority, name, symbol, uri: metadataUri(mint) }
  const aside = story.special === 'mayhem' ? mayhemTokens : 0n
  await placeMint(genesis, { ...kind, decimals, supply: global.token_total_supply + aside, metadata })
  await placeHolding(genesis, kind, { mint, owner: pool, amount: global.token_total_supply - sold })
  if (aside > 0n) await placeHolding(genesis, kind, { mint, owner: mayhemSolVault, amount: aside })
  const makers = await placeSold(genesis, { mint, symbol, amount: sold, kind }, placing)
  if (story.special === 'cashback') for (const { key } of makers) await placeAccumulator(genesis, key.address)
}

/** A buyer of a cashback coin has an account that collects the cashback, and its sales must name this account. */
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
  placeAccount(genesis, await userVolumeAccumulatorAddress(user), { owner: pumpProgram, data })
}
