import type { Instruction } from '@solana/kit'
import { type Address, isTernError, TernError, wrappedNativeMint } from '@tern/core'
import type { LiquidityPool, LiquidityVenue } from '@tern/venues'
import type { Bank } from '../../bank/bank.ts'
import type { Maker } from '../makers/cast.ts'
import type { Market } from '../makers/floor.ts'
import { type ProviderActions, provideLiquidity } from '../makers/provideLiquidity.ts'
import type { Random } from '../random.ts'
import { worldVenueOf } from '../worldVenues.ts'
import type { Chronicle } from './chronicle.ts'
import { computeBudget, openAssociatedAccount } from './instructions.ts'
import { openWith, type Trading } from './trading.ts'

const slippageBps = 300

/** The surroundings of the providers of a history. */
export interface Providing {
  readonly bank: Bank
  readonly chronicle: Chronicle
  readonly trading: Trading
  readonly random: Random
  /** Buys the market's token. Resolves to `true` if the trade succeeded. */
  buy(maker: Maker, market: Market, lamports: bigint): Promise<boolean>
}

/** Carries out a provider's next change in a pool. @returns `true` if the pool's liquidity changed. */
export async function changeLiquidity(
  { bank, chronicle, trading, random, buy }: Providing,
  maker: Maker,
  market: Market,
): Promise<boolean> {
  const venue = worldVenueOf(market.protocol)?.liquidity
  if (venue === undefined) return false
  const { address: owner } = maker.key

  const partiesIn = async ({ tokens, lpToken }: LiquidityPool, lamports: bigint) => {
    const native = await trading.wrappedAccountOf(maker, lamports)
    const [token] = trading.tokenAccountOf(maker, market.mint)
    const [lpAccount, lpProgram] = trading.tokenAccountOf(maker, lpToken.mint)
    const isNativeFirst = tokens[0].mint === wrappedNativeMint
    const tokenAccounts: readonly [Address, Address] = isNativeFirst ? [native, token] : [token, native]
    const isNew = bank.account(lpAccount) === null
    const opens = isNew
      ? [openAssociatedAccount({ address: lpAccount, owner, mint: lpToken.mint, program: lpProgram })]
      : []
    return { opens, parties: { owner, tokenAccounts, lpAccount } }
  }
  const land = async (units: number, instructions: readonly Instruction[]) => {
    const record = await chronicle.land([maker.key], [...computeBudget(units, 1_000n), ...instructions])
    return record?.err === null
  }
  const actions: ProviderActions = {
    async read() {
      const pool = await openLiquidity(bank, venue, market.pool)
      return { pool, tokens: trading.held(maker, market.mint), lpTokens: trading.held(maker, pool.lpToken.mint) }
    },
    buy: lamports => buy(maker, market, lamports),
    async deposit(tokens) {
      const pool = await openLiquidity(bank, venue, market.pool)
      const quote = pool.quoteDeposit({ mint: market.mint, amount: tokens, slippageBps }, bank.clock())
      const { maxAmount } = quote.amounts.find(({ mint }) => mint === wrappedNativeMint) ?? { maxAmount: 0n }
      const { opens, parties } = await partiesIn(pool, maxAmount)
      return land(quote.computeUnits + 100_000, [...opens, ...(await pool.deposit(quote, parties))])
    },
    async withdraw(lpAmount) {
      const pool = await openLiquidity(bank, venue, market.pool)
      const quote = pool.quoteWithdrawal({ lpAmount, slippageBps }, bank.clock())
      const { opens, parties } = await partiesIn(pool, 0n)
      return land(quote.computeUnits + 100_000, [...opens, ...(await pool.withdraw(quote, parties))])
    },
  }
  try {
    return await provideLiquidity(actions, random)
  } catch (error) {
    if (isTernError(error)) return false
    throw error
  }
}

async function openLiquidity(bank: Bank, venue: LiquidityVenue, address: Address): Promise<LiquidityPool> {
  const pool = await openWith(bank, venue, { address })
  if (pool === undefined) throw new TernError('pool/accountsNotReady', { pool: address, missing: [address] })
  return pool
}
