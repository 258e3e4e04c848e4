import { createAddressWithSeed, type Instruction } from '@solana/kit'
import { type Address, tokenAccountLayout, tokenProgram, wrappedNativeMint } from '@tern/core'
import { createAccountWithSeedInstruction } from './systemInstructions.ts'
import { closeAccountInstruction, initializeAccountInstruction } from './tokenInstructions.ts'

/** Rent of a token account of 165 bytes. */
export const tokenAccountRent = 2_039_280n
/** What a temporary account holds beside its rent and the amount; it returns on closing. */
export const temporaryAccountSpare = 10n

/** A wrapped-native account that lives for one transaction. */
export interface TemporaryAccount {
  readonly address: Address
  /** Rent, amount and 10 more: what the owner pays in, and gets back on closing except for what was swapped. */
  readonly lamports: bigint
  readonly opens: readonly Instruction[]
  readonly closes: Instruction
}

/** 16 random bytes in hex: the 32 characters that a seed may have. */
export function randomSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** An account at `owner` + `seed` with `amount` wrapped lamports to swap (0 to receive proceeds in). */
export async function temporaryAccount(owner: Address, amount: bigint, seed: string): Promise<TemporaryAccount> {
  const address = await createAddressWithSeed({ baseAddress: owner, programAddress: tokenProgram, seed })
  const lamports = tokenAccountRent + amount + temporaryAccountSpare
  const space = BigInt(tokenAccountLayout.size)
  return {
    address,
    lamports,
    opens: [
      createAccountWithSeedInstruction({ base: owner, address, seed, lamports, space, owner: tokenProgram }),
      initializeAccountInstruction(address, wrappedNativeMint, owner, tokenProgram),
    ],
    closes: closeAccountInstruction(address, owner, tokenProgram),
  }
}
