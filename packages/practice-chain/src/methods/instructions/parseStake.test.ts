import { type Address, encodeBase58 } from '@tern/core'
import { addressBytes, clockSysvar, rentSysvar } from '@tern/core/internal'
import { expect, it } from 'vitest'
import { parseInstruction } from './parseInstruction.ts'

const key = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [a, b, c, d] = [key(1), key(2), key(3), key(4)]
const history = 'SysvarStakeHistory1111111111111111111111111' as Address
const config = 'StakeConfig11111111111111111111111111111111' as Address
const program = 'Stake11111111111111111111111111111111111111' as Address
const u64 = (value: bigint) => new Uint8Array(BigUint64Array.of(value).buffer)
const u32 = (value: number) => new Uint8Array(Uint32Array.of(value).buffer)
const text = (value: string) => Buffer.concat([u64(BigInt(value.length)), Buffer.from(value)])

function stake(accounts: readonly Address[], tag: number, ...data: readonly Uint8Array[]): unknown {
  const found = parseInstruction({ program, accounts, data: Buffer.concat([u32(tag), ...data]) }, 1) as
    | { program: string; parsed: { type: string; info: unknown } }
    | undefined
  return found && [found.parsed.type, found.parsed.info]
}

it('instructions of the stake program are parsed in its terms, with or without the accounts of older clients', () => {
  const [staker, custodian] = [addressBytes(key(9)), addressBytes(key(8))]
  const lockup = { unixTimestamp: 5n, epoch: 6n, custodian: key(8) }
  const initialize = [staker, staker, u64(5n), u64(6n), custodian] as const
  const initialized = { stakeAccount: a, authorized: { staker: key(9), withdrawer: key(9) }, lockup }
  expect(stake([a, rentSysvar], 0, ...initialize)).toEqual(['initialize', { ...initialized, rentSysvar }])
  expect(stake([a], 0, ...initialize)).toEqual(['initialize', initialized])
  expect(stake([a, clockSysvar, b, c], 1, staker, u32(1))).toEqual([
    'authorize',
    { stakeAccount: a, clockSysvar, authority: b, custodian: c, newAuthority: key(9), authorityType: 'Withdrawer' },
  ])
  expect(stake([a, b, clockSysvar, history, config, c], 2)).toEqual([
    'delegate',
    {
      ...{ stakeAccount: a, voteAccount: b, clockSysvar },
      ...{ stakeHistorySysvar: history, stakeConfigAccount: config, stakeAuthority: c },
    },
  ])
  const split = { stakeAccount: a, newSplitAccount: b, stakeAuthority: c, lamports: 7n }
  expect(stake([a, b, c], 3, u64(7n))).toEqual(['split', split])
  expect(stake([a, b, c], 4, u64(7n))).toEqual([
    'withdraw',
    { stakeAccount: a, destination: b, withdrawAuthority: c, lamports: 7n },
  ])
  expect(stake([a, clockSysvar, b], 5)).toEqual(['deactivate', { stakeAccount: a, clockSysvar, stakeAuthority: b }])
  expect(stake([a, b], 6, Uint8Array.of(0, 1), u64(6n), Uint8Array.of(1), custodian)).toEqual([
    'setLockup',
    { stakeAccount: a, custodian: b, lockup: { epoch: 6n, custodian: key(8) } },
  ])
  expect(stake([a, b, clockSysvar, history, c], 7)).toEqual([
    'merge',
    { destination: a, source: b, clockSysvar, stakeHistorySysvar: history, stakeAuthority: c },
  ])
  expect(stake([a, b], 8, staker, u32(0), text('seed'), custodian)).toEqual([
    'authorizeWithSeed',
    {
      ...{ stakeAccount: a, authorityBase: b, newAuthorized: key(9) },
      ...{ authorityType: 'Staker', authoritySeed: 'seed', authorityOwner: key(8) },
    },
  ])
  expect(stake([a, rentSysvar, b, c], 9)).toEqual([
    'initializeChecked',
    { stakeAccount: a, rentSysvar, staker: b, withdrawer: c },
  ])
  expect(stake([a, b, c], 12, Uint8Array.of(1), u64(5n), Uint8Array.of(0))).toEqual([
    'setLockupChecked',
    { stakeAccount: a, custodian: b, lockup: { unixTimestamp: 5n, custodian: c } },
  ])
  expect(stake([], 13)).toEqual(['getMinimumDelegation', null])
  expect(stake([a, b, c, d], 16, u64(7n))).toEqual([
    'moveStake',
    { source: a, destination: b, stakeAuthority: c, lamports: 7n },
  ])
})

it('instructions of the stake program are left unchanged if a part is missing', () => {
  expect(stake([a], 1, addressBytes(b), u32(0))).toBeUndefined()
  expect(stake([a, b], 1, addressBytes(b), u32(2))).toBeUndefined()
  expect(stake([a, clockSysvar, history], 4, u64(7n))).toBeUndefined()
  expect(stake([a, b], 6, Uint8Array.of(2))).toBeUndefined()
  expect(stake([a, b, c], 99)).toBeUndefined()
})
