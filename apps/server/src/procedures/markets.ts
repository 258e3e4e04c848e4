import { TRPCError } from '@trpc/server'
import * as v from 'valibot'
import { candleIntervals } from '../indexer/candle.ts'
import { addressInput } from './addressInput.ts'
import { follow } from './follow.ts'
import { procedure, router } from './procedure.ts'

const limitInput = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))

export const markets = router({
  /** The latest trades of a token, newest first; with `by`, those of one wallet. */
  trades: procedure
    .input(
      v.strictObject({ mint: addressInput, limit: v.optional(limitInput(200), 100), by: v.optional(addressInput) }),
    )
    .query(({ ctx, input }) => ctx.markets.readTrades(input.mint, input.limit, input.by)),

  /** Who made most with one token that is listed, by the trades that are known. NOT_FOUND when it is not. */
  traders: procedure.input(v.strictObject({ mint: addressInput })).query(async ({ ctx, input }) => {
    const traders = await ctx.markets.readTraders(input.mint)
    if (traders === undefined) throw new TRPCError({ code: 'NOT_FOUND', message: 'Token not listed' })
    return traders
  }),

  /** The latest candles of a token, oldest first. An interval without a trade has none. */
  candles: procedure
    .input(
      v.strictObject({
        mint: addressInput,
        intervalSeconds: v.picklist(candleIntervals),
        limit: v.optional(limitInput(1000), 300),
      }),
    )
    .query(({ ctx, input }) => ctx.markets.readCandles(input.mint, input.intervalSeconds, input.limit)),

  /** The latest confirmed blockhash, and each new one. One who falls behind gets the newest only. */
  onBlockhash: procedure.subscription(({ ctx, signal }) =>
    follow(ctx.blockhashes, signal ?? new AbortController().signal),
  ),
})
