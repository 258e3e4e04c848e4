import {
  type Address,
  associatedTokenProgram,
  computeBudgetProgram,
  memoProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { latest, openBank, pass, sol } from '../../test/openBank.ts'
import { signRaw } from '../../test/rawTransaction.ts'
import { type KeyPairSigner, newSigner } from '../../test/transactions.ts'
import { simulatedPrograms } from '../lists/simulatedPrograms.ts'
import { reservedAddresses } from './reservedAddresses.ts'

const called: readonly Address[] = [
  systemProgram,
  tokenProgram,
  token2022Program,
  associatedTokenProgram,
  memoProgram,
  computeBudgetProgram,
  ...simulatedPrograms.map(({ address }) => address),
  ...([...reservedAddresses] as Address[]),
]

/** Instruction data in the form that programs expect, with a tag of one or four bytes, or random bytes. */
const data = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc.tuple(fc.nat(19), fc.uint8Array({ maxLength: 56 })).map(([tag, rest]) => Uint8Array.of(tag, 0, 0, 0, ...rest)),
  fc.tuple(fc.nat(44), fc.uint8Array({ maxLength: 40 })).map(([tag, rest]) => Uint8Array.of(tag, ...rest)),
)
/** Positions beyond the accounts wrap around. In a transaction meant to be malformed they stay out of range. */
const position = fc.nat(40)

const anything = fc.record({
  signers: fc.nat(3),
  others: fc.uniqueArray(fc.nat(called.length + 2), { minLength: 1, maxLength: 10 }),
  readonlySigners: fc.nat(2),
  readonlyOthers: fc.nat(10),
  instructions: fc.array(fc.record({ program: position, accounts: fc.array(position, { maxLength: 8 }), data }), {
    maxLength: 3,
  }),
  isSound: fc.constantFrom(true, true, true, false),
})

const total = (lamports: readonly bigint[]) => lamports.reduce((sum, one) => sum + one, 0n)

describe('any transaction', () => {
  it('lands as its simulation predicts and costs exactly its fee, or changes nothing', async () => {
    const { bank, payer } = await openBank()
    const signers = [payer, ...(await Promise.all([newSigner(), newSigner(), newSigner()]))]
    for (const { address } of signers.slice(1)) await bank.airdrop(address, 100n * sol)
    await pass(bank, 33)
    const pool = [...called, wrappedNativeMint, (await newSigner()).address]
    const balances = () => new Map([...bank.accountsByOwner(systemProgram)].map(([at, { lamports }]) => [at, lamports]))
    let round = 0
    await fc.assert(
      fc.asyncProperty(anything, async one => {
        const signing = signers.slice(0, 1 + one.signers) as [KeyPairSigner, ...KeyPairSigner[]]
        const others = one.others.map(i => pool[i % pool.length] as Address)
        const count = signing.length + others.length
        const wire = await signRaw({
          signers: signing,
          others: [...new Set(others)],
          readonlySigners: one.isSound ? Math.min(one.readonlySigners, one.signers) : one.readonlySigners,
          readonlyOthers: one.isSound ? one.readonlyOthers % (new Set(others).size + 1) : one.readonlyOthers,
          blockhash: latest(bank),
          instructions: one.instructions.map(instruction =>
            one.isSound
              ? {
                  data: instruction.data,
                  program: signing.length + (instruction.program % new Set(others).size),
                  accounts: instruction.accounts.map(at => at % count),
                }
              : instruction,
          ),
        })
        const simulated = bank.simulate(wire, { signatures: 'verify' })
        const before = balances()
        const result = await bank.submit(wire, { preflight: 'skip' })
        if (result.accepted) {
          const record = bank.transaction(result.signature) ?? expect.fail('not kept')
          expect(total(record.preBalances) - total(record.postBalances)).toBe(record.fee)
          expect(simulated).toMatchObject({
            result: { err: record.err, fee: record.fee, unitsConsumed: record.computeUnitsConsumed },
          })
        } else {
          expect(balances()).toEqual(before)
          const { refusal } = result
          if (refusal.kind !== 'transaction') expect(simulated).toEqual({ simulated: false, refusal })
          else expect(simulated).toMatchObject({ result: { err: refusal.simulation.err } })
        }
        if (round++ % 10 === 0) await bank.tick()
        if (round % 50 === 0) await bank.rollback(3n)
      }),
      { numRuns: 300 },
    )
  })
})
