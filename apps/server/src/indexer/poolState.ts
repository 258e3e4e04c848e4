import type { Chain } from '@tern/chain'
import {
  type AccountSet,
  type Address,
  type Clock,
  decodeMint,
  decodeTokenAccount,
  invertRatio,
  isTernError,
  noEarlierThan,
  type Ratio,
  rentExemption,
  type ScaledExtensions,
  token2022Program,
  tokenAccountLayout,
  wrappedNativeMint,
} from '@tern/core'
import type { Pool, Protocol, Venue } from '@tern/venues'
import { scalingOf } from './listing.ts'

/** How a pool stands. */
export interface PoolState {
  /** The most specific name that the pool goes by: a launchpad's, where its program serves several. */
  readonly protocol: Protocol
  /** Lamports per raw token unit, before fees; `undefined` while it does not trade. */
  readonly price: Ratio | undefined
  /** What the pool holds of SOL. */
  readonly nativeLamports: bigint
  /** Unix time; `undefined` once it trades. */
  readonly opensAtSeconds: number | undefined
  readonly curve: Pool['curve']
  readonly graduation: Pool['graduation']
  /** Who made the token; `undefined`: the pool does not say. */
  readonly creator: Address | undefined
  /** The extensions of its token by which amounts are shown; `undefined`: not read. */
  readonly scaling: ScaledExtensions | undefined
  /** Unix seconds of the chain when this was read. */
  readonly readAtSeconds: number
}

/** What a listing says of a pool's state. @throws TernError `rpc/*`. */
export async function readPoolState(chain: Chain, venue: Venue, pool: Pool): Promise<PoolState> {
  const [known, nativeLamports, scaling] = await Promise.all([
    chain.readClock(),
    readNativeSide(chain, venue, pool),
    readScaling(chain, pool),
  ])
  const clock = noEarlierThan(pool.slot, known)
  const { protocol, curve, graduation } = pool
  const opensAt = pool.opensAtSeconds?.(clock)
  const opensAtSeconds = opensAt === undefined ? undefined : Number(opensAt)
  const creator = curve?.creator ?? pool.creator
  const readAtSeconds = Number(clock.unixTimestamp)
  const state = { protocol, opensAtSeconds, curve, graduation, nativeLamports, creator, scaling, readAtSeconds }
  try {
    return { ...state, price: priceOf(pool, clock) }
  } catch (error) {
    if (!isTernError(error)) throw error
    return { ...state, price: undefined }
  }
}

/** Lamports per raw token unit, before fees. @throws TernError `quote/*`. */
function priceOf(pool: Pool, clock: Clock): Ratio {
  // Any amount that the pool would take: the price is the one before the trade.
  return invertRatio(pool.quote({ tokenIn: wrappedNativeMint, exactIn: 1_000_000n }, clock).currentPrice)
}

/** The pool was just read with its mints, so that this asks the node for nothing. The first token program knows no extensions. */
async function readScaling(chain: Chain, { tokens }: Pool): Promise<ScaledExtensions | undefined> {
  const token = tokens.find(({ mint }) => mint !== wrappedNativeMint)
  if (token === undefined || token.program !== token2022Program) return undefined
  try {
    return scalingOf(decodeMint(token.mint, (await chain.readAccounts([token.mint])).get(token.mint)))
  } catch (error) {
    if (!isTernError(error)) throw error
    return undefined
  }
}

/** What the pool holds of SOL: its own lamports beyond their rent, or wrapped ones in its accounts. */
async function readNativeSide(chain: Chain, venue: Venue, pool: Pool): Promise<bigint> {
  const { address, nativeSettlement, vaults } = pool
  if (nativeSettlement === 'lamports') {
    const account = (await chain.readAccounts([address])).get(address)
    const spare = account ? account.lamports - rentExemption(account.data.length) : 0n
    return spare > 0n ? spare : 0n
  }
  const read = await (vaults === undefined ? readAllOf(chain, venue, address) : chain.readAccounts(vaults))
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

/** All accounts that a quote reads. */
async function readAllOf(chain: Chain, venue: Venue, pool: Address): Promise<AccountSet> {
  let read: AccountSet = new Map()
  for (;;) {
    const wanted = (await venue.accountsToRead(pool, read)).filter(one => !read.has(one))
    if (wanted.length === 0) return read
    read = new Map([...read, ...(await chain.readAccounts(wanted))])
  }
}
