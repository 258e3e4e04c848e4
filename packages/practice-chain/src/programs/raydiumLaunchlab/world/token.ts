import {
  decodeTokenAccount,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { type PoolState, poolAddress, program } from '@tern/venues/raydiumLaunchlab'
import {
  authority,
  authorityBump,
  buyExactOut,
  configAddress,
  creatorFeeVaultAddress,
  initialCurve,
  poolStateLayout,
  prepareCurve,
  protocolOf,
  vaultAddress,
} from '@tern/venues/raydiumLaunchlab/internal'
import { placeSold } from '../../../world/curveHoldings.ts'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import type { Maker } from '../../../world/makers/cast.ts'
import { type LaunchlabStory, launchlabStories } from '../../../world/stories.ts'
import { metadataUri, placeMint, storyMint } from '../../../world/token.ts'
import { encodeToken2022Account, encodeTokenAccount } from '../../../world/tokenAccounts.ts'
import type { CurvePlacing, CurveSeed, Deed, Moving, WorldVenue } from '../../../world/worldVenue.ts'
import { placeLaunchlab } from '../genesis.ts'
import {
  claimDeed,
  launchCurve,
  launchDecimals,
  launchDeed,
  launchlabOwner,
  migrationDeeds,
  platformOf,
} from './instructions.ts'

const sol = 1_000_000_000n
/** Every curve's virtual reserves at the start, and the tokens that it sells, in raw units. */
const begun = { virtualLamports: 30_000_852_951, virtualTokens: 1_073_025_605_596_382, tokens: 793.1e12 } as const
/** Min earnings before a launcher collects, in lamports. */
const minEarned = 100_000_000n

/** The LaunchLab tokens, including LetsBonk's. */
export const raydiumLaunchlabToken: WorldVenue = {
  protocols: ['raydium_launchlab', 'bonk'],
  async begin(genesis, seed) {
    const { address } = await launchlabOwner(seed)
    placeAccount(genesis, address, { owner: systemProgram, data: new Uint8Array(), lamportsOnTop: 10_000n * sol })
    await placeLaunchlab(genesis, address)
  },
  pools: [],
  curves: {
    seeds: launchlabStories.map(seedOf),
    priceAt(progress) {
      const left = begun.virtualTokens - Math.min(1.2, progress) * begun.tokens
      return (begun.virtualLamports * begun.virtualTokens) / left ** 2
    },
    poolOf: mint => poolAddress(mint, wrappedNativeMint),
    launchShare: 2,
    launch: ({ mint, launcher, name, symbol, chance }) =>
      launchDeed({
        ...{ mint, launcher, name, symbol },
        platform: chance < 0.7 ? 'bonk' : 'raydium',
        launch: chance % 0.2 < 0.1 ? 'v2' : 'token2022',
      }),
    migrate: migrationDeeds,
    collect,
  },
}

function seedOf(story: LaunchlabStory): CurveSeed {
  return {
    ...story,
    protocol: protocolOf(platformOf(story)),
    decimals: launchDecimals,
    program: story.launch === 'v2' ? tokenProgram : token2022Program,
    place: (genesis, placing) => placeToken(genesis, story, placing),
    launch: ({ mint, launcher }) => launchDeed({ ...story, mint, launcher }),
  }
}

async function collect({ key }: Maker, { read }: Pick<Moving, 'read'>): Promise<Deed | undefined> {
  const vault = await creatorFeeVaultAddress(key.address, wrappedNativeMint)
  const account = (await read([vault])).get(vault)
  if (!account || decodeTokenAccount(vault, account).amount < minEarned) return undefined
  return claimDeed(key)
}

/** The curve's numbers after a part is sold in a single trade, so without the rounding gains of many trades. */
function soldCurve(progress: number): PoolStateNumbers {
  const curve = initialCurve(launchCurve, 0n, 0n)
  if (curve === undefined) throw new RangeError('no curve')
  const free = { protocol: 0n, platform: 0n, creator: 0n, share: 0n }
  const isComplete = progress >= 1
  const real_base = isComplete
    ? curve.total_base_sell
    : (curve.total_base_sell * BigInt(Math.round(progress * 1e6))) / 1_000_000n
  const fresh = prepareCurve('constantProduct', { ...curve, real_base: 0n, real_quote: 0n }, free)
  const real_quote = real_base === 0n ? 0n : (buyExactOut(fresh, real_base)?.moved ?? 0n)
  return { ...curve, real_base, real_quote, status: isComplete ? 1 : 0 }
}
type PoolStateNumbers = Pick<
  PoolState,
  'status' | 'real_base' | 'real_quote' | 'virtual_base' | 'virtual_quote' | 'total_base_sell'
>

/**
 * Places a token in the state that the program would leave: its mint and metadata, and its curve.
 * The sold tokens lie in the accounts of makers and of holders who never trade.
 */
async function placeToken(genesis: Genesis, story: LaunchlabStory, placing: CurvePlacing): Promise<void> {
  const { seed, launcher, progress } = placing
  const { name, symbol } = story
  const { address: mint } = await storyMint(seed, symbol)
  const pool = await poolAddress(mint, wrappedNativeMint)
  const [baseVault, quoteVault] = [await vaultAddress(pool, mint), await vaultAddress(pool, wrappedNativeMint)]
  const { supply, total_quote_fund_raising, migrate_type } = launchCurve
  const sold = soldCurve(progress)
  const isToken2022 = story.launch === 'token2022'
  const state: PoolState = {
    ...{ epoch: 0n, auth_bump: authorityBump, base_decimals: launchDecimals, quote_decimals: 9, migrate_type },
    ...{ supply, ...sold, total_quote_fund_raising, quote_protocol_fee: 0n, platform_fee: 0n, migrate_fee: 0n },
    ...{ total_locked_amount: 0n, cliff_period: 0n, unlock_period: 0n, start_time: 0n, allocated_share_amount: 0n },
    global_config: await configAddress(wrappedNativeMint, 0, 0),
    platform_config: platformOf(story),
    ...{ base_mint: mint, quote_mint: wrappedNativeMint, base_vault: baseVault, quote_vault: quoteVault },
    creator: launcher.key.address,
    ...{ token_program_flag: isToken2022 ? 1 : 0, amm_fee_on: 0, platform_vesting_share: 0n },
    padding: new Uint8Array(54),
  }
  placeAccount(genesis, pool, { owner: program, data: poolStateLayout.encode(state) })
  const { transferFeeBps = 0 } = story
  const kind = isToken2022 ? { token2022: { transferFeeBps } } : {}
  const metadata = { mint, updateAuthority: authority, name, symbol, uri: metadataUri(mint) }
  await placeMint(genesis, { ...kind, decimals: launchDecimals, supply, metadata })
  const held = { mint, owner: authority, amount: supply - sold.real_base }
  const extensions = transferFeeBps > 0 ? (['transferFeeAmount'] as const) : []
  const vault = encodeToken2022Account(held, extensions)
  placeAccount(genesis, baseVault, { owner: isToken2022 ? token2022Program : tokenProgram, data: vault })
  const nativeReserve = rentExemption(165)
  const paid = { mint: wrappedNativeMint, owner: authority, amount: sold.real_quote, nativeReserve }
  placeAccount(genesis, quoteVault, {
    owner: tokenProgram,
    data: encodeTokenAccount(paid),
    lamportsOnTop: sold.real_quote,
  })
  await placeSold(genesis, { mint, symbol, amount: sold.real_base, kind }, placing)
}
