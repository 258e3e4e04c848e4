import { type AccountSnapshot, type Address, systemProgram, tokenProgram, wrappedNativeMint } from '@tern/core'
import { mintLayout } from '@tern/core/internal'
import fc from 'fast-check'
import {
  customizablePoolAddress,
  meteoraDammV1,
  type PoolState,
  program,
  protocolFeeAddress,
  type StableCurve,
  vaultLpAddress,
} from '../src/meteoraDammV1/index.ts'
import { lpMintAddress, poolLayout, stableCurveLayout } from '../src/meteoraDammV1/internal.ts'
import { tokenVaultAddress, type VaultState, vaultAddress, program as vaultProgram } from '../src/meteoraVault/index.ts'
import { vaultBase, vaultLayout, vaultLpMintAddress } from '../src/meteoraVault/internal.ts'
import { encodeMint, encodeVault } from './tokenBytes.ts'
import type { PoolCase } from './venueContract.ts'

const mints = ['ToKENZfgrgTS6p5tHxK5PW7Fz6YSjVqKDDgCxxzW7fy' as Address, wrappedNativeMint] as const
const pool = await customizablePoolAddress(...mints)
const lpMint = await lpMintAddress(pool)

async function addressesOf(mint: Address) {
  const vault = await vaultAddress(mint)
  return {
    ...{ mint, vault, tokenVault: await tokenVaultAddress(vault), lpMint: await vaultLpMintAddress(vault) },
    ...{ poolLp: await vaultLpAddress(vault, pool), fee: await protocolFeeAddress(mint, pool) },
  }
}

/** Addresses of a made-up pool: the program's own derivations for two fixed mints. */
export const dammV1Addresses = { pool, mints, lpMint, a: await addressesOf(mints[0]), b: await addressesOf(mints[1]) }

/** A vault of a made-up pool. Raw units. */
export interface VaultShape {
  /** All tokens, including lent tokens and locked profit. */
  readonly total: bigint
  /** Shares of the vault that exist. */
  readonly supply: bigint
  /** The pool's shares. */
  readonly share: bigint
  /** Tokens that are not lent out. Default: all. */
  readonly unlent?: bigint
  readonly state?: Partial<VaultState>
}

/** A made-up pool; defaults are plain. */
export interface DammV1Shape {
  readonly a: VaultShape
  readonly b: VaultShape
  readonly state?: Partial<PoolState>
  readonly stable?: Partial<StableCurve>
  /** The account with the price of a staked token. */
  readonly stake?: { readonly address: Address; readonly account: AccountSnapshot }
}

export const dammV1Clock = { slot: 300_000_000n, unixTimestamp: 1_800_000_000n, epoch: 500n }

const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
  owner,
  data,
  lamports: 1_000_000_000n,
  executable: false,
  slot: 7n,
})

/** Encodes the mint of shares or LP tokens. */
function encodeLpMint(supply: bigint): Uint8Array {
  const data = encodeMint(6, undefined, 0n)
  new DataView(data.buffer).setBigUint64(mintLayout.offsets.supply, supply, true)
  return data
}

function vaultAccounts(side: 'a' | 'b', { total, supply, share, unlent = total, state }: VaultShape) {
  const { mint, vault, tokenVault, lpMint, poolLp } = dammV1Addresses[side]
  const encoded = vaultLayout.encode({
    ...{ enabled: 1, vault_bump: 255, token_vault_bump: 255, total_amount: total, token_vault: tokenVault },
    ...{ fee_vault: systemProgram, token_mint: mint, lp_mint: lpMint, strategies: new Uint8Array(960) },
    ...{ base: vaultBase, admin: systemProgram, operator: systemProgram, last_updated_locked_profit: 0n },
    ...{ last_report: 0n, locked_profit_degradation: 0n },
    ...state,
  })
  return [
    [vault, account(vaultProgram, encoded)],
    [tokenVault, account(tokenProgram, encodeVault(mint, vault, unlent))],
    [lpMint, account(tokenProgram, encodeLpMint(supply))],
    [poolLp, account(tokenProgram, encodeVault(lpMint, dammV1Addresses.a.poolLp, share))],
    [mint, account(tokenProgram, encodeMint(side === 'a' ? 6 : 9, undefined, 0n))],
  ] as const
}

