import type { Base64EncodedWireTransaction, TransactionError } from '@solana/kit'
import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  assembleTransaction,
  encodeBase64,
  type Message,
} from '@tern/core'
import { maxComputeUnits } from '../build/computeBudget.ts'
import type { Chain } from '../chain.ts'
import { parseAccount } from './accounts.ts'

/** The result of executing a message on the current chain, without landing it. */
export interface Simulation {
  /** The error that it would fail with. `null`: it would succeed. */
  readonly error: TransactionError | null
  readonly unitsConsumed: number
  /** Slot of the simulation. */
  readonly slot: bigint
  readonly logs: readonly string[]
  /** The requested accounts after the transaction. Empty if it would fail. */
  readonly accounts: AccountSet
}

/**
 * Simulates a message with its own blockhash and without signatures.
 *
 * @param asked accounts to return. The message must name each.
 * @throws TernError `rpc/*`.
 * @example
 * const { error, unitsConsumed } = await simulate(chain, message) // error: null, unitsConsumed: 61_204
 */
export async function simulate(
  { rpc }: Pick<Chain, 'rpc'>,
  message: Message,
  asked: readonly Address[] = [],
): Promise<Simulation> {
  const unsigned = message.signers.map(() => new Uint8Array(64))
  const wire = encodeBase64(assembleTransaction(message, unsigned).bytes) as Base64EncodedWireTransaction
  const { context, value } = await rpc
    .simulateTransaction(wire, {
      encoding: 'base64',
      commitment: 'confirmed',
      sigVerify: false,
      replaceRecentBlockhash: false,
      accounts: { addresses: [...asked], encoding: 'base64' },
    })
    .send()
  const accounts = new Map<Address, AccountSnapshot | null>()
  if (value.err === null)
    for (const [i, address] of asked.entries())
      accounts.set(address, parseAccount(value.accounts?.[i] ?? null, context.slot))
  const { err: error, logs } = value
  return { error, unitsConsumed: Number(value.unitsConsumed ?? 0n), slot: context.slot, logs: logs ?? [], accounts }
}

/**
 * Turns the units of a simulation into a limit.
 * Adds 10%, rounded up, because a changed chain may cost more. The result is from 1,000 to 1,400,000.
 *
 * @example
 * simulatedUnitLimit(100_000) // 110_000
 */
export function simulatedUnitLimit(unitsConsumed: number): number {
  return Math.min(Math.max(Math.ceil((unitsConsumed * 11) / 10), 1_000), maxComputeUnits)
}
