import { type Address, isTernError, parseAddress, TernError, wrappedNativeMint } from '@tern/core'
import type { Candidate } from '@tern/venues/internal/finder'

/** Raydium's API for mainnet. */
const raydiumApi = 'https://api-v3.raydium.io'
const timeoutMs = 10_000

/**
 * Reads Raydium's index for the token's pools against SOL, most liquid first.
 * It also lists pools at addresses that do not derive from the mint, such as further CPMM pools.
 * Do not trust the list: `findPools` takes it as `listed` and reads each pool from the chain.
 *
 * @param options `api`: another host with the same API. `signal`: aborts the requests.
 * @throws TernError `address/invalid`.
 * @throws TernError `pool/listFailed` if the index does not answer within 10 s.
 * @example
 * (await readListedPools(mint))[0] // { protocol: 'raydium_cpmm', address: '7JuW…' }
 */
export async function readListedPools(
  mint: Address,
  { api = raydiumApi, signal }: { readonly api?: string; readonly signal?: AbortSignal } = {},
): Promise<readonly Candidate[]> {
  const [mint1, mint2] = [parseAddress(mint), wrappedNativeMint].toSorted()
  const mints = { mint1: `${mint1}`, mint2: `${mint2}` }
  const limit = AbortSignal.timeout(timeoutMs)
  const either = signal === undefined ? limit : AbortSignal.any([signal, limit])
  const order = { poolType: 'all', poolSortField: 'liquidity', sortType: 'desc', pageSize: '100', page: '1' }
  try {
    return await fetchList(`${api}/pools/info/mint?${new URLSearchParams({ ...mints, ...order })}`, either)
  } catch {
    // Raydium's own client uses this endpoint today.
    const newer = { sortField: 'liquidity', sortType: 'desc', size: '100' }
    return await fetchList(`${api}/pools/info/list-v2?${new URLSearchParams({ ...mints, ...newer })}`, either)
  }
}

async function fetchList(url: string, signal: AbortSignal): Promise<readonly Candidate[]> {
  try {
    const answer = await fetch(url, { signal })
    if (!answer.ok) throw new TernError('pool/listFailed', { why: `${answer.status} ${answer.statusText}` })
    return await candidatesIn(await answer.json())
  } catch (error) {
    if (isTernError(error)) throw error
    throw new TernError('pool/listFailed', { why: String(error) }, { cause: error })
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Reads the pools of an answer. Skips pools of unsupported programs. A refusal also has status 200. */
async function candidatesIn(answer: unknown): Promise<readonly Candidate[]> {
  const page = isRecord(answer) && answer.success === true && isRecord(answer.data) ? answer.data.data : undefined
  if (!Array.isArray(page)) throw new TernError('pool/listFailed', { why: 'an answer of another shape' })
  // Loaded on demand, because it knows the program of every venue.
  const { candidateOf } = await import('@tern/venues/internal/finder')
  return page.flatMap((pool: unknown) => {
    if (!isRecord(pool) || typeof pool.id !== 'string' || typeof pool.programId !== 'string') return []
    return candidateOf(pool.programId, parseAddress(pool.id)) ?? []
  })
}
