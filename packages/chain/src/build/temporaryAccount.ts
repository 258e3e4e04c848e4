import type { Instruction } from '@solana/kit'
import { type Address, associatedTokenAddress, tokenProgram, wrappedNativeMint } from '@tern/core'
import { addressWithSeed, tokenAccountLayout } from '@tern/core/internal'
import { createAccountWithSeedInstruction, transferInstruction } from './systemInstructions.ts'
import {
  closeAccountInstruction,
  createAssociatedAccountInstruction,
  initializeAccountInstruction,
  syncNativeInstruction,
} from './tokenInstructions.ts'

/** Rent of a token account of 165 bytes, in lamports. */
export const tokenAccountRent = 2_039_280n
/** Lamports that a temporary account holds besides its rent and the amount. They return when it is closed. */
export const temporaryAccountSpare = 10n

/** A wrapped-native account that a trade pays from or receives into. */
export interface TemporaryAccount {
  readonly address: Address
  /** `temporary`: exists for a single transaction. `own`: the wallet's associated account. */
  readonly kind: 'temporary' | 'own'
  /** Max lamports that the owner pays in: rent, amount and 10 more. Closing returns all except the swapped amount. */
  readonly lamports: bigint
  readonly opens: readonly Instruction[]
  /** Unset: the account stays open and keeps its earlier balance. */
  readonly closes: Instruction | undefined
}

/**
 * Creates a random seed: 16 bytes as 32 hex characters, the max length of a seed.
 *
 * @example
 * randomSeed().length // 32
 */
export function randomSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Plans a temporary account at `owner` + `seed`.
 *
 * @param amount lamports to wrap for a swap. 0 if the account only receives.
 * @param seed at most 32 bytes of ASCII. It must be new for each account.
 * @example
 * (await temporaryAccount(owner, 1_000n, randomSeed())).lamports // 2_040_290n
 */
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
      initializeAccountInstruction({ account: address, mint: wrappedNativeMint, owner, tokenProgram }),
    ],
    closes: closeAccountInstruction(address, owner, tokenProgram),
  }
}

/**
 * Plans to use the wallet's own wrapped-native account.
 * It takes fewer bytes in a message than a temporary account, for trades that would not fit otherwise.
 *
 * @param amount lamports to add for a swap. 0 if the account only receives.
 * @param afterwards `kept`: the account stays open and keeps the proceeds. `closed`: its whole balance returns as lamports.
 * @example
 * (await ownWrappedAccount(owner, 1_000n, 'closed')).kind // 'own'
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
