import type { Instruction } from '@solana/kit'
import type { Chain, Simulation } from '@tern/chain'
import { isTernError } from '@tern/core'
import type { Pool, Quote, SwapForms, SwapParties } from '@tern/venues'

/** The forms that clusters take, by chain. A chain lives as long as its page or server. */
const known = new WeakMap<Chain, Map<string, string>>()

/** Simulates instructions that the wallet pays for, and returns the error; `null` if they succeed. */
type FailureOf = (instructions: readonly Instruction[]) => Promise<Simulation['error']>

/**
 * Finds the form of a pool's swap that the cluster's release of the program knows, and remembers it.
 * Simulates a swap in each form, newest first. The swap may fail in any other way, for example for lack of tokens: a
 * release that does not know a form refuses it before it looks at anything else.
 *
 * @param failureOf simulates the swaps.
 * @returns the newest form, not remembered, if no program ran: the wallet cannot pay, or the node did not answer.
 */
export async function findSwapForm(
  chain: Chain,
  pool: Pool,
  {
    forms: { names, isUnknown },
    quote,
    parties,
    failureOf,
  }: { readonly forms: SwapForms; readonly quote: Quote; readonly parties: SwapParties; readonly failureOf: FailureOf },
): Promise<string> {
  const forms = known.get(chain) ?? new Map<string, string>()
  known.set(chain, forms)
  const key = `${pool.protocol} ${names.join(' ')}`
  const remembered = forms.get(key)
  if (remembered !== undefined) return remembered
  let [found] = names
  for (const older of names.slice(1)) {
    const error = await errorOf(pool, quote, { ...parties, form: found }, failureOf)
    if (error === 'notReached') return names[0]
    if (!isUnknown(error)) break
    found = older
  }
  forms.set(key, found)
  return found
}

/** Simulates a swap of `parties.form`. Returns its error, or `notReached` if no program ran. */
async function errorOf(pool: Pool, quote: Quote, parties: SwapParties, failureOf: FailureOf) {
  try {
    const error = await failureOf(await pool.swap(quote, 0n, parties))
    return error === null || (typeof error === 'object' && 'InstructionError' in error) ? error : 'notReached'
  } catch (error) {
    // The node did not answer. The trade itself meets the same node, and reports it.
    if (isTernError(error) && error.code.startsWith('rpc/')) return 'notReached'
    throw error
  }
}
