import type { SignerLimits } from '@tern/custody'
import { formatSignerLimits, parseSignerLimits } from '@tern/custody/internal'

/** Storage key of the limits. Other tabs notice changes of it. */
export const limitsKey = 'tern-signer-limits'

/** Reads how much trades may spend without confirmation, as the user of this browser set it. */
export const readLimits = (): SignerLimits => parseSignerLimits(localStorage.getItem(limitsKey))

export const writeLimits = (limits: SignerLimits): void => localStorage.setItem(limitsKey, formatSignerLimits(limits))
