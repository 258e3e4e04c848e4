import { type AccountSnapshot, type Address, TernError } from '@tern/core'
import { lidoState, marinadeState } from './addresses.ts'
import type { PoolState, StableCurve } from './layout.ts'
import { depegPrecision } from './stableCurve.ts'

/** Seconds for which the program uses a stored price (`BASE_CACHE_EXPIRES`, dynamic-amm/src/constants.rs). */
const cacheSeconds = 600n

/** The places of two u64 in an account, whose quotient is the price of a staked token in SOL. */
interface PriceSource {
  readonly layout: string
  readonly owners: readonly string[]
  readonly numeratorAt: number
  /** A place, or a constant. */
  readonly denominatorAt: number | bigint
}

/**
 * The accounts that the program reads prices from, by `depeg_type`.
 * @see `get_virtual_price` (dynamic-amm-quote/src/depeg/marinade.rs, solido.rs, spl_stake.rs)
 */
const sources: Readonly<Record<number, PriceSource>> = {
  // `msol_price`, in parts of 2^32.
  1: {
    ...{ layout: 'State', numeratorAt: 512, denominatorAt: 2n ** 32n },
    owners: ['MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD'],
  },
  // `exchange_rate.sol_balance` and `st_sol_supply`.
  2: {
    ...{ layout: 'Lido', numeratorAt: 81, denominatorAt: 73 },
    owners: ['CrX7kMhLC3cSsXJdT7JDgqrRVWGnUpX3gfEfxxU2NVLi'],
  },
  // `total_lamports` and `pool_token_supply`. The owner is the SPL's stake pool program, or a copy of Sanctum's.
  3: {
    ...{ layout: 'StakePool', numeratorAt: 258, denominatorAt: 266 },
    owners: [
      'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy',
      'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
      'SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn',
    ],
  },
}

/** Returns the account with the price of the pool's staked token. `undefined` if both tokens have the same price. */
export function stakeOf(curve: StableCurve | undefined, { stake }: Pick<PoolState, 'stake'>): Address | undefined {
  return curve && [undefined, marinadeState, lidoState, stake][curve.depeg_type]
}

/**
 * Reads the price of a staked token in SOL, in parts of `depegPrecision`, rounded down.
 * @throws TernError `layout/wrongOwner`, `layout/wrongSize`; `layout/invalidValue` if the price is zero or exceeds 64 bits.
 */
export function virtualPrice(depegType: number, { owner, data }: AccountSnapshot): bigint {
  const source = sources[depegType]
  if (source === undefined)
    throw new TernError('layout/invalidValue', { field: 'depeg_type', value: String(depegType) })
  const { layout, owners, numeratorAt, denominatorAt } = source
  if (!owners.includes(owner))
    throw new TernError('layout/wrongOwner', { layout, expected: owners[0] as Address, actual: owner })
  const size = Math.max(numeratorAt, Number(typeof denominatorAt === 'number' ? denominatorAt : 0)) + 8
  if (data.length < size) throw new TernError('layout/wrongSize', { layout, expected: size, actual: data.length })
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const denominator = typeof denominatorAt === 'bigint' ? denominatorAt : view.getBigUint64(denominatorAt, true)
  const price = denominator === 0n ? 0n : (view.getBigUint64(numeratorAt, true) * depegPrecision) / denominator
  if (price === 0n || BigInt.asUintN(64, price) !== price)
    throw new TernError('layout/invalidValue', { field: 'virtual_price', value: String(price) })
  return price
}

/**
 * Checks that the program uses the price that the pool stores. Otherwise it reads the stake account.
 *
 * @param now Unix seconds.
 * @see `update_base_virtual_price` (dynamic-amm-quote/src/depeg/mod.rs)
 */
export function isPriceStored({ base_cache_updated }: StableCurve, now: bigint): boolean {
  return now <= base_cache_updated + cacheSeconds
}
