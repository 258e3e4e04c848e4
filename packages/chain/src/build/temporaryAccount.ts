import type { Instruction } from '@solana/kit'
import {
  type Address,
  addressWithSeed,
  associatedTokenAddress,
  tokenAccountLayout,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { createAccountWithSeedInstruction, transferInstruction } from './systemInstructions.ts'
import {
  closeAccountInstruction,
  createAssociatedAccountInstruction,
  initializeAccountInstruction,
  syncNativeInstruction,
} from './tokenInstructions.ts'

/** Rent of a token account of 165 bytes. */
export const tokenAccountRent = 2_039_280n
/** What a temporary account holds beside its rent and the amount; it returns on closing. */
export const temporaryAccountSpare = 10n

/** A wrapped-native account that a trade pays from or is paid to: one that lives for one transaction, or the wallet's own. */
export interface TemporaryAccount {
  readonly address: Address
  /** `own`: the wallet's associated account. */
  readonly kind: 'temporary' | 'own'
  /** Rent, amount and 10 more: what the owner pays in at most, and gets back on closing except for what was swapped. */
  readonly lamports: bigint
  readonly opens: readonly Instruction[]
  /** Unset: it stays open, with what it had before. */
  readonly closes: Instruction | undefined
}

/** 16 random bytes in hex: the 32 characters that a seed may have. */
export function randomSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** An account at `owner` + `seed` with `amount` wrapped lamports to swap (0 to receive proceeds in). */
export async function temporaryAccount(owner: Address, amount: bigint, seed: string): Promise<TemporaryAccount> {
  const address = await addressWithSeed(owner, seed, tokenProgram)
  const lamports = tokenAccountRent + amount + temporaryAccountSpare
  const space = BigInt(tokenAccountLayout.size)
  return {
    address,
    kind: 'temporary',
    lamports,
    opens: [
      createAccountWithSeedInstruction({ base: owner, address, seed, lamports, space, owner: tokenProgram }),
      initializeAccountInstruction(address, wrappedNativeMint, owner, tokenProgram),
    ],
    closes: closeAccountInstruction(address, owner, tokenProgram),
  }
}

/**
 * The wallet's own account for wrapped SOL with `amount` lamports more to swap (0 to receive proceeds in): shorter to name than
 * a temporary one, for trades that would not fit into a message. `kept`: it stays open, and proceeds stay in it; what is closed
 * comes out whole, in lamports.
 */
export async function ownWrappedAccount(
  owner: Address,
  amount: bigint,
  afterwards: 'kept' | 'closed',
): Promise<TemporaryAccount> {
  const address = await associatedTokenAddress(owner, wrappedNativeMint, tokenProgram)
  return {
    address,
    kind: 'own',
    lamports: tokenAccountRent + amount + temporaryAccountSpare,
    opens: [
      createAssociatedAccountInstruction({ address, owner, mint: wrappedNativeMint, tokenProgram }),
      ...(amount > 0n
        ? [transferInstruction(owner, address, amount), syncNativeInstruction(address, tokenProgram)]
        : []),
    ],
    closes: afterwards === 'closed' ? closeAccountInstruction(address, owner, tokenProgram) : undefined,
  }
}
