import { deepStrictEqual } from 'node:assert'
import type { AccountSnapshot } from '@tern/core'
import type { Bank, SimulationResult, TransactionRecord } from '../src/bank/bank.ts'
import { readWire } from '../src/bank/wire.ts'

/** What the machine alone says that will come of a transaction, to all its accounts. */
export function simulate(bank: Bank, wire: Uint8Array): SimulationResult {
  const read = readWire(wire)
  const accounts = typeof read === 'string' ? [] : read.message.accounts
  const result = bank.simulate(wire, { accounts })
  if (!result.simulated) throw new TypeError(`not simulated: ${result.refusal.kind}`)
  return result.result
}

/** What lands may be told from what was foreseen: it is what the machine tells. */
export function checkForeseen(bank: Bank, record: TransactionRecord, simulated: SimulationResult): void {
  deepStrictEqual(record.innerInstructions, simulated.innerInstructions)
  const plain = (account: AccountSnapshot | null | undefined) =>
    account && { ...account, data: Buffer.from(account.data).toString('hex') }
  for (const [address, account] of simulated.postAccounts)
    deepStrictEqual(plain(bank.account(address)), plain(account), address)
}
