import { createMemoryJournal } from '@tern/chain'
import type { Message, Owner } from '@tern/core'
import type { Client } from '../src/client.ts'
import type { openMarket } from './market.ts'

/** Returns an owner that notes the messages that it signs. */
export function noting(owner: Owner): { readonly owner: Owner; readonly signed: Message[] } {
  const signed: Message[] = []
  const noted: Owner = {
    ...owner,
    signTransactions(messages, cosigners) {
      signed.push(...messages)
      return owner.signTransactions(messages, cosigners)
    },
  }
  return { owner: noted, signed }
}

/** A client that notes the messages that it signs. Its journal has the transactions that it sends. */
export function watchedClient(market: Pick<Awaited<ReturnType<typeof openMarket>>, 'clientFor'>, signer: Owner) {
  const { owner, signed } = noting(signer)
  const journal = createMemoryJournal()
  const client: Client = { ...market.clientFor(owner), journal }
  return { signed, journal, client }
}
