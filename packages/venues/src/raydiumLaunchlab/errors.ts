import type { ErrorCode } from '@tern/core'

/** The program's own error numbers (its IDL, counted from Anchor's 6000) with their meaning for a user. */
export const programErrors: Readonly<Record<number, ErrorCode>> = {
  6000: 'program/notApproved',
  6001: 'program/wrongAccount',
  6002: 'program/invalidInput',
  6003: 'program/invalidInput',
  6004: 'program/slippageExceeded',
  6005: 'program/curveNotComplete',
  6006: 'program/curveComplete',
  6007: 'program/invalidInput',
  6008: 'program/mathOverflow',
  6009: 'program/nothingToCollect',
  6010: 'program/invalidInput',
  6011: 'program/notApproved',
  6012: 'program/notApproved',
  6013: 'program/notApproved',
  6014: 'program/invalidInput',
  6015: 'program/curveNotComplete',
  6016: 'program/wrongAccount',
  6017: 'program/mintNotSupported',
  6018: 'program/wrongAccount',
  6019: 'program/transferFeeMismatch',
  6020: 'program/invalidInput',
}
