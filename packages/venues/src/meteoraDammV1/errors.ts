import type { ErrorCode } from '@tern/core'

/**
 * The program's own error numbers (error.rs, counted from Anchor's 6000) that a trade or a new pool can meet, with
 * their meaning for a user. Errors of operators are left out. The program passes on the numbers of the vault's program,
 * which overlap with its own.
 */
export const programErrors: Readonly<Record<number, ErrorCode>> = {
  6000: 'program/mathOverflow',
  6001: 'program/invalidFeeModel',
  6002: 'program/mathOverflow',
  6003: 'program/mathOverflow',
  6004: 'program/slippageExceeded',
  6005: 'program/mathOverflow',
  6006: 'program/amountTooSmall',
  6007: 'program/mathOverflow',
  6009: 'program/wrongAccount',
  6010: 'program/wrongAccount',
  6011: 'program/wrongAccount',
  6012: 'program/wrongAccount',
  // From the vault: an input of a unit, which the protocol's fee takes. No trade that Tern builds has a wrong account.
  6013: 'program/amountTooSmall',
  6014: 'program/wrongAccount',
  6015: 'program/notApproved',
  6017: 'program/wrongAccount',
  6019: 'program/wrongAccount',
  6025: 'program/notApproved',
  6027: 'program/wrongAccount',
  6028: 'program/wrongAccount',
  6034: 'program/invalidFeeModel',
  6037: 'program/invalidInput',
  6039: 'program/notApproved',
  6040: 'program/invalidInput',
  6041: 'program/amountTooSmall',
  6042: 'program/mathOverflow',
  6043: 'program/amountTooSmall',
  6045: 'program/notApproved',
  6047: 'program/notApproved',
  6049: 'program/invalidInput',
  6050: 'program/notApproved',
  6052: 'program/mintNotSupported',
}
