import type { Rpc, SolanaRpcApi } from '@solana/kit'
import { TernError } from '@tern/core'

/**
 * Creates a reader of the rent-exempt minimum, in lamports. It asks a node once for each size.
 *
 * @throws TernError `rpc/*`.
 */
export function createRent(rpc: Rpc<SolanaRpcApi>): (bytes: number) => Promise<bigint> {
  const known = new Map<number, Promise<bigint>>()
  return bytes => {
    const found = known.get(bytes)
    if (found !== undefined) return found
    const asked = ask(rpc, bytes)
    known.set(bytes, asked)
    asked.catch(() => known.delete(bytes))
    return asked
  }
}

async function ask(rpc: Rpc<SolanaRpcApi>, bytes: number): Promise<bigint> {
  const lamports = await rpc.getMinimumBalanceForRentExemption(BigInt(bytes)).send()
  if (typeof lamports === 'bigint') return lamports
  throw new TernError('rpc/badAnswer', { method: 'getMinimumBalanceForRentExemption', why: 'no number' })
}
