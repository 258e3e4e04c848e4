import {
  type AccountSnapshot,
  type Address,
  encodeBase58,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeToken2022Account, encodeTokenAccount } from '../world/tokenAccounts.ts'
import { createAccountStore, isTokenAccount } from './accountStore.ts'

const addressOf = (fill: number) => encodeBase58(new Uint8Array(32).fill(fill + 1)) as Address
const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
  owner,
  data,
  lamports: 1n,
  executable: false,
  slot: 0n,
})

const few = fc.nat(3)
const content = fc.oneof(
  fc.constant(null),
  fc.constant(account(systemProgram, new Uint8Array())),
  fc.tuple(few, few, fc.bigInt(0n, 9n)).map(([mint, owner, amount]) => {
    const balance = { mint: addressOf(mint), owner: addressOf(owner), amount }
    return account(tokenProgram, encodeTokenAccount(balance))
  }),
  fc.tuple(few, few).map(([mint, owner]) => {
    const balance = { mint: addressOf(mint), owner: addressOf(owner), amount: 1n }
    return account(token2022Program, encodeToken2022Account(balance, ['immutableOwner']))
  }),
)

describe('the account store', () => {
  it('finds the same accounts by owner, token owner and mint as a scan', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(6), content), { maxLength: 60 }), changes => {
        const store = createAccountStore()
        const plain = new Map<Address, AccountSnapshot>()
        for (const [at, value] of changes) {
          store.set(addressOf(at + 50), value)
          if (value === null) plain.delete(addressOf(at + 50))
          else plain.set(addressOf(at + 50), value)
        }
        const scan = (matches: (account: AccountSnapshot) => boolean) =>
          [...plain]
            .filter(([, value]) => matches(value))
            .map(([address]) => address)
            .sort()
        const found = (list: Iterable<readonly [Address, AccountSnapshot]>) =>
          [...list].map(([address]) => address).sort()
        const fieldIs = (value: AccountSnapshot, offset: number, n: number) =>
          isTokenAccount(value) && value.data.subarray(offset, offset + 32).every(byte => byte === n + 1)
        for (const owner of [systemProgram, tokenProgram, token2022Program])
          expect(found(store.byOwner(owner))).toEqual(scan(value => value.owner === owner))
        for (let n = 0; n < 4; n++) {
          expect(found(store.byMint(addressOf(n)))).toEqual(scan(value => fieldIs(value, 0, n)))
          expect(found(store.byTokenOwner(addressOf(n)))).toEqual(scan(value => fieldIs(value, 32, n)))
        }
        expect(store.size).toBe(plain.size)
      }),
    )
  })

  it('finds the same accounts by length and bytes as a scan, before and after it has an index', () => {
    const owner = addressOf(9)
    const at = (n: number) => {
      const bytes = new Uint8Array(32)
      new DataView(bytes.buffer).setUint32(0, n + 1)
      return encodeBase58(bytes) as Address
    }
    const length = fc.constantFrom(3, 8, 9)
    const data = fc.tuple(length, fc.nat(2), fc.nat(2)).map(([size, a, b]) => new Uint8Array(size).fill(a).fill(b, 4))
    const change = fc.tuple(fc.nat(1_999), fc.oneof(fc.constant(null), data))
    const query = fc.record(
      {
        dataSize: length,
        bytes: fc.array(
          fc.record({ offset: fc.constantFrom(0, 2, 7), bytes: fc.uint8Array({ minLength: 0, maxLength: 2, max: 2 }) }),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.array(change, { maxLength: 20 }), query), { maxLength: 30 }), steps => {
        const store = createAccountStore()
        const plain = new Map<Address, AccountSnapshot>()
        const set = (n: number, bytes: Uint8Array | null) => {
          const value = bytes === null ? null : account(owner, bytes)
          store.set(at(n), value)
          if (value === null) plain.delete(at(n))
          else plain.set(at(n), value)
        }
        for (let n = 0; n < 1_100; n++) set(n, new Uint8Array(n % 2 === 0 ? 8 : 9).fill(n % 3))
        for (const [changes, wanted] of steps) {
          for (const [n, bytes] of changes) set(n, bytes)
          const { dataSize, bytes = [] } = wanted
          const scanned = [...plain].filter(
            ([, { data: found }]) =>
              (dataSize === undefined || found.length === dataSize) &&
              bytes.every(({ offset, bytes: value }) => {
                const there = found.subarray(offset, offset + value.length)
                return offset + value.length <= found.length && Buffer.compare(there, value) === 0
              }),
          )
          expect(new Map(store.byOwner(owner, wanted))).toEqual(new Map(scanned))
        }
      }),
      { numRuns: 20 },
    )
  })
})
