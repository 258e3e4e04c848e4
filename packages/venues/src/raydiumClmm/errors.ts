import type { ErrorCode } from '@tern/core'

/** The program's own error numbers (error.rs, counted from Anchor's 6000), and what each means to a user. */
export const programErrors: Readonly<Record<number, ErrorCode>> = {
  // Anchor's own, of what a swap requires: that all was traded where there is no price limit, and that the pool is open by now.
  2501: 'program/insufficientVault',
  2505: 'program/notApproved',
  6000: 'program/notApproved',
  6002: 'program/wrongAccount',
  6009: 'program/wrongAccount',
  6010: 'program/wrongAccount',
  // The price limit: a quote with one that is not ahead of the price is refused before.
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
