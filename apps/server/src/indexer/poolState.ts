import type { Chain } from '@tern/chain'
import {
  type Address,
  type Clock,
  decodeMint,
  decodeTokenAccount,
  isTernError,
  type Ratio,
  rentExemption,
  type ScaledExtensions,
  token2022Program,
  wrappedNativeMint,
} from '@tern/core'
import { invertRatio, noEarlierThan } from '@tern/core/internal'
import type { Pool, Protocol } from '@tern/venues'
import { scalingOf } from './listing.ts'

/** The state of a pool. */
export interface PoolState {
  /** The most specific protocol name of the pool: a launchpad's name, if the program serves several launchpads. */
  readonly protocol: Protocol
  /** Lamports per raw token unit, before fees. `undefined` while the pool does not trade. */
  readonly price: Ratio | undefined
  /** Price after the last trade of a complete curve, until it moves to its pool. Otherwise `undefined`. */
  readonly finalPrice: Ratio | undefined
  /** Lamports of SOL in the pool. */
  readonly nativeLamports: bigint
  /** Unix time in seconds. `undefined` once the pool is open. */
  readonly opensAtSeconds: number | undefined
  readonly curve: Pool['curve']
  readonly graduation: Pool['graduation']
  /** The token's creator. `undefined`: the pool does not name it. */
  readonly creator: Address | undefined
  /** Decimals of the token. */
  readonly decimals: number
  /** The token's extensions that scale the displayed amounts. `undefined`: not read, or not a Token-2022 mint. */
  readonly scaling: ScaledExtensions | undefined
  /** The chain's Unix time at the read, in seconds. */
  readonly readAtSeconds: number
}

/** Reads the state of a pool for its listing. @throws TernError `rpc/*`. */
export async function readPoolState(chain: Chain, pool: Pool): Promise<PoolState> {
  const clock = noEarlierThan(pool.slot, await chain.readClock())
  const [nativeLamports, scaling] = await Promise.all([readNativeSide(chain, pool, clock), readScaling(chain, pool)])
  const { protocol, curve, graduation } = pool
  const opensAt = pool.opensAtSeconds?.(clock)
  const opensAtSeconds = opensAt === undefined ? undefined : Number(opensAt)
  const creator = curve?.creator ?? pool.creator
  const readAtSeconds = Number(clock.unixTimestamp)
  const decimals = tokenIn(pool).decimals
  const finalPrice = curve?.stage === 'complete' && isAgainstSol(pool) ? pool.currentPrice : undefined
  const state = {
    protocol,
    opensAtSeconds,
    curve,
    graduation,
    finalPrice,
    nativeLamports,
    creator,
    decimals,
    scaling,
    readAtSeconds,
  }
  try {
    return { ...state, price: priceOf(pool, clock) }
  } catch (error) {
    if (!isTernError(error)) throw error
    return { ...state, price: undefined }
  }
}

/** Returns the price in lamports per raw token unit, before fees. @throws TernError `quote/*`. */
function priceOf(pool: Pool, clock: Clock): Ratio {
  // `currentPrice` is the price before the trade, so any amount that the pool accepts works.
  return invertRatio(pool.quote({ tokenIn: wrappedNativeMint, exactIn: 1_000_000n }, clock).currentPrice)
}

const isAgainstSol = ({ tokens }: Pool) => tokens.some(({ mint }) => mint === wrappedNativeMint)

/** Returns the pool's token that is not SOL. */
const tokenIn = ({ tokens: [first, second] }: Pool) => (first.mint === wrappedNativeMint ? second : first)

/**
 * Reads the scaling extensions. The pool was just read with its mints, so this costs no request. Only Token-2022 mints
 * have extensions.
 */
async function readScaling(chain: Chain, pool: Pool): Promise<ScaledExtensions | undefined> {
  const token = tokenIn(pool)
  if (token.program !== token2022Program) return undefined
  try {
    return scalingOf(decodeMint(token.mint, (await chain.readAccounts([token.mint])).get(token.mint)))
  } catch (error) {
    if (!isTernError(error)) throw error
    return undefined
  }
}

/**
 * Returns the pool's SOL: its reserve, the lamports that a curve counts, the curve's own lamports beyond their rent, or
 * the wrapped SOL in the curve's token accounts.
 */
async function readNativeSide(chain: Chain, pool: Pool, clock: Clock): Promise<bigint> {
  const { address, nativeSettlement, heldLamports, vaults = [], tokens } = pool
  const reserves = pool.reserves?.(clock)
  if (reserves !== undefined) return reserves[tokens.findIndex(({ mint }) => mint === wrappedNativeMint)] ?? 0n
  if (heldLamports !== undefined) return heldLamports
  if (nativeSettlement === 'lamports') {
    const account = (await chain.readAccounts([address])).get(address)
    const spare = account ? account.lamports - rentExemption(account.data.length) : 0n
    return spare > 0n ? spare : 0n
  }
  let lamports = 0n
  for (const [address, account] of await chain.readAccounts(vaults)) {
    if (account === null) continue
    try {
      const { mint, amount } = decodeTokenAccount(address, account)
      if (mint === wrappedNativeMint) lamports += amount
    } catch {
      // A node that returns other accounts must not stop the reads of all other pools.
    }
  }
  return lamports
}
