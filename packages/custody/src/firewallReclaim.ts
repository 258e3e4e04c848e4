import { type Address, computeBudgetProgram } from '@tern/core'
import type { CompiledInstruction } from '@tern/core/compiledMessage'
import { readEffects } from '@tern/venues/effects'
import type { Verdict } from './accountInstructions.ts'
import {
  checkNetworkFee,
  effectsOf,
  minAccountRent,
  netEffectsOf,
  type Shown,
  type TradeEffects,
  walkMessage,
} from './firewall.ts'
import { checkTerms } from './terms.ts'

/** A reclaim closes accounts and sets its compute budget, nothing else. */
function checkReclaiming(instruction: CompiledInstruction, wallet: Address): Verdict {
  const { program, accounts } = instruction
  const read = readEffects(instruction)
  if (program === computeBudgetProgram)
    return read?.instruction === 'setComputeUnitLimit' || read?.instruction === 'setComputeUnitPrice'
      ? undefined
      : 'a compute budget that no closing needs'
  const isOurs = accounts[1] === wallet && accounts[2] === wallet && accounts[0] !== wallet
  return read?.kind === 'close' && isOurs
    ? undefined
    : `an instruction to ${program} that closes no account of the wallet`
}

/**
 * Reads the compiled message `bytes` as a reclaim, which does nothing but close the wallet's token accounts `closes`, each once, in favour of
 * `wallet`. The token programs themselves refuse to close an account that holds tokens. A message that fails costs its fees all the same, so
 * they count in full.
 *
 * @returns what it does, or the reason for a refusal.
 */
export async function readReclaim(
  bytes: Uint8Array,
  wallet: Address,
  shown: Shown & { readonly closes: readonly Address[] },
): Promise<TradeEffects | string> {
  const { closes, terms } = shown
  const read = await walkMessage(bytes, { wallet, ...shown }, instruction => checkReclaiming(instruction, wallet))
  if (typeof read === 'string') return read
  const { closed } = read.ledger
  const isEachOnce = new Set(closed).size === closed.length
  if (!isEachOnce || !closed.every(account => closes.includes(account)))
    return 'a token account closed that was not shown'
  if (closed.length !== closes.length) return 'fewer token accounts closed than were shown'
  const beyond = checkNetworkFee(read, shown)
  if (beyond !== undefined) return beyond
  if (read.networkFeeLamports > BigInt(closed.length) * minAccountRent) return 'a fee above the rent that comes back'
  return (terms && checkTerms(netEffectsOf(read), terms)) ?? effectsOf(read)
}
