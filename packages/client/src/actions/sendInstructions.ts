import { compileMessage } from '@tern/chain'
import type { Lifetime, Owner } from '@tern/core'
import { TernError } from '@tern/core/hostErrors'
import type { Client } from '../client.ts'
import { type FollowOptions, followSent } from './followSent.ts'
import { routeOf, untipped } from './sentNote.ts'
import { type Settled, settled } from './settled.ts'

type Instructions = Parameters<typeof compileMessage>[0]['instructions']

/** How what is no trade is followed. */
export interface SendOptions extends FollowOptions<Settled & { readonly signature: string }> {
  /** For the journal's record, as `SentNote.about`. */
  readonly about?: unknown
  /** Unset: the latest blockhash's. */
  readonly lifetime?: Lifetime
}

/**
 * Signs instructions as one transaction and waits until it is confirmed. @returns its slot.
 * @throws TernError `trade/failedOnChain`, with the signature; `send/notNoted`: nothing was sent; `send/expired`: it never lands;
 *   `send/confirmTimedOut`: it may have landed, as with `send/rolledBack`; `transaction/*`, `rpc/*`, what the owner throws.
 */
export async function sendInstructions(
  client: Client,
  owner: Owner,
  instructions: Instructions,
  { about, lifetime, ...options }: SendOptions = {},
): Promise<bigint> {
  const livesBy = lifetime ?? (await client.chain.readBlockhash())
  const message = compileMessage({ feePayer: owner.address, lifetime: livesBy, instructions })
  const [transaction] = await owner.signTransactions([message])
  if (transaction === undefined) throw new TernError('transaction/noSigners', {})
  const note = untipped(about)
  const { signature } = transaction
  const receiptOf = async (outcome: Parameters<typeof settled>[0]) => ({ signature, ...settled(outcome) })
  const sent = [{ transaction, route: routeOf(client, note) }] as const
  const { status, slot, error } = await followSent(client, sent, note, receiptOf, options)
  if (status === 'confirmed' && slot !== undefined) return slot
  throw error ?? new TernError('send/expired', {})
}
