import type { Address } from '@tern/core'
import { type LifeCycleForm, type LifeCycleInstruction, lifeCycleOf } from '../readInstruction.ts'

const accountsNamed = { kind: 'openPool', length: 13, owner: 0, pool: 2, mints: [3, 4] } as const
/** Its instructions that launch a token, open a pool or move a curve's liquidity to one. */
export const forms: readonly LifeCycleForm[] = [
  // `create_pool` (instructions/create_pool.rs)
  { ...accountsNamed, discriminator: Uint8Array.of(0xe9, 0x92, 0xd1, 0x8e, 0xcf, 0x68, 0x40, 0xbc) },
  // `create_customizable_pool` (instructions/create_customizable_pool.rs)
  { ...accountsNamed, discriminator: Uint8Array.of(0x2b, 0x44, 0xd4, 0xa7, 0x59, 0x2f, 0xa4, 0x01) },
  {
    kind: 'openPool',
    // `create_permissioned_pool`, as the program's interface of 2026 lists it: the permission is the payer's, the pool another's.
    discriminator: Uint8Array.of(0x24, 0xf3, 0xb3, 0x23, 0x2a, 0xef, 0x35, 0xe5),
    ...{ length: 15, owner: 0, creator: 1, pool: 4, mints: [5, 6] },
  },
]

/** What an instruction to the program makes, opens or moves; `undefined` for one that does none of these, or is malformed. */
export function readLifeCycle(accounts: readonly Address[], data: Uint8Array): LifeCycleInstruction | undefined {
  return lifeCycleOf(forms, 'raydium_clmm', accounts, data)
}
