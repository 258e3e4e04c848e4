import { type InstructionData, instructionData } from './instructionData.ts'
import { type AddressedInstruction, type InstructionShape, type ParsedInstruction, shaped } from './instructionShape.ts'

/**
 * Parses an instruction of the vote program, except votes themselves: the chain's only validator casts no votes.
 * @see Agave's `transaction-status/src/parse_vote.rs`
 */
export function parseVote({ accounts, data }: AddressedInstruction): ParsedInstruction | undefined {
  const next = instructionData(data)
  const shape = shapes.get(next.u32())?.(next)
  return shape === undefined || !next.isWhole() ? undefined : shaped(accounts, shape)
}

const authorityTypes = ['Voter', 'Withdrawer']
const authorityType = (next: InstructionData) => ({
  authorityType: authorityTypes[next.variant(authorityTypes.length)],
})
const withSeed = (next: InstructionData) => ({
  ...authorityType(next),
  authorityOwner: next.address(),
  authoritySeed: next.text(8),
})

/** By instruction number. The data is bincode, so the fields must be read in its order. */
const shapes: ReadonlyMap<number, (next: InstructionData) => InstructionShape> = new Map<
  number,
  (next: InstructionData) => InstructionShape
>([
  [
    0,
    next => {
      // Skip the node: it is also among the accounts.
      next.address()
      return {
        type: 'initialize',
        accounts: ['voteAccount', 'rentSysvar', 'clockSysvar', 'node'],
        info: { authorizedVoter: next.address(), authorizedWithdrawer: next.address(), commission: next.u8() },
      }
    },
  ],
  [
    1,
    next => ({
      type: 'authorize',
      accounts: ['voteAccount', 'clockSysvar', 'authority'],
      info: { newAuthority: next.address(), ...authorityType(next) },
    }),
  ],
  [
    3,
    next => ({
      type: 'withdraw',
      accounts: ['voteAccount', 'destination', 'withdrawAuthority'],
      info: { lamports: next.u64() },
    }),
  ],
  [
    4,
    () => ({ type: 'updateValidatorIdentity', accounts: ['voteAccount', 'newValidatorIdentity', 'withdrawAuthority'] }),
  ],
  [
    5,
    next => ({
      type: 'updateCommission',
      accounts: ['voteAccount', 'withdrawAuthority'],
      info: { commission: next.u8() },
    }),
  ],
  [
    7,
    next => ({
      type: 'authorizeChecked',
      accounts: ['voteAccount', 'clockSysvar', 'authority', 'newAuthority'],
      info: authorityType(next),
    }),
  ],
  [
    10,
    next => ({
      type: 'authorizeWithSeed',
      accounts: ['voteAccount', 'clockSysvar', 'authorityBaseKey'],
      info: { ...withSeed(next), newAuthority: next.address() },
    }),
  ],
  [
    11,
    next => ({
      type: 'authorizeCheckedWithSeed',
      accounts: ['voteAccount', 'clockSysvar', 'authorityBaseKey', 'newAuthority'],
      info: withSeed(next),
    }),
  ],
])
