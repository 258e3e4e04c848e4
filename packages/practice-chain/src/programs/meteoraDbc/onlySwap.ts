import type { Address } from '@tern/core'
import { program } from '@tern/venues/meteoraDbc'
import { swap2Layout, swapLayout } from '@tern/venues/meteoraDbc/internal'
import type { NamedAccount } from '../anchor.ts'
import { isOnlySwap, type SwapsOf } from '../onlySwap.ts'
import { refuse } from './errors.ts'

const swaps: SwapsOf = { program, layouts: [swapLayout, swap2Layout], poolAt: 2 }

/** Refuses the swap if the transaction has named the pool before, or if it does not show its instructions. */
export function checkOnlySwap(pool: Address, sysvar: NamedAccount | undefined): void {
  if (sysvar === undefined || !isOnlySwap(pool, sysvar, swaps)) refuse('FailToValidateSingleSwapInstruction')
}