/** Encodes the account of a pool. */
export function encodePool(state: Partial<PoolState>, stable: Partial<StableCurve> | undefined): Uint8Array {
  const { a, b } = dammV1Addresses
  const base = poolLayout.encode({
    ...{ lp_mint: lpMint, token_a_mint: mints[0], token_b_mint: mints[1], a_vault: a.vault, b_vault: b.vault },
    ...{ a_vault_lp: a.poolLp, b_vault_lp: b.poolLp, a_vault_lp_bump: 255, enabled: true },
    ...{ protocol_token_a_fee: a.fee, protocol_token_b_fee: b.fee, fee_last_updated_at: 0n },
    ...{ padding_admin: new Uint8Array(24), trade_fee_numerator: 250n, trade_fee_denominator: 100_000n },
    ...{ protocol_trade_fee_numerator: 20_000n, protocol_trade_fee_denominator: 100_000n, pool_type: 1 },
    ...{ stake: systemProgram, total_locked_lp: 0n, activation_point: 0n, whitelisted_vault: systemProgram },
    ...{ pool_creator: systemProgram, activation_type: 1, partner_fee_numerator: 0n },
    ...{ partner_authority: systemProgram, pending_fee_a: 0n, pending_fee_b: 0n, padding: new Uint8Array(342) },
    curve_type: stable === undefined ? 0 : 1,
    ...state,
  })
  if (stable === undefined) return base
  const curve = stableCurveLayout.encode({
    ...{ amp: 100n, token_a_multiplier: 1_000n, token_b_multiplier: 1n, precision_factor: 9, base_virtual_price: 0n },
    ...{ base_cache_updated: 0n, depeg_type: 0, last_amp_updated_timestamp: 0n },
    ...stable,
  })
  return Uint8Array.from([...base, ...curve])
}

/** The accounts of a pool of this shape, as the programs would leave them. */
export function makeDammV1Pool(shape: DammV1Shape): PoolCase & {
  readonly accounts: Map<Address, AccountSnapshot | null>
} {
  const accounts = new Map<Address, AccountSnapshot | null>([
    [pool, account(program, encodePool(shape.state ?? {}, shape.stable))],
    [lpMint, account(tokenProgram, encodeLpMint(1_000_000n))],
    ...vaultAccounts('a', shape.a),
    ...vaultAccounts('b', shape.b),
  ])
  if (shape.stake !== undefined) accounts.set(shape.stake.address, shape.stake.account)
  const holds = [shape.a, shape.b].map(({ total, unlent = total }) => unlent) as unknown as readonly [bigint, bigint]
  const lent = [shape.a.total - holds[0], shape.b.total - holds[1]] as const
  return {
    venue: meteoraDammV1,
    address: pool,
    accounts,
    clock: dammV1Clock,
    holds,
    lent,
    namesNoMints: true,
  }
}

/** The stake pool of a made-up staked token. Its price is `lamports` divided by `supply`. */
export function makeStakePool(lamports: bigint, supply: bigint) {
  const data = new Uint8Array(611)
  const view = new DataView(data.buffer)
  data[0] = 1
  view.setBigUint64(258, lamports, true)
  view.setBigUint64(266, supply, true)
  const address = 'Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb' as Address
  return { address, account: account('SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy' as Address, data) }
}

const magnitudes = (max: number) =>
  fc.integer({ min: 1, max }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))

