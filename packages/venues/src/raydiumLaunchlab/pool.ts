import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  TernError,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { nativeDecimals, type TradedMint } from '@tern/core/internal'
import { assertOwned, mismatch, openMint, tokenOf, tokenProgramOf } from '../openAccounts.ts'
import type { CurveState, DerivedGraduation, Pool } from '../venue.ts'
import { program, protocolOf } from './addresses.ts'
import { evidence } from './evidence.ts'
import {
  type GlobalConfig,
  type PlatformConfig,
  type PoolState,
  viewGlobalConfig,
  viewPlatformConfig,
  viewPoolState,
} from './layout.ts'
import { type Curve, curveTypes, isSound, prepareCurve, rateDenominator } from './quote.ts'
import { type Direction, directionsOf, quoteExactIn, quoteExactOut, sharing } from './quotePool.ts'
import { openings, swapOf } from './swap.ts'

/** The facts of a mint that a pool needs. */
export type PoolMint = Pick<TradedMint, 'address' | 'program' | 'decimals' | 'extensions'>

/** The facts of an open pool. */
export interface OpenPool {
  readonly address: Address
  readonly state: PoolState
  readonly config: GlobalConfig
  readonly platform: PlatformConfig
  readonly base: PoolMint
  readonly quote: PoolMint
  readonly curve: Curve
}

/** The wrapped mint, equal on all clusters, so it need not be read. */
const wrappedNative: PoolMint = {
  address: wrappedNativeMint,
  program: tokenProgram,
  decimals: nativeDecimals,
  extensions: { raw: [] },
}

const stages: readonly CurveState['stage'][] = ['trading', 'complete', 'migrated']

/** Returns the accounts that `openPool` reads besides the pool's own. */
export function accountsOf({ global_config, platform_config, base_mint, quote_mint }: PoolState): readonly Address[] {
  const always = [global_config, platform_config, base_mint]
  return quote_mint === wrappedNativeMint ? always : [...always, quote_mint]
}

/**
 * Opens a pool's account.
 * @throws TernError `layout/wrongOwner`, `layout/wrongSize`, `layout/wrongDiscriminator`, `layout/invalidValue`.
 */
export function openPoolAccount(account: AccountSnapshot): PoolState {
  assertOwned('PoolState', account, program)
  return viewPoolState(account.data)
}

/**
 * Opens a pool from its accounts.
 * @throws TernError `pool/accountsNotReady`, `layout/*`.
 */
export function openPool(address: Address, read: AccountSet): Pool {
  const account = read.get(address)
  if (!account) throw new TernError('pool/accountsNotReady', { pool: address, missing: [address] })
  const state = openPoolAccount(account)
  const missing = accountsOf(state).filter(one => !read.get(one))
  if (missing.length > 0) throw new TernError('pool/accountsNotReady', { pool: address, missing })
  const open = openAccounts(address, state, read)
  const { base, quote, curve } = open
  const stage = stages[state.status] ?? 'trading'
  const isLiquid = isSound(curve)
  const { buying, selling } = directionsOf(open)
  const direction = (tokenIn: Address): Direction => {
    if (tokenIn === buying.tokenIn) return buying
    if (tokenIn === selling.tokenIn) return selling
    throw new TernError('quote/tokenNotInPool', { pool: address, mint: tokenIn })
  }

  return {
    protocol: protocolOf(state.platform_config),
    evidence,
    address,
    slot: account.slot,
    tokens: [tokenOf(base), tokenOf(quote)],
    nativeSettlement: 'wrapped',
    vaults: [state.base_vault, state.quote_vault],
    curve: { stage, progressPpm: progressPpm(state), creator: state.creator },
    currentPrice: selling.currentPrice,
    ...(state.migrate_type === 1 ? { graduation: () => graduationOf(open) } : {}),
    quote(request, clock) {
      const plain = direction(request.tokenIn)
      if (stage !== 'trading') throw new TernError('quote/complete', { pool: address, stage })
      if (!isLiquid) throw new TernError('quote/noLiquidity', { pool: address })
      const { referralPpm } = request
      const side = referralPpm ? sharing(plain, open.config.max_share_fee_rate, referralPpm) : plain
      return 'exactIn' in request
        ? quoteExactIn(side, request, { amountIn: request.exactIn, epoch: clock.epoch })
        : quoteExactOut(side, request, { amountOut: request.exactOut, epoch: clock.epoch })
    },
    swap: swapOf(open),
    opens: async (tokenIn, _, missingIn) => {
      direction(tokenIn)
      return openings(open, missingIn)
    },
  }
}

/**
 * Derives the CP-Swap pool of a curve. A curve for AMM v4 has no derivable pool: its address follows from a market that
 * is created for the migration.
 */
async function graduationOf({ platform, base, quote }: OpenPool): Promise<DerivedGraduation> {
  // Loaded on demand, because no trade needs it.
  const { graduationOf: derive } = await import('./graduation.ts')
  return derive(platform.cpswap_config, base.address, quote.address)
}

function openAccounts(address: Address, state: PoolState, read: AccountSet): OpenPool {
  const config = openConfig(state, read.get(state.global_config) as AccountSnapshot)
  const platformAccount = read.get(state.platform_config) as AccountSnapshot
  assertOwned('PlatformConfig', platformAccount, program)
  const platform = viewPlatformConfig(platformAccount.data)
  if (state.base_mint === state.quote_mint) mismatch(address, 'quote_mint', 'another token', state.quote_mint)
  const base = openMint(state.base_mint, read, {
    program: tokenProgramOf(state.token_program_flag & 1),
    decimals: state.base_decimals,
  })
  const quote =
    state.quote_mint === wrappedNativeMint
      ? wrappedNative
      : openMint(state.quote_mint, read, {
          program: tokenProgramOf(state.token_program_flag & 2),
          decimals: state.quote_decimals,
        })
  const rates = {
    protocol: config.trade_fee_rate,
    platform: platform.fee_rate,
    creator: platform.creator_fee_rate,
    share: 0n,
  }
  // If the fees take the whole payment, the program divides by zero.
  for (const [field, rate] of Object.entries({ ...rates, total: rates.protocol + rates.platform + rates.creator }))
    if (rate >= rateDenominator) throw new TernError('layout/invalidValue', { field, value: String(rate) })
  const type = curveTypes[config.curve_type] ?? 'constantProduct'
  return { address, state, config, platform, base, quote, curve: prepareCurve(type, state, rates) }
}

function openConfig({ quote_mint, global_config }: PoolState, account: AccountSnapshot): GlobalConfig {
  assertOwned('GlobalConfig', account, program)
  const config = viewGlobalConfig(account.data)
  if (quote_mint !== config.quote_mint) mismatch(global_config, 'quote_mint', quote_mint, config.quote_mint)
  return config
}

function progressPpm({ status, real_base, total_base_sell }: PoolState): number {
  if (status !== 0 || total_base_sell === 0n) return status === 0 ? 0 : 1_000_000
  return Number(((real_base < total_base_sell ? real_base : total_base_sell) * 1_000_000n) / total_base_sell)
}
