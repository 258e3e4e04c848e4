import type { Address } from '@tern/core'
import * as v from 'valibot'
import { addressInput } from './addressInput.ts'
import { procedure, router } from './procedure.ts'

/** Max LP tokens in a request: more than a wallet usually holds. */
const maxMints = 200

export const pools = router({
  /**
   * Returns every pool that the server follows, and each of their tokens once. The topic `pools` of the stream reports
   * the rows that change. A page reads the list again if a row names a mint that it does not know.
   */
  list: procedure.query(({ ctx }) => ctx.pools.list()),

  /** Returns the pool at an address, or the kind of account that is there instead. The server follows the pool from then on. */
  get: procedure
    .input(v.strictObject({ address: addressInput }))
    .query(({ ctx, input }) => ctx.pools.get(input.address as Address)),

  /**
   * Returns the names of pools that trade a token, for routes: the pools that the server follows, then the pools of an index.
   * Either part begins with the most liquid.
   */
  ofToken: procedure.input(v.strictObject({ mint: addressInput })).query(async ({ ctx, input: { mint } }) => {
    const named = [...ctx.pools.ofToken(mint), ...(await ctx.poolsOf(mint as Address))]
    return [...new Map(named.map(pool => [pool.address, pool])).values()]
  }),

  /** Returns the pools that give LP tokens of these mints. Other mints are left out. */
  ofLpMints: procedure
    .input(v.strictObject({ mints: v.pipe(v.array(addressInput), v.maxLength(maxMints)) }))
    .query(({ ctx, input }) => ctx.pools.ofLpMints(input.mints)),
})
