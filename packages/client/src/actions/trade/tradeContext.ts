import type { ReadOptions, Tip } from '@tern/chain'
import {
  chargedPriorityFee,
  type Outlay,
  randomSeed,
  type TemporaryAccount,
  temporaryAccount,
} from '@tern/chain/internal'
import {
  type AccountSnapshot,
  type Address,
  associatedTokenAddress,
  type Clock,
  parseAddress,
  TernError,
  type Token,
  wrappedNativeMint,
} from '@tern/core'
import { assertU64, decodeTradedMint, tradedAccountSize } from '@tern/core/internal'
import { loadVenue, type Pool } from '@tern/venues'
import type { Client } from '../../client.ts'
import { clockFor } from '../../clockFor.ts'
import type { TipSettings } from './chooseTip.ts'
import type { Opening, Trade, TradeSettings } from './trade.ts'
import { tradeFee } from './tradeFee.ts'

/** The market of a trade: the facts that no wallet changes. */
export interface Market {
  readonly pool: Pool
  readonly clock: Clock
  readonly token: Token
}

/** The side and, if known, the amount. It decides among several pools. */
export interface Wish {
  readonly side: Trade['side']
  /** Raw units of the input. */
  readonly amountIn?: bigint
}

/**
 * Reads the pool that `settings` names. If they name no pool, reads the best pool for `wish`.
 *
 * @throws TernError `address/*`, `pool/*`, `layout/*`, `venue/*`, `rpc/*`
 * @throws TernError `quote/tokenNotInPool` if the pool does not trade the input token, `quote/tokenOutNotInPool` if it does not trade the
 *   output token.
 */
export async function readMarket(
  client: Client,
  settings: Pick<TradeSettings, 'mint' | 'pool'>,
  wish: Wish,
): Promise<Market> {
  const { mint, pool: name } = settings
  if (name === undefined) {
    const { findMarket } = await import('./findMarket.ts')
    return findMarket(client, mint, wish)
  }
  const { chain } = client
  const venue = await loadVenue(name.protocol)
  parseAddress(mint)
  parseAddress(name.address)
  const [pool, known] = await Promise.all([chain.read(venue, name.address, { mint }), chain.readClock()])
  const clock = await clockFor(chain, [pool], known)
  const token = pool.tokens.find(one => one.mint === mint)
  const pay = wish.side === 'buy' ? 'quote/tokenNotInPool' : 'quote/tokenOutNotInPool'
  const traded = wish.side === 'buy' ? 'quote/tokenOutNotInPool' : 'quote/tokenNotInPool'
  if (token === undefined || mint === wrappedNativeMint) throw new TernError(traded, { pool: name.address, mint })
  if (!pool.tokens.some(one => one.mint === wrappedNativeMint))
    throw new TernError(pay, { pool: name.address, mint: wrappedNativeMint })
  return { pool, clock, token }
}

/** The wallet's side of a trade. */
export interface Holding {
  readonly owner: Address
  /** Lamports. */
  readonly balance: bigint
  readonly tokenAccount: Address
  readonly tokenAccountData: AccountSnapshot | null
}

/**
 * Reads the wallet's side of a trade.
 *
 * @param options see `chain.readAccounts`.
 * @throws TernError `rpc/*`.
 */
export async function readHolding(
  { chain }: Client,
  owner: Address,
  { token, ...options }: ReadOptions & { readonly token: Token },
): Promise<Holding> {
  const tokenAccount = await associatedTokenAddress(owner, token.mint, token.program)
  const read = await chain.readAccounts([owner, tokenAccount], options)
  return {
    owner,
    balance: read.get(owner)?.lamports ?? 0n,
    tokenAccount,
    tokenAccountData: read.get(tokenAccount) ?? null,
  }
}

