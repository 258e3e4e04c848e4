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
  it('finds by owner, token owner and mint what a scan of everything finds', () => {
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
})
