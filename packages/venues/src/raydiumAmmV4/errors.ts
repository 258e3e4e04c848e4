import type { ErrorCode } from '@tern/core'

/** The program's own error numbers (error.rs) with their meaning for a user. */
export const programErrors: Readonly<Record<number, ErrorCode>> = {
  1: 'program/wrongAccount',
  3: 'program/wrongAccount',
  4: 'program/wrongAccount',
  5: 'program/wrongAccount',
  10: 'program/wrongAccount',
  11: 'program/wrongAccount',
  12: 'program/wrongAccount',
  13: 'program/wrongAccount',
  18: 'program/wrongAccount',
  21: 'program/wrongAccount',
  22: 'program/notApproved',
  23: 'program/invalidInput',
  24: 'program/wrongAccount',
  27: 'program/wrongAccount',
  29: 'program/invalidInput',
  30: 'program/slippageExceeded',
  31: 'program/mathOverflow',
  32: 'program/mathOverflow',
  33: 'program/mathOverflow',
  34: 'program/mathOverflow',
  35: 'program/mathOverflow',
  36: 'program/mathOverflow',
  37: 'program/mathOverflow',
  38: 'program/mintNotSupported',
  // Either the trader's account or the pool holds too little.
  40: 'program/invalidInput',
  41: 'program/mathOverflow',
  42: 'program/wrongAccount',
  59: 'program/mintNotSupported',
}
