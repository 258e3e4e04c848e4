import type { Address } from '@tern/core'
import { type LifeCycleForm, type LifeCycleInstruction, lifeCycleOf } from '../readInstruction.ts'
import { initializeLayout } from './liquidityInstructions.ts'

/** Its instructions that open a pool. */
export const forms: readonly LifeCycleForm[] = [
  {
    kind: 'openPool',
    discriminator: initializeLayout.discriminator,
    ...{ length: 20, owner: 0, pool: 3, mints: [4, 5] },
  },
  {
    kind: 'openPool',
    // `initialize_with_permission` (instructions/initialize_with_permission.rs): so do LaunchLab's migrations.
    discriminator: Uint8Array.of(0x3f, 0x37, 0xfe, 0x41, 0x31, 0xb2, 0x59, 0x79),
    ...{ length: 21, owner: 0, creator: 1, pool: 4, mints: [5, 6] },
  },
]

/** What an instruction to the program opens; `undefined` for one that opens nothing, or is malformed. */
export function readLifeCycle(accounts: readonly Address[], data: Uint8Array): LifeCycleInstruction | undefined {
  return lifeCycleOf(forms, 'raydium_cpmm', accounts, data)
}
