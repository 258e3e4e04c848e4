import type { Address } from '@tern/core'
import { type LifeCycleForm, type LifeCycleInstruction, lifeCycleOf } from '../readInstruction.ts'
import { initializeCustomizablePoolLayout, initializePoolLayout } from './createInstructions.ts'

/** Its instructions that launch a token, open a pool or move a curve's liquidity to one. */
export const forms: readonly LifeCycleForm[] = [
  {
    kind: 'openPool',
    discriminator: initializePoolLayout.discriminator,
    ...{ length: 20, owner: 3, pool: 6, mints: [8, 9] },
  },
  {
    kind: 'openPool',
    discriminator: initializeCustomizablePoolLayout.discriminator,
    ...{ length: 19, owner: 3, pool: 5, mints: [7, 8] },
  },
  {
    kind: 'openPool',
    // `initialize_pool_with_dynamic_config`
    discriminator: Uint8Array.of(0x95, 0x52, 0x48, 0xc5, 0xfd, 0xfc, 0x44, 0x0f),
    ...{ length: 21, owner: 3, pool: 7, mints: [9, 10] },
  },
]

/** What an instruction to the program makes, opens or moves; `undefined` for one that does none of these, or is malformed. */
export function readLifeCycle(accounts: readonly Address[], data: Uint8Array): LifeCycleInstruction | undefined {
  return lifeCycleOf(forms, 'meteora_damm_v2', accounts, data)
}
