import { TernError } from '@tern/core'
import { maxU64, u8, u64 } from '@tern/core/internal'
import type { Variable } from '../borsh.ts'
import { type CurveType, curveTypes } from './quote.ts'

/** The amounts that a launch sells and raises, in raw units. */
export interface CurveParams {
  readonly type: CurveType
  readonly supply: bigint
  /**
   * Only for constant product. For the other types it follows from the rest, so that the later pool begins at the
   * curve's last price.
   */
  readonly total_base_sell?: bigint
  readonly total_quote_fund_raising: bigint
  /** 0: AMM v4. 1: CP-Swap. */
  readonly migrate_type: number
}

/** `CurveParams`, an enum: a byte for the type, then its fields. */
export const curveParams: Variable<CurveParams> = {
  // A byte for the type, three or two amounts, and `migrate_type`.
  length: 'e25.17.17',
  missing: { type: 'constantProduct', supply: 0n, total_base_sell: 0n, total_quote_fund_raising: 0n, migrate_type: 0 },
  read(from) {
    const kind = from.view.getUint8(from.take(1))
    const type = curveTypes[kind]
    if (type === undefined) throw new TernError('layout/invalidValue', { field: 'CurveParams', value: String(kind) })
    const number = () => u64.read(from.view, from.take(8))
    const supply = number()
    const sold = type === 'constantProduct' ? { total_base_sell: number() } : {}
    return {
      ...{ type, supply, ...sold, total_quote_fund_raising: number() },
      migrate_type: u8.read(from.view, from.take(1)),
    }
  },
  bytes({ type, supply, total_base_sell, total_quote_fund_raising, migrate_type }) {
    const numbers =
      type === 'constantProduct'
        ? [supply, total_base_sell ?? 0n, total_quote_fund_raising]
        : [supply, total_quote_fund_raising]
    const bytes = new Uint8Array(2 + 8 * numbers.length)
    const view = new DataView(bytes.buffer)
    u8.write(view, 0, curveTypes.indexOf(type))
    for (const [i, number] of numbers.entries()) u64.write(view, 1 + 8 * i, number)
    u8.write(view, bytes.length - 1, migrate_type)
    return bytes
  },
}

/** A new pool's virtual reserves, and the amount that it sells. */
export interface InitialCurve {
  readonly virtual_base: bigint
  readonly virtual_quote: bigint
  readonly total_base_sell: bigint
}

/**
 * Computes a new pool's curve, rounded down at every step, like `get_init_param` of each curve type.
 * The pool that the curve moves to then begins at the curve's last price.
 *
 * @param totalLocked raw units of the supply that are locked for vesting.
 * @param migrateFee raw units that the migration takes from the raised amount.
 * @returns `undefined` if no curve fits the parameters.
 */
export function initialCurve(params: CurveParams, totalLocked: bigint, migrateFee: bigint): InitialCurve | undefined {
  const { type, supply, total_base_sell = 0n, total_quote_fund_raising: raised } = params
  const free = supply - totalLocked
  const left = raised - migrateFee
  if (free <= 0n || left <= 0n || raised === 0n) return undefined
  if (type === 'constantProduct') {
    const moved = free - total_base_sell
    if (moved <= 0n) return undefined
    const scaled = (left * total_base_sell) / moved - raised
    if (scaled <= 0n) return undefined
    const virtual_base = (left * total_base_sell * total_base_sell) / moved / scaled
    const virtual_quote = (raised * raised) / scaled
    return virtual_base > maxU64 || virtual_quote > maxU64
      ? undefined
      : { virtual_base, virtual_quote, total_base_sell }
  }
  if (type === 'fixedPrice') {
    const sold = (raised * free) / (2n * raised - migrateFee)
    return sold === 0n ? undefined : { virtual_base: sold, virtual_quote: raised, total_base_sell: sold }
  }
  const sold = (2n * raised * free) / (3n * raised - migrateFee)
  const slope = sold === 0n ? 0n : (2n * raised * 2n ** 64n) / (sold * sold)
  if (slope === 0n || slope > maxU64) return undefined
  return { virtual_base: slope, virtual_quote: 0n, total_base_sell: sold }
}
