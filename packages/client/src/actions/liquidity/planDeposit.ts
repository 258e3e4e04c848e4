import { type Address, associatedTokenAddress, TernError, tokenProgram } from '@tern/core'
import { checkAssociatedTokenAccount } from '@tern/core/internal'
import type { DepositQuote } from '@tern/venues'
import { program } from '@tern/venues/raydiumCpmm'
import type { Client, PoolName } from '../../client.ts'
import { assemblePlan, plannedBy } from '../plan/assemblePlan.ts'
import type { Planned } from '../plan/plan.ts'
import { assertEnabled } from './assertEnabled.ts'
import { readLiquidity } from './readLiquidity.ts'
import { apartWith, assertHolds, missingSides, openingsOf, readPoolWallet, wholeWith } from './sides.ts'

/** Settings of an action that changes liquidity. */
export interface LiquiditySettings {
  readonly pool: PoolName
  /** Basis points, 0 to 10,000. The amounts may change by this share until the action runs. */
  readonly slippageBps: number
  /** Priority fee of each transaction, in lamports. Unset: 0. */
  readonly priorityFeeLamports?: bigint
  /** `true`: opens accounts and wraps SOL in a separate transaction, even if a single transaction suffices. Some signers take only short messages. */
  readonly inSteps?: boolean
}

/** A deposit: an amount of either token, including its transfer fee, or an exact number of LP tokens. Raw units. */
export type DepositLiquidityRequest = LiquiditySettings &
  ({ readonly mint: Address; readonly amount: bigint } | { readonly lpAmount: bigint })

/**
 * Plans to deposit both tokens of a pool for LP tokens. The other side follows from the reserves. SOL is wrapped on the way.
 *
 * @returns the plan, the quote, and the `reasons` against it: `region/addLiquidityDisabled`, `liquidity/*`, `token/*`, `plan/notEnoughTokens`, `plan/notEnoughSol`, ….
 * @throws TernError `amount/outOfRange`, `trade/invalidSlippage`, `venue/unknownProtocol`, `rpc/*`.
 * @example
 * const { quote, reasons } = await planDeposit(client, { pool, mint, amount: 1_000_000n, slippageBps: 100 })
 * quote?.lpAmount // 31_622_776n raw units
 */
export function planDeposit(
  client: Client,
  request: DepositLiquidityRequest,
): Promise<Planned<DepositLiquidityRequest, DepositQuote>> {
  return plannedBy(async () => {
    assertEnabled(client, 'addLiquidity')
    if (client.owner === undefined) throw new TernError('owner/missing', {})
    assertFixesOneSide(request)
    const { pool, clock } = await readLiquidity(client, request.pool)
    const quote = pool.quoteDeposit(request, clock)
    const lpMint = pool.lpToken.mint
    const lpAddress = await associatedTokenAddress(client.owner.address, lpMint, tokenProgram)
    const wallet = await readPoolWallet(client, pool.tokens, [lpAddress])
    const { owner, balance, sides, read } = wallet
    const missing = missingSides(wallet)
    const [first] = missing
    if (missing.length > 1)
      throw new TernError('liquidity/bothAccountsNotFound', { addresses: missing.map(({ address }) => address) })
    if (first !== undefined)
      throw new TernError('liquidity/tokenAccountNotFound', { mint: first.token.mint, address: first.address })
    assertHolds(wallet, quote.amounts)
    const expected = { address: lpAddress, owner, mint: lpMint, program: tokenProgram }
    const lpAccount = checkAssociatedTokenAccount(expected, read.get(lpAddress) ?? null)
    const lp = { mint: lpMint, address: lpAddress, isThere: lpAccount !== null }
    const { opens, instructions } = await openingsOf(client, wallet, lp)
    const lamports = quote.amounts.reduce((sum, one, i) => (sides[i]?.isNative ? sum + one.maxAmount : sum), 0n)
    const main = (tokenAccounts: readonly [Address, Address]) =>
      pool.deposit(quote, { owner, tokenAccounts, lpAccount: lpAddress })
    const spend = quote.amounts.map(({ mint, maxAmount }, i) => ({
      ...{ mint, max: maxAmount },
      tokenProgram: sides[i]?.token.program ?? tokenProgram,
    }))
    return assemblePlan(
      {
        ...{ kind: 'deposit', request, owner, balance, opens, spentLamports: lamports, programFees: [] },
        whole: await wholeWith(wallet, { native: { lamports }, opens: instructions, main }),
        apart: () => apartWith(wallet, { native: { lamports }, opens: instructions, main }),
        units: quote.computeUnits,
        terms: {
          spend,
          receive: [{ mint: lpMint, tokenProgram, min: quote.lpAmount }],
          into: { program, account: pool.address },
        },
      },
      quote,
    )
  })
}

/** Checks a request that may break its type: it may come from JavaScript, or from a journal's record. */
function assertFixesOneSide(request: object): void {
  const { mint, amount, lpAmount } = request as {
    readonly mint?: unknown
    readonly amount?: unknown
    readonly lpAmount?: unknown
  }
  const isToken = mint !== undefined && amount !== undefined
  if (isToken === (lpAmount !== undefined)) throw new TernError('liquidity/invalidFixedSide', {})
}
