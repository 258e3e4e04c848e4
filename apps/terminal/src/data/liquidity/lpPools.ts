import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Address } from '@tern/core'
import type { PoolTokenRow } from '@tern/server/appRouter'
import type { TokenUnit } from '../../text/numberText.ts'
import { trpc } from '../trpc.ts'
import { type ListedPool, parsePool } from './listedPool.ts'

/** The pool of an LP token. */
export interface LpPool {
  readonly pool: ListedPool
  /** Raw units. */
  readonly lpSupply: bigint
  /** Raw units and units, in the order of the pair's name. `null`: not read yet. */
  readonly reserves: readonly (TokenUnit & { readonly symbol: string; readonly amount: bigint })[] | null
}

/** The mints that were looked up, and the pools of the LP mints among them. */
export interface LpPools {
  readonly mints: readonly Address[]
  readonly pools: ReadonlyMap<Address, LpPool>
}

/** The server looks up this many mints at once. */
const maxMints = 200

const unitOfRow = ({ decimals, scale }: PoolTokenRow): TokenUnit => ({
  decimals,
  scale: scale === null ? undefined : { kind: scale.kind, multiplier: Number(scale.multiplier) },
})

/** Finds the LP tokens among mints, with their pools. */
export const lpPoolsQuery = (mints: readonly Address[]) =>
  queryOptions({
    queryKey: ['lpPools', ...mints.toSorted()],
    queryFn: async (): Promise<LpPools> => {
      if (mints.length === 0) return { mints, pools: new Map() }
      const rows = await trpc.pools.ofLpMints.query({ mints: mints.slice(0, maxMints) })
      const pools = new Map(
        rows.flatMap(row => {
          const { lpMint, lpSupply, reserves, tokens } = row
          if (lpMint === null || lpSupply === null) return []
          const pool = parsePool(row, mint => tokens.find(token => token.mint === mint))
          const amounts = pool.tokens.flatMap(({ mint, symbol }) => {
            const [side, token] = [tokens.findIndex(one => one.mint === mint), tokens.find(one => one.mint === mint)]
            return token === undefined ? [] : [{ ...unitOfRow(token), symbol, amount: BigInt(reserves?.[side] ?? 0) }]
          })
          const found: LpPool = { pool, lpSupply: BigInt(lpSupply), reserves: reserves === null ? null : amounts }
          return [[lpMint as Address, found] as const]
        }),
      )
      return { mints, pools }
    },
    refetchInterval: 5_000,
    placeholderData: keepPreviousData,
    structuralSharing: false,
  })
