import type { AccountSnapshot, Address } from '@tern/core'
import { decodePoolState } from './layout.ts'

/** Returns the account that sets a pool's fees. */
export const feeConfigOf = ({ data }: Pick<AccountSnapshot, 'data'>): Address => decodePoolState(data).amm_config
