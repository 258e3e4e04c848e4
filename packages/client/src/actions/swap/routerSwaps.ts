import type { Instruction } from '@solana/kit'
import { type Address, TernError } from '@tern/core'
import { readEffects } from '@tern/venues/internal/effects'
import { encodeRouteExactIn, encodeRouteExactOut, hasExactOut, program, routerHop } from '@tern/venues/raydiumRouter'
import type { Client } from '../../client.ts'
import type { LimitedHop } from './limitedHops.ts'

/** Max compute units of the program without its pools: a constant, and for each hop. The program computes an exact output before it swaps. */
const [ownUnits, unitsPerHop] = [60_000, 60_000]

/** Max compute units of a route through the program. */
export const routerUnits = (hops: readonly LimitedHop[]): number =>
  hops.reduce((sum, { quote }) => sum + quote.computeUnits + unitsPerHop, ownUnits)

/**
 * Checks that the cluster has the router program.
 *
 * @throws TernError `route/invalidProgram`, `rpc/*`.
 */
export async function assertRouter({ chain }: Pick<Client, 'chain'>): Promise<void> {
  const account = (await chain.readAccounts([program])).get(program)
  if (!account?.executable) throw new TernError('route/invalidProgram', {})
}

/**
 * Builds the instruction of the router program for the hops of a path.
 *
 * @param accounts the wallet's accounts, from the input to the output.
 * @throws TernError `route/poolType` if the program does not swap in a pool, or takes no exact output of it.
 */
export async function routerSwap(
  owner: Address,
  path: readonly LimitedHop[],
  accounts: readonly Address[],
): Promise<Instruction> {
  const hops = await Promise.all(
    path.map(async ({ pool, quote, limit }, n) => {
      const [tokenAccountIn, tokenAccountOut] = accounts.slice(n) as [Address, Address]
      // The router needs the market, and only the oldest form names it.
      const form = pool.forms?.names.at(-1)
      const instructions = await pool.swap(quote, limit, { owner, payer: owner, tokenAccountIn, tokenAccountOut, form })
      return routerHop(instructions.at(-1) as Instruction, quote)
    }),
  )
  const [first, last] = [path[0] as LimitedHop, path.at(-1) as LimitedHop]
  if ('exactIn' in first.quote.request)
    return encodeRouteExactIn({ owner, hops, form: 'api' }, first.maxIn, last.minOut)
  const other = hops.find(hop => !hasExactOut(hop))
  if (other !== undefined) throw new TernError('route/poolType', { program: other.program })
  return encodeRouteExactOut({ owner, hops }, first.maxIn, last.minOut)
}

/** Returns the max rents that an instruction of the router pays, by the account. */
export function routerRents({ programAddress, accounts = [], data = new Uint8Array() }: Instruction) {
  const named = { program: programAddress, accounts: accounts.map(({ address }) => address) }
  const read = readEffects({ ...named, data: Uint8Array.from(data) })
  return new Map((read?.opens ?? []).map(({ account, maxRent }) => [account, maxRent]))
}
