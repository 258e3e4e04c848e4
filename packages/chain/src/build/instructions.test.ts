import { generateKeyPairSigner, type Instruction } from '@solana/kit'
import { getSetComputeUnitLimitInstruction, getSetComputeUnitPriceInstruction } from '@solana-program/compute-budget'
import {
  getAdvanceNonceAccountInstruction,
  getAllocateWithSeedInstruction,
  getCreateAccountWithSeedInstruction,
  getInitializeNonceAccountInstruction,
  getTransferSolInstruction,
  getWithdrawNonceAccountInstruction,
} from '@solana-program/system'
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeAccount3Instruction,
} from '@solana-program/token'
import {
  associatedTokenProgram,
  computeBudgetProgram,
  nonceAccountAddress,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { maxU64, nonceAccountSeed } from '@tern/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addresses } from '../../test/addresses.ts'
import { computeBudgetInstructions, computeUnitPrice } from './computeBudget.ts'
import { advanceNonceInstruction, openNonceInstructions, withdrawNonceInstruction } from './nonceInstructions.ts'
import { createAccountWithSeedInstruction, transferInstruction } from './systemInstructions.ts'
import {
  closeAccountInstruction,
  createAssociatedAccountInstruction,
  initializeAccountInstruction,
} from './tokenInstructions.ts'

const u64 = fc.bigInt({ min: 0n, max: maxU64 })
const signer = await generateKeyPairSigner()

/** Keeps the parts of an instruction that reach the chain. */
function wire({ programAddress, accounts = [], data }: Instruction) {
  return {
    programAddress,
    accounts: accounts.map(({ address, role }) => ({ address, role })),
    data: Array.from(data ?? []),
  }
}

describe('instructions equal the ones of the official clients', () => {
  it('transfer', () => {
    fc.assert(
      fc.property(u64, addresses, (amount, destination) => {
        const official = getTransferSolInstruction({ source: signer, destination, amount })
        expect(wire(transferInstruction(signer.address, destination, amount))).toEqual(wire(official))
      }),
    )
  })

  it('create account with seed', () => {
    const seeds = fc.string({ minLength: 1, maxLength: 32, unit: fc.constantFrom(...'0123456789abcdef') })
    fc.assert(
      fc.property(u64, addresses, seeds, (lamports, newAccount, seed) => {
        const official = getCreateAccountWithSeedInstruction({
          payer: signer,
          baseAccount: signer,
          newAccount,
          base: signer.address,
          seed,
          amount: lamports,
          space: 165n,
          programAddress: tokenProgram,
        })
        const ours = createAccountWithSeedInstruction({
          base: signer.address,
          address: newAccount,
          seed,
          lamports,
          space: 165n,
          owner: tokenProgram,
        })
        expect(ours.programAddress).toBe(systemProgram)
        expect(wire(ours).data).toEqual(wire(official).data)
        // The official client names the base again if it pays. The program reads only the first two accounts.
        expect(wire(ours).accounts).toEqual(wire(official).accounts.slice(0, 2))
      }),
    )
  })

  it('open, advance and close a nonce account', async () => {
    const wallet = signer.address
    const account = await nonceAccountAddress(wallet, 3)
    const [allocate, transfer, initialize] = await openNonceInstructions(wallet, 3)
    const made = { newAccount: account, baseAccount: signer, base: wallet, seed: nonceAccountSeed(3) }
    const officialAllocation = getAllocateWithSeedInstruction({ ...made, space: 80n, programAddress: systemProgram })
    expect(allocate && wire(allocate)).toEqual(wire(officialAllocation))
    expect(transfer).toEqual(transferInstruction(wallet, account, 1_500_000n))
    const official = getInitializeNonceAccountInstruction({ nonceAccount: account, nonceAuthority: wallet })
    expect(initialize && wire(initialize)).toEqual(wire(official))
    expect(wire(advanceNonceInstruction(account, wallet))).toEqual(
      wire(getAdvanceNonceAccountInstruction({ nonceAccount: account, nonceAuthority: signer })),
    )
    const withdrawal = { nonceAccount: account, recipientAccount: wallet, nonceAuthority: signer }
    fc.assert(
      fc.property(u64, lamports => {
        const official = getWithdrawNonceAccountInstruction({ ...withdrawal, withdrawAmount: lamports })
        expect(wire(withdrawNonceInstruction(account, wallet, lamports))).toEqual(wire(official))
      }),
    )
  })

  it('initialize and close a token account', () => {
    fc.assert(
      fc.property(addresses, addresses, (account, mint) => {
        const owner = signer.address
        expect(wire(initializeAccountInstruction({ account, mint, owner, tokenProgram }))).toEqual(
          wire(getInitializeAccount3Instruction({ account, mint, owner })),
        )
        expect(wire(closeAccountInstruction(account, owner, tokenProgram))).toEqual(
          wire(getCloseAccountInstruction({ account, destination: owner, owner: signer })),
        )
      }),
    )
  })

  it('create an associated token account unless it exists', () => {
    fc.assert(
      fc.property(addresses, addresses, fc.constantFrom(tokenProgram, token2022Program), (ata, mint, program) => {
        const owner = signer.address
        const ours = createAssociatedAccountInstruction({ address: ata, owner, mint, tokenProgram: program })
        expect(ours.programAddress).toBe(associatedTokenProgram)
        expect(wire(ours)).toEqual(
          wire(
            getCreateAssociatedTokenIdempotentInstruction({ payer: signer, ata, owner, mint, tokenProgram: program }),
          ),
        )
      }),
    )
  })

  it('compute budget, price before limit', () => {
    const budgets = fc.record({
      unitLimit: fc.integer({ min: 1, max: 1_400_000 }),
      priorityFeeLamports: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    })
    fc.assert(
      fc.property(budgets, budget => {
        const [price, limit, ...rest] = computeBudgetInstructions(budget)
        expect(rest).toEqual([])
        expect(price?.programAddress).toBe(computeBudgetProgram)
        expect(price && wire(price)).toEqual(
          wire(getSetComputeUnitPriceInstruction({ microLamports: computeUnitPrice(budget) })),
        )
        expect(limit && wire(limit)).toEqual(wire(getSetComputeUnitLimitInstruction({ units: budget.unitLimit })))
      }),
    )
  })
})
