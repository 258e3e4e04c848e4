import { queryOptions } from '@tanstack/react-query'
import type { Address } from '@tern/core'
import type { TraderRow } from '@tern/server/appRouter'
import { checked } from '../checked.ts'
import { trpc } from '../trpc.ts'

/** A wallet's trades in a token, in lamports. `unrealised` is `null` if the token has no price. */
export interface Trader {
  readonly owner: Address
  readonly buys: number
  readonly sells: number
  readonly bought: bigint
  readonly sold: bigint
  readonly realised: bigint
  readonly unrealised: bigint | null
  /** `true` if it sold more than it bought here. The surplus counts in no profit. */
  readonly hasSoldMore: boolean
}

function parseTrader(row: TraderRow): Trader {
  const { owner, buys, sells, boughtLamports, soldLamports, realisedLamports, unrealisedLamports } = row
  return {
    owner: owner as Address,
    ...{ buys, sells },
    bought: BigInt(boughtLamports),
    sold: BigInt(soldLamports),
    realised: BigInt(realisedLamports),
    unrealised: unrealisedLamports === null ? null : BigInt(unrealisedLamports),
    hasSoldMore: BigInt(row.soldTokens) > BigInt(row.boughtTokens),
  }
}

/** Reads the traders of a listed token with the highest profit, from the trades that the server knows. */
export const tradersQuery = (mint: string) =>
  queryOptions({
    queryKey: ['traders', mint],
    async queryFn() {
      const { traders, ...known } = await trpc.markets.traders.query({ mint })
      await checked([known], 'known')
      return { ...known, traders: (await checked(traders, 'trader')).map(parseTrader) }
    },
    refetchInterval: 15_000,
  })
