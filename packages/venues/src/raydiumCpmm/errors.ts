import type { ErrorCode } from '@tern/core'

/** The program's own error numbers (error.rs, counted from Anchor's 6000) with their meaning for a user. */
export const programErrors: Readonly<Record<number, ErrorCode>> = {
  6000: 'program/notApproved',
  6001: 'program/wrongAccount',
  6002: 'program/emptySupply',
  6003: 'program/invalidInput',
  6004: 'program/wrongAccount',
  6005: 'program/slippageExceeded',
  6006: 'program/amountTooSmall',
  6007: 'program/mintNotSupported',
  6008: 'program/wrongAccount',
  6009: 'program/amountTooSmall',
  6010: 'program/transferFeeMismatch',
  6011: 'program/mathOverflow',
  6012: 'program/insufficientVault',
  6013: 'program/invalidFeeModel',
  6014: 'program/nothingToCollect',
}
