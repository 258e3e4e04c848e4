import { type Address, associatedTokenAddress, TernError, tokenProgram } from '@tern/core'
import type { WithdrawalQuote } from '@tern/venues'
import { program } from '@tern/venues/raydiumCpmm'
import type { Client } from '../../client.ts'
import { assemblePlan, plannedBy } from '../plan/assemblePlan.ts'
import type { Planned } from '../plan/plan.ts'
import { assertEnabled } from './assertEnabled.ts'
import type { LiquiditySettings } from './planDeposit.ts'
import { readLiquidity } from './readLiquidity.ts'
import { apartWith, openingsOf, readPoolWallet, wholeWith } from './sides.ts'

/** LP tokens to give back. */
export interface WithdrawLiquidityRequest extends LiquiditySettings {
  /** Raw units. `all`: all that the wallet holds. */
  readonly lpAmount: bigint | 'all'
}

/**
 * Plans to give LP tokens back for both tokens of a pool. SOL is unwrapped on the way.
 * The quote holds the amounts that arrive, after transfer fees.
 *
 * @returns the plan, the quote, and the `reasons` against it: `region/removeLiquidityDisabled`, `liquidity/*`, `plan/notEnoughTokens`, `plan/notEnoughSol`, ….
 * @throws TernError `amount/outOfRange`, `trade/invalidSlippage`, `venue/unknownProtocol`, `rpc/*`.
 * @example
 * const { quote } = await planWithdrawLiquidity(client, { pool, lpAmount: 'all', slippageBps: 100 })
 * quote?.amounts[0].received // 999_999n raw units
 */
export function planWithdrawLiquidity(
  client: Client,
  request: WithdrawLiquidityRequest,
): Promise<Planned<WithdrawLiquidityRequest, WithdrawalQuote>> {
  return plannedBy(async () => {
    assertEnabled(client, 'removeLiquidity')
    if (client.owner === undefined) throw new TernError('owner/missing', {})
    const { pool, clock } = await readLiquidity(client, request.pool)
    const { lpToken } = pool
    const lpAddress = await associatedTokenAddress(client.owner.address, lpToken.mint, tokenProgram)
    const wallet = await readPoolWallet(client, pool.tokens, [lpAddress])
    const { owner, balance, sides, read } = wallet
    const { lpBalanceOf } = await import('@tern/venues/raydiumCpmm/internal')
    const held = lpBalanceOf(pool, lpAddress, read.get(lpAddress))
    const lpAmount = request.lpAmount === 'all' ? held : request.lpAmount
    const quote = pool.quoteWithdrawal({ lpAmount, slippageBps: request.slippageBps }, clock)
    if (lpAmount > held)
      throw new TernError('plan/notEnoughTokens', { mint: lpToken.mint, balance: held, amount: lpAmount })
    for (const { account, address } of sides)
      if (account?.state === 'frozen') throw new TernError('token/accountFrozen', { address })
    const { opens, instructions } = await openingsOf(client, wallet)
    const main = (tokenAccounts: readonly [Address, Address]) =>
      pool.withdraw(quote, { owner, tokenAccounts, lpAccount: lpAddress })
    const native = { lamports: 0n }
    return assemblePlan(
      {
        ...{ kind: 'withdrawLiquidity', request, owner, balance, opens, spentLamports: 0n, programFees: [] },
        proceedsLamports: quote.amounts.reduce((sum, one, i) => (sides[i]?.isNative ? sum + one.minAmount : sum), 0n),
        whole: await wholeWith(wallet, { native, opens: instructions, main }),
        apart: () => apartWith(wallet, { native, opens: instructions, main }),
        units: quote.computeUnits,
        terms: {
          spend: [{ mint: lpToken.mint, tokenProgram, max: lpAmount }],
          receive: quote.amounts.map(({ mint, minAmount }, i) => ({
            ...{ mint, min: minAmount },
            tokenProgram: sides[i]?.token.program ?? tokenProgram,
          })),
          into: { program, account: pool.address },
        },
      },
      quote,
    )
  })
}
