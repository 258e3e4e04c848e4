import type { Address } from '@tern/core'
import { type LifeCycleForm, type LifeCycleInstruction, lifeCycleOf } from '../readInstruction.ts'
import { protocolOf } from './addresses.ts'
import { initializeHookedLayout, initializeSplLayout, initializeToken2022Layout } from './launchInstructions.ts'
import { migrateDammV1Layout, migrateDammV2Layout } from './migrateInstructions.ts'

/** Its instructions that launch a token, open a pool or move a curve's liquidity to one. */
export const forms: readonly LifeCycleForm[] = [
  {
    kind: 'launch',
    discriminator: initializeSplLayout.discriminator,
    ...{ length: 16, owner: 10, pool: 5, mint: 3 },
  },
  {
    kind: 'launch',
    discriminator: initializeToken2022Layout.discriminator,
    ...{ length: 14, owner: 8, pool: 5, mint: 3 },
  },
  {
    kind: 'launch',
    discriminator: initializeHookedLayout.discriminator,
    ...{ length: 15, owner: 9, pool: 5, mint: 3 },
  },
  {
    kind: 'migrate',
    discriminator: migrateDammV2Layout.discriminator,
    ...{ length: 25, owner: 19, pool: 0, mint: 13, to: 4 },
  },
  {
    kind: 'migrate',
    discriminator: migrateDammV1Layout.discriminator,
    ...{ length: 31, owner: 22, pool: 0, mint: 7, to: 4 },
  },
]

/** What an instruction to the program makes, opens or moves; `undefined` for one that does none of these, or is malformed. */
export function readLifeCycle(accounts: readonly Address[], data: Uint8Array): LifeCycleInstruction | undefined {
  const read = lifeCycleOf(forms, 'meteora_dbc', accounts, data)
  const config = accounts[read?.kind === 'migrate' ? 2 : 0]
  return read && config && { ...read, protocol: protocolOf(config) }
}
