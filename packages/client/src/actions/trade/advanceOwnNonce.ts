import type { Instruction } from '@solana/kit'
import { advanceNonceInstruction } from '@tern/chain'
import { type Address, nonceAccountAddress } from '@tern/core'

/** What a trade of `owner` begins with that lives by a nonce; each of the owner's accounts takes as much room. */
export const advanceOwnNonce = async (owner: Address): Promise<Instruction> =>
  advanceNonceInstruction(await nonceAccountAddress(owner, 0), owner)
