import type { Address } from '@tern/core'
import { type LifeCycleForm, type LifeCycleInstruction, lifeCycleOf } from '../readInstruction.ts'
import { protocolOf } from './addresses.ts'
import { initializeV2Layout, initializeWithToken2022Layout } from './createInstructions.ts'
import { migrateToAmmLayout, migrateToCpswapLayout } from './migrateInstructions.ts'

const launch = { kind: 'launch', owner: 0, pool: 5, mint: 6 } as const
/** Its instructions that launch a token, open a pool or move a curve's liquidity to one. */
export const forms: readonly LifeCycleForm[] = [
  { ...launch, discriminator: initializeV2Layout.discriminator, length: 18 },
  { ...launch, discriminator: initializeWithToken2022Layout.discriminator, length: 15 },
  // `initialize`, which the program takes no more.
  { ...launch, discriminator: Uint8Array.of(0xaf, 0xaf, 0x6d, 0x1f, 0x0d, 0x98, 0x9b, 0xed), length: 18 },
  {
    kind: 'migrate',
    discriminator: migrateToCpswapLayout.discriminator,
    ...{ length: 29, owner: 0, pool: 18, mint: 1, to: 5 },
  },
  {
    kind: 'migrate',
    discriminator: migrateToAmmLayout.discriminator,
    ...{ length: 32, owner: 0, pool: 23, mint: 1, to: 13 },
  },
]

/** What an instruction to the program makes, opens or moves; `undefined` for one that does none of these, or is malformed. */
export function readLifeCycle(accounts: readonly Address[], data: Uint8Array): LifeCycleInstruction | undefined {
  // The platform; of a migration to AMM v4, which does not name it, the order book's program.
  const [, , , platform] = accounts
  return platform && lifeCycleOf(forms, protocolOf(platform), accounts, data)
}
