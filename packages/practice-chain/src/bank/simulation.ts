import type { AccountSnapshot, Address } from '@tern/core'
import type { SimulationResult } from './bank.ts'
import type { Outcome, Prepared } from './execution.ts'
import { tokenBalances } from './tokenBalances.ts'
import { truncateLogs } from './truncateLogs.ts'
import type { Run } from './virtualMachine.ts'

/** The fields that a landed record and a simulation share. */
export const sharedFields = (prepared: Prepared, run: Run) => ({
  err: run.err,
  fee: prepared.offer.fee,
  logs: truncateLogs(run.logs),
  innerInstructions: run.readInner(),
  returnData: run.returnData,
  accounts: prepared.accounts,
  loadedAddresses: prepared.loaded,
  preBalances: prepared.preBalances,
  preTokenBalances: prepared.preTokenBalances,
})

/** Computes the result of a simulation: the accounts as if the changes were made in `slot`. Nothing changes. */
export function simulation(
  prepared: Prepared,
  { run, changes }: Pick<Outcome, 'run' | 'changes'>,
  {
    wanted,
    read,
    slot,
  }: {
    readonly wanted: readonly Address[]
    readonly read: (address: Address) => AccountSnapshot | null
    readonly slot: bigint
  },
): SimulationResult {
  const changed = new Map(changes.map(({ address, content }) => [address, content]))
  const after = (address: Address): AccountSnapshot | null => {
    const content = changed.get(address)
    if (content === undefined) return read(address)
    return content === null ? null : { ...content, slot }
  }
  return {
    ...sharedFields(prepared, run),
    unitsConsumed: run.unitsConsumed,
    postBalances: prepared.accounts.map(address => after(address)?.lamports ?? 0n),
    postTokenBalances: tokenBalances(prepared.accounts, after),
    replacementBlockhash: null,
    postAccounts: new Map(wanted.map(address => [address, after(address)])),
  }
}
