import { type AccountSnapshot, type Address, encodeBase58, systemProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseStakeAccount } from './parsedStake.ts'

const key = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const u64 = (...values: bigint[]) => new Uint8Array(BigUint64Array.from(values).buffer)
const account = (data: Uint8Array, owner = 'Stake11111111111111111111111111111111111111'): AccountSnapshot => ({
  ...{ owner: owner as Address, lamports: 1n, executable: false, data, slot: 1n },
})
const [staker, withdrawer, custodian, voter] = [key(1), key(2), key(3), key(4)]
const meta = Buffer.concat([u64(42n), ...[staker, withdrawer].map(addressBytes), u64(5n, 6n), addressBytes(custodian)])
const delegation = Buffer.concat([addressBytes(voter), u64(20n, 2n, 2n ** 64n - 1n, 0n, 10n)])
const parsedMeta = {
  rentExemptReserve: '42',
  authorized: { staker, withdrawer },
  lockup: { unixTimestamp: 5n, epoch: 6n, custodian },
}

it('a stake account is parsed in the program’s terms', () => {
  const parsed = (kind: number, ...rest: Uint8Array[]) =>
    parseStakeAccount(account(Buffer.concat([Uint8Array.of(kind, 0, 0, 0), ...rest])))
  expect(parsed(0)).toEqual({ program: 'stake', space: 4, parsed: { type: 'uninitialized' } })
  expect(parsed(1, meta)).toMatchObject({ parsed: { type: 'initialized', info: { meta: parsedMeta, stake: null } } })
  expect(parsed(2, meta, delegation)).toMatchObject({
    parsed: {
      type: 'delegated',
      info: {
        meta: parsedMeta,
        stake: {
          delegation: { voter, stake: '20', activationEpoch: '2', deactivationEpoch: '18446744073709551615' },
          creditsObserved: 10n,
        },
      },
    },
  })
  expect(parsed(3)).toMatchObject({ parsed: { type: 'rewardsPool' } })
  expect(parsed(4)).toBeUndefined()
})

it('no other account is parsed as a stake account', () => {
  expect(parseStakeAccount(account(new Uint8Array(4), systemProgram))).toBeUndefined()
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 196, maxLength: 200 }), data => {
      const found = parseStakeAccount(account(data))
      if (found !== undefined) expect(found).toMatchObject({ program: 'stake', space: data.length })
    }),
  )
})