/** Lists the accounts that a trade opens and leaves open: a buy's missing token account, at its true size, and the venue's accounts. */
export async function readOpenings(
  { chain }: Client,
  {
    side,
    market: { pool, token },
    holding: { owner, tokenAccount, tokenAccountData },
    temporary,
  }: {
    readonly side: Trade['side']
    readonly market: Market
    readonly holding: Holding
    readonly temporary: TemporaryAccount | undefined
  },
): Promise<readonly Opening[]> {
  const nativeAccount = temporary?.address ?? owner
  const [tokenAccountIn, tokenAccountOut] =
    side === 'buy' ? [nativeAccount, tokenAccount] : [tokenAccount, nativeAccount]
  const parties = { owner, payer: owner, tokenAccountIn, tokenAccountOut }
  const tokenIn = side === 'buy' ? wrappedNativeMint : token.mint
  const possible = await pool.opens(tokenIn, parties, new Map())
  const read = await chain.readAccounts(possible.map(({ address }) => address))
  const opened = possible.length === 0 ? [] : await pool.opens(tokenIn, parties, read)
  const byVenue = opened.map(one => ({ ...one, kind: 'venue' as const }))
  if (side === 'sell' || tokenAccountData !== null) return byVenue
  const mint = decodeTradedMint(token.mint, (await chain.readAccounts([token.mint])).get(token.mint))
  const lamports = await chain.readRent(tradedAccountSize(mint))
  return [{ address: tokenAccount, lamports, kind: 'tokenAccount' }, ...byVenue]
}

/** Returns the temporary wrapped account for a trade in `pool`. `undefined`: the pool settles in lamports. */
export async function openTemporary(
  pool: Pool,
  { owner, amount, seed = randomSeed() }: { readonly owner: Address; readonly amount: bigint; readonly seed?: string },
): Promise<TemporaryAccount | undefined> {
  return pool.nativeSettlement === 'wrapped' ? temporaryAccount(owner, amount, seed) : undefined
}

/** Returns the tip and its account; `undefined` if the provider takes no tips. @throws TernError `send/tipAccountNotFound`. */
export async function tipPayment({ providers }: Client, settings: TipSettings): Promise<Tip | undefined> {
  const takesTips = providers.some(({ tipAccounts }) => tipAccounts.length > 0)
  if (!takesTips && settings.provider === undefined) return undefined
  // Loaded on demand: a client without providers does not need it.
  const { chooseTip } = await import('./chooseTip.ts')
  return chooseTip(providers, settings)
}

/** The costs of a trade that do not depend on its size. */
interface TradeCosts {
  readonly priorityFee: bigint
  readonly tip: bigint
  readonly settlement: Pool['nativeSettlement']
  readonly rent: bigint
  /** Receives Tern's fee; `undefined`: no fee is charged. */
  readonly feeWallet: Address | undefined
}

/**
 * Computes the costs of a trade that do not depend on its size.
 *
 * @param unitLimit has almost no effect on the priority fee: above a million units, roundings may make the fee a lamport lower.
 */
export function tradeCosts(
  { feeWallet }: Client,
  {
    settings,
    unitLimit,
    pool: { nativeSettlement },
    opens,
    tip,
  }: {
    readonly pool: Pool
    readonly settings: TradeSettings
    readonly unitLimit: number
    readonly opens: readonly Opening[]
    readonly tip: Tip | undefined
  },
): TradeCosts {
  if (settings.bribeLamports !== undefined) assertU64(settings.bribeLamports)
  return {
    priorityFee: chargedPriorityFee({ unitLimit, priorityFeeLamports: settings.priorityFeeLamports }),
    tip: tip?.lamports ?? 0n,
    settlement: nativeSettlement,
    rent: opens.reduce((sum, { lamports }) => sum + lamports, 0n),
    feeWallet,
  }
}

/**
 * Returns the lamports that a buy takes from the wallet.
 *
 * @param amount the lamports that the swap takes. Tern's fee is a share of the amount.
 * @param max the lamports that the swap may take if the price rises.
 */
export function buyOutlay({ feeWallet, ...costs }: TradeCosts, amount: bigint, max = amount): Outlay {
  const fee = feeWallet === undefined ? 0n : tradeFee(amount)
  return { ...costs, side: 'buy', amount: max, tradeFee: fee, proceeds: 0n }
}

/** Returns the lamports that a sale takes from the wallet before the swap, and brings after it. */
export function sellOutlay({ feeWallet, ...costs }: TradeCosts, expected: bigint, minimum: bigint): Outlay {
  const fee = feeWallet === undefined ? 0n : tradeFee(expected)
  return { ...costs, side: 'sell', amount: 0n, tradeFee: fee, proceeds: minimum }
}
