import { type Address, isTernError, parseAddress, wrappedNativeMint } from '@tern/core'
import { TernError } from '@tern/core/hostErrors'
import type { Candidate } from '@tern/venues/finder'

/** Where Raydium answers for mainnet. */
const raydiumApi = 'https://api-v3.raydium.io'
const timeoutMs = 10_000

/**
 * The pools of a token against SOL that Raydium's index lists, the most liquid first: also those whose addresses follow from nothing,
 * as of further CPMM pools. A stranger's word: `findPools`, which takes them as `listed`, reads each from the chain.
 * `api`: another host that answers as that does.
 * @throws TernError `address/invalid`, `pool/listFailed` after 10 s at most.
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
    // Where Raydium's own client asks today.
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

/** Refusals come with status 200, too. Pools of programs that are no venue here are left out. */
async function candidatesIn(answer: unknown): Promise<readonly Candidate[]> {
  const page = isRecord(answer) && answer.success === true && isRecord(answer.data) ? answer.data.data : undefined
  if (!Array.isArray(page)) throw new TernError('pool/listFailed', { why: 'an answer of another shape' })
  // Knows every venue's program: loaded by those who look for pools.
  const { candidateOf } = await import('@tern/venues/finder')
  return page.flatMap((pool: unknown) => {
    if (!isRecord(pool) || typeof pool.id !== 'string' || typeof pool.programId !== 'string') return []
    return candidateOf(pool.programId, parseAddress(pool.id)) ?? []
  })
}
