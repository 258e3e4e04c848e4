import type { ErrorCode } from '@tern/core'

/**
 * The program's own error numbers, in the order of the names in its binary, with their meaning for a user.
 * The program passes on error numbers of the pools' programs. So most small numbers only mean that the swap failed.
 */
export const programErrors: Readonly<Record<number, ErrorCode>> = {
  // CalculationExRateFailure, arithmetic, tables.
  8: 'program/swapError',
  9: 'program/swapError',
  10: 'program/swapError',
  11: 'program/swapError',
  12: 'program/swapError',
  14: 'program/swapError',
  19: 'program/swapError',
  22: 'program/swapError',
  // InvalidSysProgramAddress, InvalidAmmProgramAddress, InvalidStableProgramAddress.
  23: 'route/invalidProgram',
  24: 'route/invalidProgram',
  25: 'route/invalidProgram',
  // UnknownRoute.
  26: 'program/swapError',
  38: 'program/slippageExceeded',
}
