import type { Address } from '@tern/core'
import { addressBytes } from '@tern/core/internal'

/** Checks if `a` is the lower address bytewise. Raydium's programs make the lower mint token 0. */
export const isLower = (a: Address, b: Address): boolean => Buffer.compare(addressBytes(a), addressBytes(b)) < 0
