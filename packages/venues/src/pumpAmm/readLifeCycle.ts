import type { Address } from '@tern/core'
import { type LifeCycleForm, type LifeCycleInstruction, lifeCycleOf } from '../readInstruction.ts'

/** Its instructions that launch a token, open a pool or move a curve's liquidity to one. */
export const forms: readonly LifeCycleForm[] = [
  {
    kind: 'openPool',
    // `create_pool`
    discriminator: Uint8Array.of(0xe9, 0x92, 0xd1, 0x8e, 0xcf, 0x68, 0x40, 0xbc),
    ...{ length: 18, owner: 2, pool: 0, mints: [3, 4] },
  },
]

/** What an instruction to the program makes, opens or moves; `undefined` for one that does none of these, or is malformed. */
export function readLifeCycle(accounts: readonly Address[], data: Uint8Array): LifeCycleInstruction | undefined {
  return lifeCycleOf(forms, 'pumpamm', accounts, data)
}
