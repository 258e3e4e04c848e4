import type { Address } from '@tern/core'
import { clockSysvar, rentSysvar } from '@tern/core/internal'
import { type InstructionData, instructionData } from './instructionData.ts'
import { type AddressedInstruction, type ParsedInstruction, present } from './instructionShape.ts'

/** Accounts that older clients include and the program no longer needs. */
const unneeded: ReadonlyMap<string, string> = new Map([
  [clockSysvar, 'clockSysvar'],
  [rentSysvar, 'rentSysvar'],
  ['SysvarStakeHistory1111111111111111111111111', 'stakeHistorySysvar'],
  ['StakeConfig11111111111111111111111111111111', 'stakeConfigAccount'],
])

/** A kind of instruction: the names of its other accounts, their min number, and the values of its data. */
interface StakeShape {
  readonly type: string
  readonly min: number
  readonly accounts: readonly string[]
  readonly info?: Readonly<Record<string, unknown>>
}

/**
 * Parses an instruction of the stake program.
 * @see Agave's `transaction-status/src/parse_stake.rs`
 */
export function parseStake({ accounts, data }: AddressedInstruction): ParsedInstruction | undefined {
  const next = instructionData(data)
  const tag = next.u32()
  if (tag === 13) return { type: 'getMinimumDelegation', info: null }
  const shape = shapes[tag]?.(next, accounts)
  if (shape === undefined || !next.isWhole()) return undefined
  const info: Record<string, unknown> = {}
  let named = 0
  for (const account of accounts) {
    const name = unneeded.get(account) ?? shape.accounts[named++]
    if (name !== undefined) info[name] = account
  }
  return named < shape.min ? undefined : { type: shape.type, info: { ...info, ...shape.info } }
}

const authorityTypes = ['Staker', 'Withdrawer']

/** Reads the kind of authority that the instruction changes. */
const authorityType = (next: InstructionData) => ({
  authorityType: authorityTypes[next.variant(authorityTypes.length)],
})

function lockup(next: InstructionData, custodian: () => unknown): { readonly lockup: unknown } {
  return {
    lockup: {
      ...present('unixTimestamp', next.option(next.i64)),
      ...present('epoch', next.option(next.u64)),
      ...present('custodian', custodian()),
    },
  }
}

const moved = ['source', 'destination', 'stakeAuthority']

/** By instruction number. The data is bincode, so the fields must be read in its order. */
const shapes: readonly (((next: InstructionData, accounts: readonly Address[]) => StakeShape) | undefined)[] = [
  next => ({
    type: 'initialize',
    min: 1,
    accounts: ['stakeAccount'],
    info: {
      authorized: { staker: next.address(), withdrawer: next.address() },
      lockup: { unixTimestamp: next.i64(), epoch: next.u64(), custodian: next.address() },
    },
  }),
  next => ({
    type: 'authorize',
    min: 2,
    accounts: ['stakeAccount', 'authority', 'custodian'],
    info: { newAuthority: next.address(), ...authorityType(next) },
  }),
  () => ({ type: 'delegate', min: 2, accounts: ['stakeAccount', 'voteAccount', 'stakeAuthority'] }),
  next => ({
    type: 'split',
    min: 2,
    accounts: ['stakeAccount', 'newSplitAccount', 'stakeAuthority'],
    info: { lamports: next.u64() },
  }),
  next => ({
    type: 'withdraw',
    min: 3,
    accounts: ['stakeAccount', 'destination', 'withdrawAuthority', 'custodian'],
    info: { lamports: next.u64() },
  }),
  () => ({ type: 'deactivate', min: 1, accounts: ['stakeAccount', 'stakeAuthority'] }),
  next => ({
    type: 'setLockup',
    min: 2,
    accounts: ['stakeAccount', 'custodian'],
    info: lockup(next, () => next.option(next.address)),
  }),
  () => ({ type: 'merge', min: 2, accounts: ['destination', 'source', 'stakeAuthority'] }),
  next => ({
    type: 'authorizeWithSeed',
    min: 2,
    accounts: ['stakeAccount', 'authorityBase', 'custodian'],
    info: {
      newAuthorized: next.address(),
      ...authorityType(next),
      authoritySeed: next.text(8),
      authorityOwner: next.address(),
    },
  }),
  () => ({ type: 'initializeChecked', min: 3, accounts: ['stakeAccount', 'staker', 'withdrawer'] }),
  next => ({
    type: 'authorizeChecked',
    min: 3,
    accounts: ['stakeAccount', 'authority', 'newAuthority', 'custodian'],
    info: authorityType(next),
  }),
  next => ({
    type: 'authorizeCheckedWithSeed',
    min: 3,
    accounts: ['stakeAccount', 'authorityBase', 'newAuthorized', 'custodian'],
    info: { ...authorityType(next), authoritySeed: next.text(8), authorityOwner: next.address() },
  }),
  (next, accounts) => ({
    type: 'setLockupChecked',
    min: 2,
    accounts: ['stakeAccount', 'custodian'],
    info: lockup(next, () => accounts[2]),
  }),
  undefined,
  () => ({ type: 'deactivateDelinquent', min: 3, accounts: ['stakeAccount', 'voteAccount', 'referenceVoteAccount'] }),
  () => ({
    type: 'redelegate',
    min: 4,
    accounts: ['stakeAccount', 'newStakeAccount', 'voteAccount', 'stakeAuthority'],
  }),
  next => ({ type: 'moveStake', min: 3, accounts: moved, info: { lamports: next.u64() } }),
  next => ({ type: 'moveLamports', min: 3, accounts: moved, info: { lamports: next.u64() } }),
]