/** Vaults with and without earnings, locked profit and loans. */
const anyVault = (bits: number): fc.Arbitrary<VaultShape> =>
  fc
    .record({
      supply: magnitudes(bits),
      sharePpm: fc.oneof(fc.constant(1_000_000n), fc.bigInt(1n, 1_000_000n)),
      earnedPpm: fc.oneof(fc.constant(0n), fc.bigInt(-300_000n, 900_000n)),
      lentPpm: fc.oneof(fc.constant(0n), fc.bigInt(0n, 1_000_000n)),
      lockedPpm: fc.oneof(fc.constant(0n), fc.bigInt(0n, 100_000n)),
      secondsAgo: fc.bigInt(0n, 30_000n),
      degradation: fc.constantFrom(0n, 46_296_296n, 277_777_777n),
    })
    .map(({ supply, sharePpm, earnedPpm, lentPpm, lockedPpm, secondsAgo, degradation }) => {
      const total = (supply * (1_000_000n + earnedPpm)) / 1_000_000n + 1n
      return {
        ...{ total, supply, share: (supply * sharePpm) / 1_000_000n },
        unlent: (total * (1_000_000n - lentPpm)) / 1_000_000n,
        state: {
          last_updated_locked_profit: (total * lockedPpm) / 1_000_000n,
          last_report: dammV1Clock.unixTimestamp - secondsAgo,
          locked_profit_degradation: degradation,
        },
      }
    })

const anyRates = fc.record({
  trade_fee_numerator: fc.oneof(fc.constantFrom(0n, 10n, 250n, 6_000n), fc.bigInt(0n, 15_000n)),
  protocol_trade_fee_numerator: fc.oneof(fc.constantFrom(0n, 20_000n), fc.bigInt(0n, 100_000n)),
  partner_fee_numerator: fc.constantFrom(0n, 50_000n),
})

const anyStable: fc.Arbitrary<Pick<DammV1Shape, 'stable' | 'stake' | 'state'>> = fc
  .record({
    amp: fc.bigInt(1n, 10_000n),
    isDepeg: fc.boolean(),
    storedAgo: fc.bigInt(0n, 1_200n),
    price: fc.bigInt(900_000n, 1_500_000n),
    stakePrice: fc.bigInt(900_000n, 1_500_000n),
  })
  .map(({ amp, isDepeg, storedAgo, price, stakePrice }) => {
    if (!isDepeg) return { stable: { amp } }
    const stake = makeStakePool(stakePrice * 1_000n, 10n ** 9n)
    return {
      stable: {
        ...{ amp, depeg_type: 3, base_virtual_price: price, token_a_multiplier: 1n },
        base_cache_updated: dammV1Clock.unixTimestamp - storedAgo,
      },
      stake,
      state: { stake: stake.address },
    }
  })

/** Shapes of pools of every type. */
export const dammV1Shapes: Readonly<Record<'constantProduct' | 'stable', fc.Arbitrary<DammV1Shape>>> = {
  constantProduct: fc
    .record({ a: anyVault(62), b: anyVault(62), rates: anyRates })
    .map(({ a, b, rates }) => ({ a, b, state: rates })),
  stable: fc
    .record({ a: anyVault(45), b: anyVault(45), rates: anyRates, curve: anyStable })
    .map(({ a, b, rates, curve: { stable, stake, state } }) => ({
      ...{ a, b, state: { ...rates, ...state } },
      ...(stable && { stable }),
      ...(stake && { stake }),
    })),
}

/** Constant-product pools of every type. */
export const dammV1ConstantProductPools: fc.Arbitrary<PoolCase> = dammV1Shapes.constantProduct.map(makeDammV1Pool)

/** Stable pools with tokens of the same price, and pools of a staked token. */
export const dammV1StablePools: fc.Arbitrary<PoolCase> = dammV1Shapes.stable.map(makeDammV1Pool)

/** Pools of every type that the program can create. */
export const dammV1Pools: fc.Arbitrary<PoolCase> = fc.oneof(dammV1ConstantProductPools, dammV1StablePools)
