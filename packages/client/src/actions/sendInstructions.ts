import { compileMessage, type Outcome, sendTransaction } from '@tern/chain'
import type { Owner } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'
import type { Client } from '../client.ts'
import { routeOf, untipped } from './sentNote.ts'
import { settled } from './settled.ts'

type Instructions = Parameters<typeof compileMessage>[0]['instructions']

/**
 * Signs instructions as one transaction and waits until it is confirmed. @returns its slot.
 * @throws TernError `trade/failedOnChain`; `send/notNoted`: nothing was sent; `send/confirmTimedOut`: it may have landed; `transaction/*`, `rpc/*`, what the owner throws.
 */
export async function sendInstructions(
  client: Client,
  owner: Owner,
  instructions: Instructions,
): Promise<Extract<Outcome, { status: 'confirmed' }>> {
  const { chain, journal } = client
  const message = compileMessage({ feePayer: owner.address, lifetime: await chain.readBlockhash(), instructions })
  const [signed] = await owner.signTransactions([message])
  if (signed === undefined) throw new TernError('transaction/noSigners', {})
  const note = untipped(undefined)
  const outcome = await sendTransaction(
    chain,
    signed,
    routeOf(client, note),
    journal === undefined ? {} : { journal, note },
  )
  if (outcome.status === 'confirmed') return outcome
  throw settled(outcome).error ?? new TernError('send/confirmTimedOut', {})
}
