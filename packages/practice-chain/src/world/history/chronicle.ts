import type { Instruction } from '@solana/kit'
import type { Bank, TransactionRecord } from '../../bank/bank.ts'
import type { DerivedKey } from '../deriveKey.ts'
import { signedTransaction } from './signedTransaction.ts'

/** Makes events happen on a chain at their times, in order. */
export interface Chronicle {
  /** Seconds since 1970. */
  now(): number
  /** Goes on to a later moment, in a later slot. */
  goOnTo(seconds: number): Promise<void>
  /** Lands a transaction; `undefined` if the chain refuses it. */
  land(
    signers: readonly [DerivedKey, ...DerivedKey[]],
    instructions: readonly Instruction[],
  ): Promise<TransactionRecord | undefined>
  /** Resolves once everything is on disk. */
  settle(): Promise<void>
}

/** Max events that may wait for the disk. */
const maxWaiting = 200

/** Creates a chronicle for a bank whose clock is at `beganSeconds`. */
export function createChronicle(bank: Bank, beganSeconds: number): Chronicle {
  let now = beganSeconds
  let waiting: Promise<unknown>[] = []

  async function settle(): Promise<void> {
    await Promise.all(waiting)
    waiting = []
  }

  /** The bank acts at once. Its promise only resolves later, when the disk has stored the change. */
  async function begin(onDisk: Promise<unknown>): Promise<void> {
    waiting.push(onDisk)
    if (waiting.length >= maxWaiting) await settle()
  }

  return {
    now: () => now,
    settle,
    async goOnTo(seconds) {
      const by = Math.max(0, Math.floor(seconds) - now)
      now += by
      await begin(bank.travel({ seconds: BigInt(by), slots: BigInt(Math.max(1, Math.round(by * 2.5))) }))
    },
    async land(signers, instructions) {
      const { blockhash } = bank.latestBlockhash()
      const { wire, signature } = signedTransaction(blockhash, signers, instructions)
      await begin(bank.submit(wire, { preflight: 'skip', signatures: 'ignore' }))
      return bank.transaction(signature) ?? undefined
    },
  }
}
