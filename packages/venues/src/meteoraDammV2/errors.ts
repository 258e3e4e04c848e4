import type { ErrorCode } from '@tern/core'

/**
 * The program's own error numbers (error.rs, counted from Anchor's 6000) that a trade or a new pool can meet, with
 * their meaning for a user. Errors of positions, rewards, vesting and operators are left out.
 */
export const programErrors: Readonly<Record<number, ErrorCode>> = {
  6000: 'program/mathOverflow',
  6001: 'program/invalidFeeModel',
  6002: 'program/slippageExceeded',
  6003: 'program/notApproved',
  6004: 'program/invalidFeeModel',
  6006: 'program/amountTooSmall',
  6007: 'program/mathOverflow',
  6009: 'program/notApproved',
  6010: 'program/invalidInput',
  6011: 'program/invalidInput',
  6013: 'program/invalidFeeModel',
  6014: 'program/invalidInput',
  6015: 'program/insufficientVault',
  6016: 'program/invalidInput',
  6017: 'program/invalidFeeModel',
  6018: 'program/invalidInput',
  6020: 'program/mintNotSupported',
  6021: 'program/emptySupply',
  6023: 'program/insufficientVault',
  6025: 'program/notApproved',
  6026: 'program/mintNotSupported',
  6038: 'program/transferFeeMismatch',
  6041: 'program/wrongAccount',
  6042: 'program/notApproved',
  6047: 'program/invalidFeeModel',
  6048: 'program/invalidFeeModel',
  6049: 'program/notApproved',
  6050: 'program/invalidFeeModel',
  6051: 'program/invalidInput',
  6052: 'program/invalidFeeModel',
  6055: 'program/invalidFeeModel',
  6057: 'program/invalidFeeModel',
  6064: 'program/notApproved',
  6067: 'program/invalidFeeModel',
  6069: 'program/amountTooSmall',
  6071: 'program/invalidFeeModel',
}
