import type { Base64EncodedWireTransaction, TransactionError } from '@solana/kit'
import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  assembleTransaction,
  encodeBase64,
  type Message,
} from '@tern/core'
import { mostComputeUnits } from '../build/computeBudget.ts'
import type { Chain } from '../chain.ts'
import { parseAccount } from './accounts.ts'

/** What a message would do as the chain is now. */
export interface Simulation {
  /** Why it would fail; `null`: it would not. */
  readonly error: TransactionError | null
  readonly unitsConsumed: number
  /** As of which it ran. */
  readonly slot: bigint
  readonly logs: readonly string[]
  /** Those asked for, as it would leave them; none of one that would fail. */
  readonly accounts: AccountSet
}

/**
 * Runs the message as it is, with its own blockhash and without signatures. `asked`: accounts that it names.
 * @throws TernError `rpc/*`.
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

/** The limit for what took so many units: a tenth more, rounded up, for other accounts to be found on the way; at least 1,000, at most 1.4 million. */
export function simulatedUnitLimit(unitsConsumed: number): number {
  return Math.min(Math.max(Math.ceil((unitsConsumed * 11) / 10), 1_000), mostComputeUnits)
}
