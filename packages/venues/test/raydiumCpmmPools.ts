import { type AccountSnapshot, type Address, token2022Program, tokenProgram, wrappedNativeMint } from '@tern/core'
import fc from 'fast-check'
import { authority, authorityBump, observationAddress } from '../src/raydiumCpmm/addresses.ts'
import {
  type AmmConfig,
  configAddress,
  lpMintAddress,
  type PoolState,
  poolAddress,
  program,
  raydiumCpmm,
  vaultAddress,
} from '../src/raydiumCpmm/index.ts'
import { ammConfigLayout, poolStateLayout } from '../src/raydiumCpmm/layout.ts'
import { encodeMint, encodeVault } from './tokenBytes.ts'
import type { PoolCase } from './venueContract.ts'

const mints = [wrappedNativeMint, 'ToKENZfgrgTS6p5tHxK5PW7Fz6YSjVqKDDgCxxzW7fy' as Address] as const
const config = await configAddress(0)
const pool = await poolAddress(config, ...mints)
const vaults = [await vaultAddress(pool, mints[0]), await vaultAddress(pool, mints[1])] as const
const observation = await observationAddress(pool)
const lpMint = await lpMintAddress(pool)

/** Addresses of a made-up pool: the program's own derivations for two fixed mints. */
export const cpmmAddresses = { config, pool, mints, vaults, observation, lpMint }

/** A made-up pool; defaults are plain. */
export interface CpmmShape {
  /** Raw units that trade, in the pool's order. */
  readonly reserves: readonly [bigint, bigint]
  readonly state?: Partial<PoolState>
  readonly config?: Partial<AmmConfig>
  /** Token-2022's transfer fees of each token, before and from epoch 500 on; unset for a plain token. */
  readonly transferFees?: readonly [TransferFees | undefined, TransferFees | undefined]
}

export interface TransferFees {
  readonly bps: number
  readonly newerBps: number
  readonly maximum: bigint
}

export const cpmmClock = { slot: 1n, unixTimestamp: 1_800_000_000n, epoch: 500n }

/** The accounts of a pool of this shape, as the program would leave them. */
export function makeCpmmPool(shape: CpmmShape): PoolCase & { readonly accounts: Map<Address, AccountSnapshot | null> } {
  const fees = shape.transferFees ?? [undefined, undefined]
  const programs = fees.map(one => (one === undefined ? tokenProgram : token2022Program)) as [Address, Address]
  const state: PoolState = {
    amm_config: config,
    pool_creator: authority,
    token_0_vault: vaults[0],
    token_1_vault: vaults[1],
    lp_mint: lpMint,
    token_0_mint: mints[0],
    token_1_mint: mints[1],
    token_0_program: programs[0],
    token_1_program: programs[1],
    observation_key: observation,
    auth_bump: authorityBump,
    status: 0,
    lp_mint_decimals: 9,
    mint_0_decimals: 9,
    mint_1_decimals: 6,
    lp_supply: 1_000_000n,
    protocol_fees_token_0: 11n,
    protocol_fees_token_1: 22n,
    fund_fees_token_0: 33n,
    fund_fees_token_1: 44n,
    open_time: 1_700_000_000n,
    recent_epoch: 400n,
    creator_fee_on: 0,
    enable_creator_fee: false,
    padding1: new Uint8Array(6),
    creator_fees_token_0: 55n,
    creator_fees_token_1: 66n,
    padding: new Uint8Array(224),
    ...shape.state,
  }
  const ammConfig: AmmConfig = {
    bump: 255,
    disable_create_pool: false,
    index: 0,
    trade_fee_rate: 2_500n,
    protocol_fee_rate: 120_000n,
    fund_fee_rate: 40_000n,
    create_pool_fee: 150_000_000n,
    protocol_owner: authority,
    fund_owner: authority,
    creator_fee_rate: 500n,
    padding: new Uint8Array(120),
    ...shape.config,
  }
  const waiting = [
    state.protocol_fees_token_0 + state.fund_fees_token_0 + state.creator_fees_token_0,
    state.protocol_fees_token_1 + state.fund_fees_token_1 + state.creator_fees_token_1,
  ] as const
  const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
    owner,
    data,
    lamports: 1_000_000_000n,
    executable: false,
    slot: 7n,
  })
  const accounts = new Map<Address, AccountSnapshot | null>([
    [pool, account(program, poolStateLayout.encode(state))],
    [config, account(program, ammConfigLayout.encode(ammConfig))],
    [vaults[0], account(programs[0], encodeVault(mints[0], authority, shape.reserves[0] + waiting[0]))],
    [vaults[1], account(programs[1], encodeVault(mints[1], authority, shape.reserves[1] + waiting[1]))],
    [mints[0], account(programs[0], encodeMint(9, fees[0], 500n))],
    [mints[1], account(programs[1], encodeMint(6, fees[1], 500n))],
  ])
  return { venue: raydiumCpmm, address: pool, accounts, clock: cpmmClock, holds: shape.reserves }
}

const magnitudes = (max: number) =>
  fc.integer({ min: 1, max: max }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))
const anyTransferFees = fc.option(
  fc.record({ bps: fc.nat(10_000), newerBps: fc.nat(10_000), maximum: magnitudes(64) }),
  {
    nil: undefined,
  },
)

/** Pools of every type that the program can create. */
export const cpmmPools: fc.Arbitrary<PoolCase> = fc
  .record({
    reserves: fc.tuple(magnitudes(63), magnitudes(63)),
    creatorFeeOn: fc.constantFrom(0, 1, 2),
    hasCreatorFee: fc.boolean(),
    tradeFeeRate: fc.oneof(fc.constantFrom(100n, 2_500n, 10_000n), fc.bigInt(1n, 499_999n)),
    creatorFeeRate: fc.oneof(fc.constantFrom(0n, 500n), fc.bigInt(0n, 499_999n)),
    transferFees: fc.tuple(anyTransferFees, anyTransferFees),
  })
  .map(({ reserves, creatorFeeOn, hasCreatorFee, tradeFeeRate, creatorFeeRate, transferFees }) =>
    makeCpmmPool({
      reserves,
      state: { creator_fee_on: creatorFeeOn, enable_creator_fee: hasCreatorFee },
      config: { trade_fee_rate: tradeFeeRate, creator_fee_rate: creatorFeeRate },
      transferFees,
    }),
  )

/** Shapes of pools with any number of LP tokens. */
export const cpmmLiquidity: fc.Arbitrary<CpmmShape> = fc
  .record({
    reserves: fc.tuple(magnitudes(63), magnitudes(63)),
    lpSupply: magnitudes(63),
    transferFees: fc.tuple(anyTransferFees, anyTransferFees),
  })
  .map(({ reserves, lpSupply, transferFees }) => ({ reserves, state: { lp_supply: lpSupply }, transferFees }))
