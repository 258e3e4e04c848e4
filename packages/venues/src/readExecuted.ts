import type { Address } from '@tern/core'
import type { InstructionEffects, NamedInstruction } from './effects/instructionEffects.ts'
import { readLanded } from './effects/readLanded.ts'
import { protocolOf, routeReaders } from './lists/executed.ts'
import type { Protocol } from './protocols.ts'
import type { MintOf } from './readEvents.ts'

/** The effects of an instruction in a landed transaction. */
export interface ExecutedEffects extends InstructionEffects {
  /** Unset if the program is not a trading program. */
  readonly protocol?: Protocol
  /** The wallet that the instruction works for. Unset if no account must be the wallet. */
  readonly wallet?: Address
  /** The pools of a route, in the order of the trade. */
  readonly pools?: readonly Address[]
}

/** The trading programs that this package reads. */
export const tradingPrograms: readonly Address[] = [...protocolOf.keys()]

/**
 * Reads the effects of an instruction in a landed transaction. Unlike a signer, it allows more accounts and bytes than the
 * program takes, and reads swaps through several pools.
 *
 * @param mintOf returns the mint of a token account, if it is known. Some instructions name only accounts.
 * @returns `undefined` for an unknown program or instruction, and for a route whose mints are unknown.
 * @example
 * readExecuted({ program, accounts, data })?.kind // 'swap'
 */
export function readExecuted(
  instruction: NamedInstruction,
  mintOf: MintOf = () => undefined,
): ExecutedEffects | undefined {
  const { program, accounts } = instruction
  const read = readLanded(instruction, 'atLeast', mintOf)
  if (read === undefined) return undefined
  const named = protocolOf.get(program)
  const protocol = typeof named === 'function' ? named(read.config ?? program) : named
  const wallet = accounts[read.walletPlaces[0] ?? -1]
  const executed = { ...read, ...(protocol && { protocol }), ...(wallet && { wallet }) }
  return read.kind === 'route' ? routeOf(executed, accounts, mintOf) : executed
}

function routeOf(read: ExecutedEffects, accounts: readonly Address[], mintOf: MintOf): ExecutedEffects | undefined {
  const reader = routeReaders.get(read.instruction)
  const [take, bring] = [read.takes[0], read.brings[0]]
  if (take === undefined || bring === undefined) return undefined
  if (reader === undefined) {
    const isKnown = take.mint !== 'byTerms' && bring.mint !== 'byTerms'
    return isKnown && read.pool ? { ...read, pools: [read.pool] } : undefined
  }
  const route = reader(accounts, mintOf)
  if (route === undefined) return undefined
  const { pools, mintIn, mintOut, tokenAccountOut } = route
  return {
    ...read,
    pools,
    takes: [{ ...take, mint: mintIn }],
    brings: [{ ...bring, mint: mintOut, account: tokenAccountOut }],
  }
}
