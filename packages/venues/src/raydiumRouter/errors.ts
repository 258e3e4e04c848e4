import type { ErrorCode } from '@tern/core'

/**
 * Numbers of the program, and of the pools' programs, which the program passes on. Several programs use the same numbers,
 * so a number only means that the swap failed. `encodeRouteExactIn` refuses wrong programs before.
 */
const swapErrors = [
  // CalculationExRateFailure, arithmetic, tables, InvalidSysProgramAddress to UnknownRoute. 25 also is the stable pool's
  // InvalidInput, for an amount that rounds to 0.
  ...[8, 9, 10, 11, 12, 14, 19, 22, 23, 24, 25, 26],
  // AMM v4 and stable pools: an amount of 0, or more than the account or the pool holds.
  ...[29, 36, 40],
  // CPMM and concentrated pools: an amount that rounds to 0, or more than the pool has.
  ...[2505, 6019, 6024, 6026],
]

/** The program's error numbers with their meaning for a user. */
export const programErrors: Readonly<Record<number, ErrorCode>> = {
  ...Object.fromEntries(swapErrors.map(number => [number, 'program/swapError'] as const)),
  38: 'program/slippageExceeded',
}
