import { parseAddress } from '@tern/core'
import { isProtocol, type Protocol } from '@tern/venues'
import { TRPCError } from '@trpc/server'
import * as v from 'valibot'
import { candleIntervals } from '../indexer/candle.ts'
import { addressInput } from './addressInput.ts'
import { followFeed } from './followFeed.ts'
import { procedure, router } from './procedure.ts'

const protocolInput = v.custom<Protocol>(name => typeof name === 'string' && isProtocol(name), 'unknown protocol')
/** A route has up to two paths of three pools. */
const maxPools = 6

const limitInput = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max))

export const markets = router({
  /** Reads the latest trades of a token, newest first. `by`: only the trades of this wallet. */
  trades: procedure
    .input(
      v.strictObject({ mint: addressInput, limit: v.optional(limitInput(200), 100), by: v.optional(addressInput) }),
    )
    .query(({ ctx, input }) => ctx.markets.readTrades(input.mint, input.limit, input.by)),

  /**
   * Reads the traders of a listed token with the highest profit, from the stored trades. NOT_FOUND if it is not listed.
   */
  traders: procedure.input(v.strictObject({ mint: addressInput })).query(async ({ ctx, input }) => {
    const traders = await ctx.markets.readTraders(input.mint)
    if (traders === undefined) throw new TRPCError({ code: 'NOT_FOUND', message: 'Token not listed' })
    return traders
  }),

  /** Reads the latest candles of a token, oldest first. An interval without a trade has no candle. */
  candles: procedure
    .input(
      v.strictObject({
        mint: addressInput,
        intervalSeconds: v.picklist(candleIntervals),
        limit: v.optional(limitInput(1000), 300),
      }),
    )
    .query(({ ctx, input: { mint, ...asked } }) => ctx.markets.readCandles(mint, asked)),

  /** Returns the addresses of lookup tables with the accounts of pools. Pools without a table are left out. */
  poolTables: procedure
    .input(
      v.strictObject({
        pools: v.pipe(
          v.array(v.strictObject({ protocol: protocolInput, address: addressInput, mint: v.optional(addressInput) })),
          v.maxLength(maxPools),
        ),
      }),
    )
    .query(({ ctx, input }) =>
      ctx.tablesOf(
        input.pools.map(({ protocol, address, mint }) => ({
          ...{ protocol, address: parseAddress(address) },
          ...(mint !== undefined && { mint: parseAddress(mint) }),
        })),
      ),
    ),

  /** Reports the latest confirmed blockhash, then each new blockhash. A slow reader receives only the newest. */
  onBlockhash: procedure.subscription(({ ctx, signal }) =>
    followFeed(ctx.blockhashes, signal ?? new AbortController().signal),
  ),
})
