import type { ErrorCode } from '@tern/core'

/** The program's own error numbers (error.rs, counted from Anchor's 6000) with their meaning for a user. */
export const programErrors: Readonly<Record<number, ErrorCode>> = {
  // Anchor's own numbers, for two conditions of a swap: without a price limit it trades the whole amount, and the pool
  // is open.
  2501: 'program/insufficientVault',
  2505: 'program/notApproved',
  6000: 'program/notApproved',
  6002: 'program/wrongAccount',
  6009: 'program/wrongAccount',
  6010: 'program/wrongAccount',
  // The price limit. A quote already refuses a limit that is not ahead of the price.
  6011: 'program/slippageExceeded',
  6012: 'program/invalidInput',
  6016: 'program/insufficientVault',
  6017: 'program/slippageExceeded',
  6018: 'program/slippageExceeded',
  6019: 'program/slippageExceeded',
  6020: 'program/amountTooSmall',
  6021: 'program/wrongAccount',
  6022: 'program/amountTooSmall',
  6023: 'program/priceMovedTooFar',
  6024: 'program/priceMovedTooFar',
  6034: 'program/mintNotSupported',
  6035: 'program/wrongAccount',
  6036: 'program/insufficientVault',
  6037: 'program/mathOverflow',
  6038: 'program/mathOverflow',
  6039: 'program/transferFeeMismatch',
  6042: 'program/mathOverflow',
  6051: 'program/wrongAccount',
}
