import { PublicKey } from '@solana/web3.js'
import { decodePoolState, tickArrayAddress, vaultAddress } from '@tern/venues/raydiumClmm'
import {
  configAddress,
  decodeAmmConfig,
  decodeTickArray,
  observationAddress,
  sqrtPriceAtTick,
  tickAtSqrtPrice,
} from '@tern/venues/raydiumClmm/internal'
import { describe, expect, it } from 'vitest'
import { proves } from '../src/evidence.ts'
import { readRecorded } from '../src/fixtures.ts'
import { raydiumSdk, raydiumSdkName } from '../src/sdk.ts'

const evidence = proves('raydium_clmm')
const recorded = readRecorded('raydiumClmm', ['pool', 'tickArray', 'ammConfig'])
const at = (index: number) => {
  const [address, account] = [...recorded][index] ?? expect.fail('not recorded')
  return { address, data: account.data }
}
const [pool, tickArray, ammConfig] = [at(0), at(1), at(2)]

/** Converts numbers and keys of any class to text, and keeps other values. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (value instanceof PublicKey || typeof value === 'bigint' || typeof value === 'number') return String(value)
  return typeof value === 'object' && value !== null && 'toTwos' in value ? String(value) : value
}

/** The program's field names and the SDK's. */
const poolFields = {
  amm_config: 'configId',
  owner: 'creator',
  token_mint_0: 'mintA',
  token_mint_1: 'mintB',
  token_vault_0: 'vaultA',
  token_vault_1: 'vaultB',
  observation_key: 'observationId',
  mint_decimals_0: 'mintDecimalsA',
  mint_decimals_1: 'mintDecimalsB',
  tick_spacing: 'tickSpacing',
  liquidity: 'liquidity',
  sqrt_price_x64: 'sqrtPriceX64',
  tick_current: 'tickCurrent',
  fee_growth_global_0_x64: 'feeGrowthGlobalX64A',
  fee_growth_global_1_x64: 'feeGrowthGlobalX64B',
  protocol_fees_token_0: 'protocolFeesTokenA',
  protocol_fees_token_1: 'protocolFeesTokenB',
  status: 'status',
  fee_on: 'feeOn',
  tick_array_bitmap: 'tickArrayBitmap',
  fund_fees_token_0: 'fundFeesTokenA',
  fund_fees_token_1: 'fundFeesTokenB',
  open_time: 'startTime',
  recent_epoch: 'recentEpoch',
} as const
const tickFields = {
  tick: 'tick',
  liquidity_net: 'liquidityNet',
  liquidity_gross: 'liquidityGross',
  fee_growth_outside_0_x64: 'feeGrowthOutsideX64A',
  fee_growth_outside_1_x64: 'feeGrowthOutsideX64B',
  reward_growths_outside_x64: 'rewardGrowthsOutsideX64',
  order_phase: 'orderPhase',
  orders_amount: 'ordersAmount',
  part_filled_orders_remaining: 'partFilledOrdersRemaining',
  unfilled_ratio_x64: 'unfilledRatioX64',
} as const
const configFields = {
  index: 'index',
  owner: 'owner',
  protocol_fee_rate: 'protocolFeeRate',
  trade_fee_rate: 'tradeFeeRate',
  tick_spacing: 'tickSpacing',
  fund_fee_rate: 'fundFeeRate',
  fund_owner: 'fundOwner',
} as const

function expectAlike(fields: Readonly<Record<string, string>>, ours: object, theirs: object): void {
  for (const [field, name] of Object.entries(fields))
    expect(plain(ours[field as keyof typeof ours]), field).toEqual(plain(theirs[name as keyof typeof theirs]))
}

describe(`accounts recorded from mainnet, and ${raydiumSdkName}`, () => {
  const { ClmmConfigLayout, PoolInfoLayout, TickArrayLayout } = raydiumSdk
  const against = evidence('accounts recorded from mainnet')

  it('read alike', against, () => {
    expectAlike(poolFields, decodePoolState(pool.data), PoolInfoLayout.decode(Buffer.from(pool.data)))
    expectAlike(configFields, decodeAmmConfig(ammConfig.data), ClmmConfigLayout.decode(Buffer.from(ammConfig.data)))
    const ours = decodeTickArray(tickArray.data)
    const theirs = TickArrayLayout.decode(Buffer.from(tickArray.data))
    expect(ours).toMatchObject({ initialized_tick_count: theirs.initializedTickCount })
    for (const [i, tick] of ours.ticks.entries()) expectAlike(tickFields, tick, theirs.ticks[i] ?? {})
  })

  it('have the addresses that the program derives', against, async () => {
    const state = decodePoolState(pool.data)
    expect(await vaultAddress(pool.address, state.token_mint_0)).toBe(state.token_vault_0)
    expect(await vaultAddress(pool.address, state.token_mint_1)).toBe(state.token_vault_1)
    expect(await observationAddress(pool.address)).toBe(state.observation_key)
    expect(await configAddress(decodeAmmConfig(ammConfig.data).index)).toBe(ammConfig.address)
    const { pool_id, start_tick_index } = decodeTickArray(tickArray.data)
    expect(tickArrayAddress(pool_id, start_tick_index)).toBe(tickArray.address)
  })

  it('have the price at its tick', against, () => {
    const { sqrt_price_x64, tick_current } = decodePoolState(pool.data)
    expect(tickAtSqrtPrice(sqrt_price_x64)).toBe(tick_current)
    expect(sqrtPriceAtTick(tick_current)).toBeLessThanOrEqual(sqrt_price_x64)
  })
})
