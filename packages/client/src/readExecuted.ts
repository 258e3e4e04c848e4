import type { Signature } from '@solana/kit'
import type { Chain } from '@tern/chain'
import { executedBy } from '@tern/chain/internal'

/**
 * Reads the instructions and events of a transaction.
 *
 * @returns `undefined` if the node does not have it.
 * @throws TernError `rpc/*`.
 */
export async function readExecuted(chain: Chain, signature: Signature) {
  const config = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 } as const
  const found = await chain.rpc.getTransaction(signature, config).send()
  if (found === null || found.meta === null) return undefined
  return executedBy({ meta: found.meta, transaction: found.transaction })
}
