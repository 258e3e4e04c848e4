import { type Address, encodeBase58 } from '@tern/core'
import { addressBytes, clockSysvar, rentSysvar } from '@tern/core/internal'
import { expect, it } from 'vitest'
import { parseInstruction } from './parseInstruction.ts'

const key = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [a, b, c] = [key(1), key(2), key(3)]
const [voter, withdrawer] = [addressBytes(key(8)), addressBytes(key(9))]
const u64 = (value: bigint) => new Uint8Array(BigUint64Array.of(value).buffer)
const u32 = (value: number) => new Uint8Array(Uint32Array.of(value).buffer)
const seed = Buffer.concat([u64(4n), Buffer.from('seed')])

function vote(accounts: readonly Address[], tag: number, ...data: readonly Uint8Array[]): unknown {
  const program = 'Vote111111111111111111111111111111111111111' as Address
  const found = parseInstruction({ program, accounts, data: Buffer.concat([u32(tag), ...data]) }, 1) as
    | { program: string; parsed: { type: string; info: unknown } }
    | undefined
  return found && [found.program, found.parsed.type, found.parsed.info]
}

it('instructions on vote accounts are parsed in their program’s terms', () => {
  expect(vote([a, rentSysvar, clockSysvar, b], 0, addressBytes(b), voter, withdrawer, Uint8Array.of(5))).toEqual([
    'vote',
    'initialize',
    {
      ...{ voteAccount: a, rentSysvar, clockSysvar, node: b },
      ...{ authorizedVoter: key(8), authorizedWithdrawer: key(9), commission: 5 },
    },
  ])
  expect(vote([a, clockSysvar, b], 1, voter, u32(1))).toEqual([
    'vote',
    'authorize',
    { voteAccount: a, clockSysvar, authority: b, newAuthority: key(8), authorityType: 'Withdrawer' },
  ])
  expect(vote([a, b, c], 3, u64(7n))).toEqual([
    'vote',
    'withdraw',
    { voteAccount: a, destination: b, withdrawAuthority: c, lamports: 7n },
  ])
  expect(vote([a, b, c], 4)).toEqual([
    'vote',
    'updateValidatorIdentity',
    { voteAccount: a, newValidatorIdentity: b, withdrawAuthority: c },
  ])
  expect(vote([a, b], 5, Uint8Array.of(9))).toEqual([
    'vote',
    'updateCommission',
    { voteAccount: a, withdrawAuthority: b, commission: 9 },
  ])
  expect(vote([a, clockSysvar, b, c], 7, u32(0))).toEqual([
    'vote',
    'authorizeChecked',
    { voteAccount: a, clockSysvar, authority: b, newAuthority: c, authorityType: 'Voter' },
  ])
  const seeded = { authorityType: 'Voter', authorityOwner: key(8), authoritySeed: 'seed' }
  expect(vote([a, clockSysvar, b], 10, u32(0), voter, seed, withdrawer)).toEqual([
    'vote',
    'authorizeWithSeed',
    { voteAccount: a, clockSysvar, authorityBaseKey: b, ...seeded, newAuthority: key(9) },
  ])
  expect(vote([a, clockSysvar, b, c], 11, u32(0), voter, seed)).toEqual([
    'vote',
    'authorizeCheckedWithSeed',
    { voteAccount: a, clockSysvar, authorityBaseKey: b, newAuthority: c, ...seeded },
  ])
})

it('other instructions of the vote program are left unchanged', () => {
  expect(vote([a, b], 3, u64(7n))).toBeUndefined()
  expect(vote([a, clockSysvar, b], 1, voter, u32(2))).toBeUndefined()
  expect(vote([a, b, c], 14)).toBeUndefined()
})
