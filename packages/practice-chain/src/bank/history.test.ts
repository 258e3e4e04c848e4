import type { Address } from '@tern/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TransactionRecord } from './bank.ts'
import { createHistory } from './history.ts'

const addresses = ['payer', 'other', 'pool', 'vault', 'wallet'] as Address[]

function record(signature: string, slot: bigint, accounts: readonly Address[]): TransactionRecord {
  const nothing = { wire: new Uint8Array(200), logs: [], innerInstructions: [], returnData: null }
  return { ...nothing, signature, slot, accounts } as unknown as TransactionRecord
}

const step = fc.oneof(
  { weight: 20, arbitrary: fc.record({ accounts: fc.subarray(addresses, { minLength: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ abandoned: fc.nat(9) }) },
)

it('returns the kept transactions of each address, oldest first, after any transactions were forgotten or abandoned', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 150, maxLength: 400 }), fc.integer({ min: 2, max: 120 }), (steps, max) => {
      const history = createHistory({ transactions: max, bytes: 1_000_000_000 })
      for (const [i, one] of steps.entries()) {
        const slot = BigInt(i >> 2)
        if ('abandoned' in one) history.abandon(slot - BigInt(one.abandoned))
        else history.add(record(`tx${i}`, slot, one.accounts))
      }
      const kept = [...history.all()]
      expect(kept.length).toBeLessThanOrEqual(max)
      for (const address of addresses)
        expect(history.of(address)).toEqual(kept.filter(({ accounts }) => accounts.includes(address)))
    }),
  )
})
