import { computeBudgetProgram } from '@tern/core'
import { struct, u32, u64 } from '@tern/core/internal'
import { effect, type ProgramEffects } from '../effects/language.ts'

// `ComputeBudgetInstruction` (solana-compute-budget-interface, lib.rs).
const short = (name: string, number: number) => struct(name, 5, { value: u32 }, { discriminator: [number] })
const priceLayout = struct('setComputeUnitPrice', 9, { value: u64 }, { discriminator: [3] })

/** The compute budget program's instructions. */
export const effects: ProgramEffects = {
  programs: [computeBudgetProgram],
  effects: [
    short('requestHeapFrame', 1),
    short('setComputeUnitLimit', 2),
    priceLayout,
    short('setLoadedAccountsDataSizeLimit', 4),
  ].map(layout => effect(layout, { accounts: '', kind: 'budget', value: 'value' })),
}
