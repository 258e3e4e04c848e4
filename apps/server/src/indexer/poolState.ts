import type { Chain } from '@tern/chain'
import {
  type AccountSet,
  type Address,
  decodeTokenAccount,
  invertRatio,
  type Ratio,
  tokenAccountLayout,
  wrappedNativeMint,
} from '@tern/core'
import type { Pool, Venue } from '@tern/venues'

export interface PoolState {
  /** Lamports per raw token unit, before fees. */
  readonly price: Ratio
  /** What the pool holds of wrapped SOL. */
  readonly nativeLamports: bigint
}

/** What a listing says of a pool's state. @throws TernError `quote/*` while the pool does not trade; `rpc/*`. */
export async function readPoolState(chain: Chain, venue: Venue, pool: Pool): Promise<PoolState> {
  const clock = await chain.readClock()
  // Any amount that the pool would take: the price is the one before the trade.
  const { currentPrice } = pool.quote({ tokenIn: wrappedNativeMint, exactIn: 1_000_000n }, clock)
  return { price: invertRatio(currentPrice), nativeLamports: await readNativeSide(chain, venue, pool.address) }
}

/** Wrapped lamports in the pool's own accounts. */
async function readNativeSide(chain: Chain, venue: Venue, pool: Address): Promise<bigint> {
  let read: AccountSet = new Map()
  for (;;) {
    const wanted = (await venue.accountsToRead(pool, read)).filter(address => !read.has(address))
    if (wanted.length === 0) break
    read = new Map([...read, ...(await chain.readAccounts(wanted))])
  }
  let lamports = 0n
  for (const [address, account] of read) {
    if (account === null || account.data.length !== tokenAccountLayout.size) continue
    try {
      const { mint, amount } = decodeTokenAccount(address, account)
      if (mint === wrappedNativeMint) lamports += amount
    } catch {
      // Not a token account: it only has the size of one.
    }
  }
  return lamports
}
