import type { Instruction } from '@solana/kit'
import { type Chain, compileMessage, simulate } from '@tern/chain'
import type { Pool, Quote, SwapParties } from '@tern/venues'

/** Returns the form of the swap that the cluster takes; `undefined` if the pool's swap has a single form. */
export async function formOf(
  chain: Chain,
  pool: Pool,
  { quote, parties }: { readonly quote: Quote; readonly parties: SwapParties },
): Promise<string | undefined> {
  if (pool.forms === undefined) return undefined
  // Loaded on demand, because few programs have several forms.
  const { findSwapForm } = await import('./findSwapForm.ts')
  const failureOf = async (instructions: readonly Instruction[]) => {
    const lifetime = await chain.readBlockhash()
    return (await simulate(chain, compileMessage({ feePayer: parties.owner, lifetime, instructions }))).error
  }
  return findSwapForm(chain, pool, { forms: pool.forms, quote, parties, failureOf })
}
