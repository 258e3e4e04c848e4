import { type Address, parseAddress, wrappedNativeMint } from '@tern/core'
import type { Candidate } from '@tern/venues/internal/finder'
import { anotherShape, fetchData, isRecord, limited, raydiumApi } from './raydiumApi.ts'

/** How to ask for listed pools. */
export interface ListedPoolsOptions {
  /** Another host with the same API. */
  readonly api?: string
  /** The other token of the pools. `any`: every other token. Unset: SOL. */
  readonly against?: Address | 'any'
  /** Aborts the requests. */
  readonly signal?: AbortSignal
}

/**
 * Reads Raydium's index for the token's pools against SOL or another token, most liquid first.
 * It also lists pools at addresses that do not derive from the mint, such as further CPMM pools.
 * Do not trust the list: `findPools` and `findRoutes` take it as `listed` and read each pool from the chain.
 *
 * @throws TernError `address/invalid`.
 * @throws TernError `pool/listFailed` if the index does not answer within 10 s.
 * @example
 * (await readListedPools(mint))[0] // { protocol: 'raydium_cpmm', address: '7JuW…' }
 */
export async function readListedPools(
  mint: Address,
  { api = raydiumApi, against = wrappedNativeMint, signal }: ListedPoolsOptions = {},
): Promise<readonly Candidate[]> {
  const [mint1 = '', mint2] = [mint, ...(against === 'any' ? [] : [against])].map(one => parseAddress(one)).toSorted()
  const mints = { mint1: `${mint1}`, ...(mint2 !== undefined && { mint2: `${mint2}` }) }
  const either = limited(signal)
  const order = { poolType: 'all', poolSortField: 'liquidity', sortType: 'desc', pageSize: '100', page: '1' }
  try {
    return await fetchList(`${api}/pools/info/mint?${new URLSearchParams({ ...mints, ...order })}`, either)
  } catch {
    // Raydium's own client uses this endpoint today.
    const newer = { sortField: 'liquidity', sortType: 'desc', size: '100' }
    return await fetchList(`${api}/pools/info/list-v2?${new URLSearchParams({ ...mints, ...newer })}`, either)
  }
}

/** Reads the pools of an answer. Skips pools of unsupported programs. */
async function fetchList(url: string, signal: AbortSignal): Promise<readonly Candidate[]> {
  const data = await fetchData(url, signal)
  const page = isRecord(data) ? data.data : undefined
  if (!Array.isArray(page)) throw anotherShape()
  // Loaded on demand, because it knows the program of every venue.
  const { candidateOf } = await import('@tern/venues/internal/finder')
  return page.flatMap((pool: unknown) => {
    if (!isRecord(pool) || typeof pool.id !== 'string' || typeof pool.programId !== 'string') return []
    return candidateOf(pool.programId, parseAddress(pool.id)) ?? []
  })
}
