import { compileMessage, computeBudgetInstructions, sendTransaction } from '@tern/chain'
import type { Client } from '@tern/client'
import { assembleTransaction } from '@tern/core'
import type { Deed } from '@tern/practice-chain/internal/makers'

/** Sends instructions that have no client action. @returns `true` if the transaction landed and succeeded. */
export async function landDeed(
  client: Client,
  { signers, unitLimit, instructions }: Deed,
  { priorityFeeLamports, signal }: { readonly priorityFeeLamports: bigint; readonly signal: AbortSignal },
): Promise<boolean> {
  const budget = { unitLimit, priorityFeeLamports }
  const message = compileMessage({
    feePayer: signers[0].address,
    lifetime: await client.chain.readBlockhash(),
    instructions: [...computeBudgetInstructions(budget), ...instructions],
  })
  const bytes = Uint8Array.from(message.bytes)
  const signatures = await Promise.all(
    message.signers.map(async address => {
      const key = signers.find(signer => signer.address === address)
      if (key === undefined) return new Uint8Array(64)
      return new Uint8Array(await crypto.subtle.sign('Ed25519', key.keyPair.privateKey, bytes))
    }),
  )
  signal.throwIfAborted()
  const transaction = assembleTransaction(message, signatures)
  const outcome = await sendTransaction(client.chain, transaction, { providers: client.providers, signal })
  // Readings from before are outdated: a new mint was missing.
  const touched = instructions.flatMap(({ accounts = [] }) => accounts.map(({ address }) => address))
  client.chain.forget(touched, 'slot' in outcome ? outcome.slot : undefined)
  return outcome.status === 'confirmed'
}
