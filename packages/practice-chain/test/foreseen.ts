import { deepStrictEqual } from 'node:assert'
import type { AccountSnapshot } from '@tern/core'
import type { Bank, SimulationResult, TransactionRecord } from '../src/bank/bank.ts'
import { readWire } from '../src/bank/wire.ts'

/** Simulates a transaction in the machine, and returns the result for all its accounts. */
export function simulate(bank: Bank, wire: Uint8Array): SimulationResult {
  const read = readWire(wire)
  const accounts = typeof read === 'string' ? [] : read.message.accounts
  const result = bank.simulate(wire, { accounts })
  if (!result.simulated) throw new TypeError(`not simulated: ${result.refusal.kind}`)
  return result.result
}

/** Checks that the landed record, which may come from predictions, equals the machine's own result. */
export function checkForeseen(bank: Bank, record: TransactionRecord, simulated: SimulationResult): void {
  deepStrictEqual(record.innerInstructions, simulated.innerInstructions)
  const plain = (account: AccountSnapshot | null | undefined) =>
    account && { ...account, data: Buffer.from(account.data).toString('hex') }
  for (const [address, account] of simulated.postAccounts)
    deepStrictEqual(plain(bank.account(address)), plain(account), address)
}
