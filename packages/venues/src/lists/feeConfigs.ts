// Written by scripts/programLists.mjs from programs.json.

import type { AccountSnapshot, Address } from '@tern/core'
import { feeConfigOf as raydiumClmm } from '../raydiumClmm/feeConfig.ts'
import { feeConfigOf as raydiumCpmm } from '../raydiumCpmm/feeConfig.ts'
import type { Protocol } from './protocols.ts'

/** How to read the account that sets a pool's fees from the pool's own account. A protocol that is missing stores fees in its pools. */
export const feeConfigs: ReadonlyMap<Protocol, (pool: Pick<AccountSnapshot, 'data'>) => Address> = new Map([
  ['raydium_cpmm', raydiumCpmm],
  ['raydium_clmm', raydiumClmm],
])
