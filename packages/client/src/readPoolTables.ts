import { type Address, isTernError, parseAddress } from '@tern/core'
import type { PoolName } from './client.ts'
import { anotherShape, fetchData, isRecord, limited, raydiumApi } from './raydiumApi.ts'

/**
 * Reads Raydium's index for the lookup tables of pools. The index has no tables of other venues.
 * Do not trust the list: `planSwap` reads each table from the chain, and uses only addresses that the swap needs.
 *
 * @param options `api`: another host with the same API. `signal`: aborts the request.
 * @throws TernError `pool/listFailed` if the index does not answer within 10 s.
 * @example
 * await readPoolTables([{ protocol: 'raydiumammv4', address: pool }]) // ['8q3h…']
 */
export async function readPoolTables(
  pools: readonly Pick<PoolName, 'protocol' | 'address'>[],
  { api = raydiumApi, signal }: { readonly api?: string; readonly signal?: AbortSignal } = {},
): Promise<readonly Address[]> {
  if (pools.length === 0) return []
  const ids = pools.map(({ address }) => address).join(',')
  const keys = await fetchData(`${api}/pools/key/ids?${new URLSearchParams({ ids })}`, limited(signal))
  if (!Array.isArray(keys)) throw anotherShape()
  return keys.flatMap((one: unknown) => {
    const table = isRecord(one) ? one.lookupTableAccount : undefined
    return typeof table === 'string' ? (addressIn(table) ?? []) : []
  })
}

/** The index may name no table by an empty text. */
function addressIn(text: string): Address | undefined {
  try {
    return parseAddress(text)
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}
