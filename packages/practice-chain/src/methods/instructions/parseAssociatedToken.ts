import { type AddressedInstruction, type InstructionShape, type ParsedInstruction, shaped } from './instructionShape.ts'

/**
 * Parses an associated-token instruction. No data means `create`, in the oldest encoding.
 * @see Agave's `transaction-status/src/parse_associated_token.rs`
 */
export function parseAssociatedToken({ accounts, data }: AddressedInstruction): ParsedInstruction | undefined {
  const shape = data.length > 1 ? undefined : shapes[data[0] ?? 0]
  return shape === undefined ? undefined : shaped(accounts, shape)
}

const created = ['source', 'account', 'wallet', 'mint', 'systemProgram', 'tokenProgram']

const shapes: readonly InstructionShape[] = [
  { type: 'create', accounts: created },
  { type: 'createIdempotent', accounts: created },
  {
    type: 'recoverNested',
    accounts: ['nestedSource', 'nestedMint', 'destination', 'nestedOwner', 'ownerMint', 'wallet', 'tokenProgram'],
  },
]
