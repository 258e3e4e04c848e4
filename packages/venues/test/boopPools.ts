import {
  type AccountSnapshot,
  type Address,
  encodeBase58,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { mintLayout } from '@tern/core/internal'
import fc from 'fast-check'
import { type BondingCurve, bondingCurveAddress, boop, type Config, configAddress, program } from '../src/boop/index.ts'
import { bondingCurveLayout, configLayout, initialSupply } from '../src/boop/internal.ts'
import type { PoolCase } from './venueContract.ts'

const key = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address

export const boopMint = key(1)
export const boopCurve = await bondingCurveAddress(boopMint)
export const boopClock = { slot: 8n, unixTimestamp: 1_790_000_000n, epoch: 900n }

/** A curve without trades, with the numbers of a curve on mainnet. The target is an example. */
export const freshBoopCurve: BondingCurve = {
  creator: key(2),
  mint: boopMint,
  virtual_sol_reserves: 29_731_395_800n,
  virtual_token_reserves: 0n,
  graduation_target: 85_000_000_000n,
  graduation_fee: 0n,
  sol_reserves: 0n,
  token_reserves: initialSupply,
  damping_term: 31,
  swap_fee_basis_points: 100,
  token_for_stakers_basis_points: 500,
  status: 0,
}

const sampleConfig: Config = {
  is_paused: false,
  authority: key(3),
  pending_authority: systemProgram,
  operators: [key(4), key(5)],
  protocol_fee_recipient: key(6),
  token_distributor: key(7),
  virtual_sol_reserves: freshBoopCurve.virtual_sol_reserves,
  virtual_token_reserves: 0n,
  graduation_target: freshBoopCurve.graduation_target,
  graduation_fee: 0n,
  damping_term: 31,
  token_for_stakers_basis_points: 500,
  swap_fee_basis_points: 100,
  token_amount_for_raydium_liquidity: 0n,
  max_graduation_price_deviation_basis_points: 0,
  max_swap_amount_for_pool_price_correction_basis_points: 0,
}

export interface BoopShape {
  readonly state?: Partial<BondingCurve>
  readonly isPaused?: boolean
  readonly isToken2022?: boolean
  /** The address, if it is not the mint's. */
  readonly address?: Address
}

/** A curve with its accounts. */
export function makeBoopCurve({ state, isPaused = false, isToken2022 = false, address }: BoopShape): PoolCase {
  const curve = { ...freshBoopCurve, ...state }
  const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
    ...{ owner, data, lamports: 1_000_000_000n, executable: false, slot: 7n },
  })
  const mint = mintLayout.encode({
    ...{ mintAuthorityOption: 0, mintAuthority: systemProgram, supply: initialSupply, decimals: 9 },
    ...{ isInitialized: true, freezeAuthorityOption: 0, freezeAuthority: systemProgram },
  })
  const pool = address ?? boopCurve
  return {
    venue: boop,
    address: pool,
    accounts: new Map([
      [pool, account(program, bondingCurveLayout.encode(curve))],
      [curve.mint, account(isToken2022 ? token2022Program : tokenProgram, mint)],
      [configAddress, account(program, configLayout.encode({ ...sampleConfig, is_paused: isPaused }))],
    ]),
    clock: boopClock,
    holds: [curve.token_reserves, curve.sol_reserves],
    coarseness: 1n,
    // The program rounds each new reserve down: a sale may bring a lamport more, and a buy tokens for a lamport more.
    roundingGain: [curve.token_reserves / (curve.virtual_sol_reserves + curve.sol_reserves || 1n) + 1n, 1n],
  }
}

const virtual = fc.oneof(fc.constant(freshBoopCurve.virtual_sol_reserves), fc.bigInt(1_000_000n, 10n ** 14n))
const part = fc.bigInt(0n, 1_000_000_000n)

/** Curves as buys and sales leave them. */
export const boopCurves: fc.Arbitrary<PoolCase> = fc
  .record({
    virtual,
    /** The target, in thousandths of the virtual lamports. */
    target: fc.bigInt(1n, 20_000n),
    part,
    afterSale: fc.boolean(),
    fee: fc.constantFrom(0, 30, 100, 255),
  })
  .map(one => {
    const target = (one.virtual * one.target) / 1_000n + 1n
    const product = initialSupply * one.virtual
    const sol = (target * one.part) / 1_000_000_001n
    const token = product / (one.virtual + sol)
    // After a sale, the lamports follow from the tokens.
    const sold = product / (token + 12_345n) - one.virtual
    const reserves =
      one.afterSale && sold >= 0n && sold < target
        ? { sol_reserves: sold, token_reserves: token + 12_345n }
        : { sol_reserves: sol, token_reserves: token }
    return makeBoopCurve({
      state: {
        ...reserves,
        virtual_sol_reserves: one.virtual,
        graduation_target: target,
        swap_fee_basis_points: one.fee,
      },
    })
  })
