import { normalProvider, type Provider } from '@tern/chain'
import type { Owner, SignedTransaction } from '@tern/core'
import type { Client } from '../src/client.ts'
import { sol } from './market.ts'

/** Creates a provider with its own tip account of 1 SOL. It forwards transactions over a client, or loses them. */
export async function tippedProvider(
  newWallet: (lamports: bigint) => Promise<Owner>,
  { name, minimumTip }: Pick<Provider, 'name' | 'minimumTip'>,
  over: Client | undefined,
) {
  const tipAccount = (await newWallet(sol)).address
  const taken: SignedTransaction[] = []
  const provider: Provider = {
    name,
    minimumTip,
    tipAccounts: [tipAccount],
    async send(transaction, options) {
      taken.push(transaction)
      if (over !== undefined) await normalProvider(over.chain).send(transaction, options)
    },
  }
  return { provider, tipAccount, taken }
}

/** Creates nodes that accept transactions and send nothing. */
export const lostNodes = (taken: SignedTransaction[]): Provider => ({
  name: 'normal',
  minimumTip: 0n,
  tipAccounts: [],
  send: async transaction => void taken.push(transaction),
})
