import type { Instruction } from '@solana/kit'
import { advanceNonceInstruction } from '@tern/chain/internal'
import { type Address, nonceAccountAddress } from '@tern/core'

/** Builds the first instruction of the owner's nonce trades, to measure a message. It has the same length for every account number. */
export const advanceOwnNonce = async (owner: Address): Promise<Instruction> =>
  advanceNonceInstruction(await nonceAccountAddress(owner, 0), owner)
