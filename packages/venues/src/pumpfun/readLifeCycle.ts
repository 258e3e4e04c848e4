import type { Address } from '@tern/core'
import { type LifeCycleForm, type LifeCycleInstruction, lifeCycleOf } from '../readInstruction.ts'
import { createLayout, createV2Layout } from './createInstructions.ts'
import { migrateLayout, migrateV2Layout } from './migrateInstructions.ts'

/** Its instructions that launch a token, open a pool or move a curve's liquidity to one. */
export const forms: readonly LifeCycleForm[] = [
  { kind: 'launch', discriminator: createLayout.discriminator, length: 14, owner: 7, pool: 2, mint: 0 },
  { kind: 'launch', discriminator: createV2Layout.discriminator, length: 16, owner: 5, pool: 2, mint: 0 },
  { kind: 'migrate', discriminator: migrateLayout.discriminator, length: 24, owner: 5, pool: 3, mint: 2, to: 9 },
  { kind: 'migrate', discriminator: migrateV2Layout.discriminator, length: 27, owner: 7, pool: 4, mint: 2, to: 10 },
]

/** What an instruction to the program makes, opens or moves; `undefined` for one that does none of these, or is malformed. */
export function readLifeCycle(accounts: readonly Address[], data: Uint8Array): LifeCycleInstruction | undefined {
  return lifeCycleOf(forms, 'pumpfun', accounts, data)
}
