import type { ErrorCode } from '@tern/core'

/**
 * The program's own error numbers with their meaning for a user. The names are from its log, and the numbers from the order in its
 * binary. A run of the program proves each number that a swap reaches.
 * 36 is left out: either the trader or the pool has too little.
 * 17 is left out: token programs use it for a frozen account, and this program passes it on.
 */
export const programErrors: Readonly<Record<number, ErrorCode>> = {
  1: 'program/wrongAccount',
  2: 'program/wrongAccount',
  3: 'program/wrongAccount',
  4: 'program/wrongAccount',
  5: 'program/wrongAccount',
  6: 'program/wrongAccount',
  7: 'program/wrongAccount',
  8: 'program/wrongAccount',
  9: 'program/wrongAccount',
  10: 'program/wrongAccount',
  11: 'program/wrongAccount',
  12: 'program/wrongAccount',
  13: 'program/wrongAccount',
  14: 'program/wrongAccount',
  15: 'program/wrongAccount',
  16: 'program/wrongAccount',
  20: 'program/wrongAccount',
  21: 'program/notApproved',
  22: 'program/invalidInput',
  23: 'program/wrongAccount',
  25: 'program/invalidInput',
  26: 'program/slippageExceeded',
  27: 'program/mathOverflow',
  28: 'program/mathOverflow',
  29: 'program/mathOverflow',
  30: 'program/mathOverflow',
  31: 'program/mathOverflow',
  34: 'program/mintNotSupported',
  37: 'program/mathOverflow',
  38: 'program/wrongAccount',
  50: 'program/wrongAccount',
  51: 'program/insufficientVault',
  52: 'program/insufficientVault',
}
