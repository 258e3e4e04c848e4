import { formatSignerLimits, parseSignerLimits, type SignerLimits } from '@tern/custody'

/** Where they are kept; a tab hears of what another one writes there. */
export const limitsKey = 'tern-signer-limits'

/** What trades may take without asking, as somebody chose it in this browser. */
export const readLimits = (): SignerLimits => parseSignerLimits(localStorage.getItem(limitsKey))

export const writeLimits = (limits: SignerLimits): void => localStorage.setItem(limitsKey, formatSignerLimits(limits))
