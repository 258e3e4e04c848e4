import type { Address } from '@tern/core'
import { expect, it } from 'vitest'
import { executedBy } from './executed.ts'

const [payer, program, source, target, mint] = ['payer', 'program', 'source', 'target', 'mint'] as Address[] as [
  Address,
  Address,
  Address,
  Address,
  Address,
]

it('names instructions by their accounts, and token accounts by their mints and their balances afterwards', () => {
  const balance = (accountIndex: number, amount: string) => ({ accountIndex, mint, uiTokenAmount: { amount } })
  const instruction = (data: string) => ({ programIdIndex: 1, accounts: [0, 3], data })
  const executed = executedBy({
    meta: {
      logMessages: ['Program log: done'],
      innerInstructions: [{ instructions: [instruction('3')] }],
      preTokenBalances: [balance(2, '7'), balance(3, '0')],
      postTokenBalances: [balance(3, '18446744073709551615')],
      loadedAddresses: { writable: [target], readonly: [] },
    },
    transaction: { message: { accountKeys: [payer, program, source], instructions: [instruction('2')] } },
  })
  const named = (byte: number) => ({ program, accounts: [payer, target], data: Uint8Array.of(byte) })
  expect(executed).toEqual({
    logs: ['Program log: done'],
    inner: [named(2)],
    instructions: [named(1), named(2)],
    mints: new Map([
      [source, mint],
      [target, mint],
    ]),
    // The transaction closed `source`.
    balances: new Map([[target, 2n ** 64n - 1n]]),
  })
})
