import type { Address } from '@tern/core'
import { ask } from './ask.ts'

/**
 * Reads balances in lamports from the server's node. The result lacks an address if its balance is not known.
 * The request holds addresses only, so neither the terminal nor the server learns their phrase.
 */
export async function readBalances(addresses: readonly Address[]): Promise<ReadonlyMap<Address, bigint>> {
  try {
    const body = JSON.stringify({ addresses })
    const answer = await ask('/api/balances', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const answered: unknown = await answer.json()
    const lamports =
      typeof answered === 'object' && answered !== null && 'lamports' in answered ? answered.lamports : undefined
    if (!Array.isArray(lamports)) return new Map()
    return new Map(
      addresses.flatMap((address, i) => {
        const said: unknown = lamports[i]
        return typeof said === 'string' && /^\d{1,20}$/.test(said) ? [[address, BigInt(said)] as const] : []
      }),
    )
  } catch {
    return new Map()
  }
}
