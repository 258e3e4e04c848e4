import { type Address, encodeBase58 } from '@tern/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newSigner, sign, transfer } from '../../test/transactions.ts'
import type { TransactionRecord } from './bank.ts'
import { decodeRecord, encodeRecord } from './recordCodec.ts'
import type { TransactionError } from './transactionError.ts'
import { readWire } from './wire.ts'

const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => encodeBase58(bytes) as Address)
const u64 = fc.bigInt(0n, 2n ** 64n - 1n)
const u8 = fc.nat(255)
const bytes = fc.uint8Array({ maxLength: 40 })

it('keeps every field of a record', async () => {
  const [from, to] = [await newSigner(), await newSigner()]
  const wireBytes = await sign(
    encodeBase58(new Uint8Array(32).fill(5)),
    [from],
    [transfer(from.address, to.address, 1n)],
  )
  const wire = readWire(wireBytes)
  if (typeof wire === 'string') throw new TypeError(wire)
  const tokenBalance = (own: readonly Address[]) =>
    fc.record({
      accountIndex: u8,
      mint: fc.oneof(address, fc.constantFrom(...own)),
      owner: fc.oneof(address, fc.constantFrom(...own)),
      program: address,
      amount: u64,
      decimals: u8,
    })
  const inner = fc.record({
    programIdIndex: u8,
    accounts: fc.array(u8, { maxLength: 5 }),
    data: bytes,
    stackHeight: u8,
  })
  const record = fc
    .record({ writable: fc.array(address, { maxLength: 3 }), readonly: fc.array(address, { maxLength: 3 }) })
    .chain(loadedAddresses => {
      const accounts = [...wire.message.accounts, ...loadedAddresses.writable, ...loadedAddresses.readonly]
      const balances = fc.array(tokenBalance(accounts), { maxLength: 3 })
      return fc.record<TransactionRecord>({
        signature: fc.constant(wire.signature),
        slot: u64,
        index: fc.nat(2 ** 32 - 1),
        blockTimeSeconds: u64,
        wire: fc.constant(wireBytes),
        version: fc.constant(wire.message.version),
        err: fc.constantFrom<TransactionError | null>(
          null,
          'AccountNotFound',
          { InstructionError: [3, { Custom: 6004 }] },
          { InsufficientFundsForRent: { account_index: 2 } },
        ),
        fee: u64,
        computeUnitsConsumed: u64,
        costUnits: fc.oneof(u64, fc.constant(null)),
        computeUnitPrice: u64,
        accounts: fc.constant(accounts),
        loadedAddresses: fc.constant(loadedAddresses),
        writable: fc.array(u8, { maxLength: 5 }),
        logs: fc.array(fc.string({ unit: 'binary', maxLength: 50 }), { maxLength: 5 }),
        preBalances: fc.array(u64, { maxLength: 5 }),
        postBalances: fc.array(u64, { maxLength: 5 }),
        preTokenBalances: balances,
        postTokenBalances: balances,
        innerInstructions: fc.array(fc.record({ index: u8, instructions: fc.array(inner, { maxLength: 3 }) }), {
          maxLength: 3,
        }),
        returnData: fc.oneof(fc.constant(null), fc.record({ program: address, data: bytes })),
      })
    })
  fc.assert(
    fc.property(record, one => {
      expect(decodeRecord(encodeRecord(one))).toEqual(one)
    }),
  )
})

it('returns undefined if the bytes hold no transaction', () => {
  const header = new Uint8Array(24 + 64)
  expect(decodeRecord(header)).toBe(undefined)
})
