import type { Client } from '@tern/client'
import { execute, type Planned, planDeposit, planWithdrawLiquidity } from '@tern/client'
import { type Address, associatedTokenAddress, decodeTokenAccount } from '@tern/core'
import {
  type Market,
  type ProviderActions,
  provideLiquidity,
  type Random,
  worldVenueOf,
} from '@tern/practice-chain/internal/makers'

const slippageBps = 300
const priorityFeeLamports = 2_000n

/** A provider in a pool against SOL. */
export interface LiquidityProvider {
  readonly client: Client
  readonly address: Address
  readonly market: Market
  readonly signal: AbortSignal
  /** Buys the market's token. Resolves to `true` if the trade succeeded. */
  buy(lamports: bigint): Promise<boolean>
  /** Gets SOL, after a change that the provider could not pay. */
  refill(): Promise<void>
}

/** Tests if providers can change the liquidity of a market's pool. */
export const isProvidable = ({ kind, protocol }: Market): boolean =>
  kind === 'pool' && worldVenueOf(protocol)?.liquidity !== undefined

/**
 * Carries out a provider's next change in a pool, through the client that users use.
 *
 * @returns `true` if the pool's liquidity changed.
 * @throws TernError `liquidity/*`, `rpc/*`, `send/*`.
 */
export async function changeLiquidity(provider: LiquidityProvider, random: Random): Promise<boolean> {
  const { client, address, market, signal, buy, refill } = provider
  const venue = worldVenueOf(market.protocol)?.liquidity
  if (venue === undefined) return false
  const name = { protocol: market.protocol, address: market.pool, mint: market.mint }
  const settings = { pool: name, slippageBps, priorityFeeLamports }

  async function carryOut(planned: Planned): Promise<boolean> {
    signal.throwIfAborted()
    if (planned.reasons.some(({ code }) => code === 'plan/notEnoughSol')) await refill()
    if (planned.reasons.length > 0) return false
    const { steps } = await execute(client, planned, { signal })
    return steps.every(({ status }) => status === 'confirmed')
  }
  const actions: ProviderActions = {
    async read() {
      const pool = await client.chain.read(venue, market.pool, { maxAgeMs: 0 })
      const token = pool.tokens.find(({ mint }) => mint === market.mint) ?? pool.tokens[0]
      const accounts = await Promise.all(
        [token, pool.lpToken].map(({ mint, program }) => associatedTokenAddress(address, mint, program)),
      )
      const found = await client.chain.readAccounts(accounts, { maxAgeMs: 0 })
      const [tokens = 0n, lpTokens = 0n] = accounts.map(account => {
        const snapshot = found.get(account)
        return snapshot ? decodeTokenAccount(account, snapshot).amount : 0n
      })
      return { pool, tokens, lpTokens }
    },
    buy,
    deposit: async tokens => carryOut(await planDeposit(client, { ...settings, mint: market.mint, amount: tokens })),
    withdraw: async lpAmount => carryOut(await planWithdrawLiquidity(client, { ...settings, lpAmount })),
  }
  return provideLiquidity(actions, random)
}
