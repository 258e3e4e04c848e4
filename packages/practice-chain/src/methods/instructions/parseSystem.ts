import { type InstructionData, instructionData } from './instructionData.ts'
import { type AddressedInstruction, type InstructionShape, type ParsedInstruction, shaped } from './instructionShape.ts'

/**
 * Parses an instruction of the system program.
 * @see Agave's `transaction-status/src/parse_system.rs`
 */
export function parseSystem({ accounts, data }: AddressedInstruction): ParsedInstruction | undefined {
  const next = instructionData(data)
  const shape = shapes[next.u32()]?.(next)
  return shape === undefined || !next.isWhole() || accounts.length === 0 ? undefined : shaped(accounts, shape)
}

/** By instruction number. The data is bincode, so the fields must be read in its order. */
const shapes: readonly ((next: InstructionData) => InstructionShape)[] = [
  next => ({
    type: 'createAccount',
    accounts: ['source', 'newAccount'],
    info: { lamports: next.u64(), space: next.u64(), owner: next.address() },
  }),
  next => ({ type: 'assign', accounts: ['account'], info: { owner: next.address() } }),
  next => ({ type: 'transfer', accounts: ['source', 'destination'], info: { lamports: next.u64() } }),
  next => ({
    type: 'createAccountWithSeed',
    accounts: ['source', 'newAccount'],
    info: {
      base: next.address(),
      seed: next.text(8),
      lamports: next.u64(),
      space: next.u64(),
      owner: next.address(),
    },
  }),
  () => ({ type: 'advanceNonce', accounts: ['nonceAccount', 'recentBlockhashesSysvar', 'nonceAuthority'] }),
  next => ({
    type: 'withdrawFromNonce',
    accounts: ['nonceAccount', 'destination', 'recentBlockhashesSysvar', 'rentSysvar', 'nonceAuthority'],
    info: { lamports: next.u64() },
  }),
  next => ({
    type: 'initializeNonce',
    accounts: ['nonceAccount', 'recentBlockhashesSysvar', 'rentSysvar'],
    info: { nonceAuthority: next.address() },
  }),
  next => ({
    type: 'authorizeNonce',
    accounts: ['nonceAccount', 'nonceAuthority'],
    info: { newAuthorized: next.address() },
  }),
  next => ({ type: 'allocate', accounts: ['account'], info: { space: next.u64() } }),
  next => ({
    type: 'allocateWithSeed',
    accounts: ['account', null],
    info: { base: next.address(), seed: next.text(8), space: next.u64(), owner: next.address() },
  }),
  next => ({
    type: 'assignWithSeed',
    accounts: ['account', null],
    info: { base: next.address(), seed: next.text(8), owner: next.address() },
  }),
  next => ({
    type: 'transferWithSeed',
    accounts: ['source', 'sourceBase', 'destination'],
    info: { lamports: next.u64(), sourceSeed: next.text(8), sourceOwner: next.address() },
  }),
  () => ({ type: 'upgradeNonce', accounts: ['nonceAccount'] }),
  next => {
    const info = { lamports: next.u64(), space: next.u64(), owner: next.address() }
    const { lamports, ...free } = info
    const type = 'createAccountAllowPrefund'
    return lamports === 0n
      ? { type, accounts: ['newAccount'], info: free }
      : { type, accounts: ['newAccount', 'source'], info }
  },
]
