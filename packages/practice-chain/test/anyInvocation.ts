import { type Address, type Clock, isTernError, systemProgram } from '@tern/core'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Bank } from '../src/bank/bank.ts'
import type { Script } from '../src/effects/script.ts'
import type { Invocation, InvocationAccount } from '../src/effects/trap.ts'
import { simulatedPrograms } from '../src/lists/simulatedPrograms.ts'
import type { Instruction } from './transactions.ts'

const clock: Clock = { slot: 5n, unixTimestamp: 1_790_000_000n, epoch: 0n }

function accountAt(bank: Bank, address: Address, role: number): InvocationAccount {
  const { owner, lamports, data, executable } = bank.account(address) ?? {
    owner: systemProgram,
    lamports: 0n,
    data: new Uint8Array(),
    executable: false,
  }
  const flags = { isSigner: role >= 2, isWritable: role % 2 === 1, isExecutable: executable }
  return { address, owner, lamports, ...flags, data: executable ? new Uint8Array() : data }
}

/** Returns an instruction as the program gets it on the current chain. */
export const invocationOf = (bank: Bank, { programAddress, accounts = [], data }: Instruction): Invocation => ({
  program: programAddress,
  data: Uint8Array.from(data ?? []),
  accounts: accounts.map(({ address, role }) => accountAt(bank, address, role)),
})

/** Returns the script, or `failed` for a program failure. Every other error is thrown on. */
function outcome(invocation: Invocation): Script | 'failed' {
  const simulated = simulatedPrograms.find(({ address }) => address === invocation.program)
  if (simulated === undefined) throw new TypeError(invocation.program)
  try {
    return simulated.execute(invocation, clock)
  } catch (error) {
    if (isTernError(error, 'practice/programFailed')) return 'failed'
    throw error
  }
}

/**
 * Checks that programs answer changed invocations with a script or a failure of their own.
 * @returns the number of answers of each kind.
 */
export function answersAnyInput(seeds: readonly Invocation[], numRuns: number) {
  const change = fc.record({
    seed: fc.nat(),
    data: fc.oneof(
      fc.constant(undefined),
      fc.record({ at: fc.nat(), byte: fc.nat(255) }),
      fc.record({ cut: fc.nat(40) }),
      fc.record({ numbers: fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { maxLength: 3 }) }),
    ),
    swap: fc.option(fc.tuple(fc.nat(), fc.nat(), fc.nat())),
    drop: fc.option(fc.nat(30)),
    flags: fc.option(fc.tuple(fc.nat(), fc.boolean(), fc.boolean())),
    bytes: fc.option(fc.tuple(fc.nat(), fc.nat(), fc.nat(255))),
    emptied: fc.option(fc.nat()),
  })
  const everyone = seeds.flatMap(({ accounts }) => accounts)
  const outcomes = { script: 0, failed: 0 }
  fc.assert(
    fc.property(change, ({ seed, data, swap, drop, flags, bytes, emptied }) => {
      const original = seeds[seed % seeds.length] as Invocation
      const accounts = [...original.accounts]
      const alter = (at: number, to: (account: InvocationAccount) => InvocationAccount) => {
        const i = at % accounts.length
        accounts[i] = to(accounts[i] as InvocationAccount)
      }
      if (swap !== null) alter(swap[0], () => everyone[swap[1] % everyone.length] as InvocationAccount)
      if (flags !== null) alter(flags[0], one => ({ ...one, isSigner: flags[1], isWritable: flags[2] }))
      if (bytes !== null)
        alter(bytes[0], one => ({
          ...one,
          data: one.data.map((byte, i) => (i === bytes[1] % one.data.length ? bytes[2] : byte)),
        }))
      if (emptied !== null)
        alter(emptied, one => ({ ...one, data: new Uint8Array(), lamports: 0n, owner: systemProgram }))
      const result = outcome({
        program: original.program,
        data: changed(original.data, data),
        accounts: drop === null ? accounts : accounts.slice(0, drop),
      })
      if (result === 'failed') outcomes.failed++
      else {
        outcomes.script++
        expect(result.bytes().length).toBeGreaterThan(0)
      }
    }),
    { numRuns },
  )
  return outcomes
}

type DataChange =
  | { readonly at: number; readonly byte: number }
  | { readonly cut: number }
  | { readonly numbers: readonly bigint[] }
  | undefined

/** Replaces a byte, cuts the end, or replaces the arguments by numbers. */
function changed(data: Uint8Array, change: DataChange): Uint8Array {
  if (change === undefined) return data
  if ('at' in change) return data.map((byte, i) => (i === change.at % data.length ? change.byte : byte))
  if ('cut' in change) return data.subarray(0, Math.max(0, data.length - change.cut))
  const numbers = Buffer.alloc(8 * change.numbers.length)
  for (const [i, number] of change.numbers.entries()) numbers.writeBigUInt64LE(number, 8 * i)
  return Buffer.concat([data.subarray(0, 8), numbers, data.subarray(8 + numbers.length)])
}
