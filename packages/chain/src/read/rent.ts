import type { Rpc, SolanaRpcApi } from '@solana/kit'

/** Asks the node once for each size what keeps an account of so many bytes alive, in lamports. @throws TernError `rpc/*`. */
export function createRent(rpc: Rpc<SolanaRpcApi>): (bytes: number) => Promise<bigint> {
  const known = new Map<number, Promise<bigint>>()
  return bytes => {
    const found = known.get(bytes)
    if (found !== undefined) return found
    const asked: Promise<bigint> = rpc.getMinimumBalanceForRentExemption(BigInt(bytes)).send()
    known.set(bytes, asked)
    asked.catch(() => known.delete(bytes))
    return asked
  }
}
