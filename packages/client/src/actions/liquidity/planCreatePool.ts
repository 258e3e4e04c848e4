import { type Address, keyPairCosigner, TernError, tokenProgram } from '@tern/core'
import { decodeTradedMint } from '@tern/core/internal'
import { program } from '@tern/venues/raydiumCpmm'
import type { CreatePoolQuote } from '@tern/venues/raydiumCpmm/liquidity'
import type { Client } from '../../client.ts'
import { assemblePlan, plannedBy } from '../plan/assemblePlan.ts'
import type { PlanLine, Planned } from '../plan/plan.ts'
import { assertEnabled } from './assertEnabled.ts'
import type { LiquiditySettings } from './planDeposit.ts'
import { apartWith, assertHolds, missingSides, readPoolWallet, wholeWith } from './sides.ts'

/** A pool to create. */
export interface NewPoolRequest extends Omit<LiquiditySettings, 'pool' | 'slippageBps'> {
  readonly protocol: 'raydium_cpmm'
  /** The account of the fee rates. */
  readonly config: Address
  /** In any order. Raw units that leave the wallet, including a transfer fee. */
  readonly tokens: readonly [PoolAmount, PoolAmount]
  /**
   * `derived`: the address that derives from config and mints. Only a single pool can have it.
   * `fresh`: the address of a new key pair. The key pair signs in addition to the owner. Unset: `derived`.
   */
  readonly at?: 'derived' | 'fresh'
  /** Unix seconds. A time that has passed becomes the next second. Unset: at once. */
  readonly openTimeSeconds?: bigint
}

/** A token of a new pool. */
export interface PoolAmount {
  readonly mint: Address
  readonly amount: bigint
}

/**
 * Plans to create a pool with its first liquidity. SOL is wrapped on the way. The preview shows the program's fee and the rents.
 *
 * @returns the plan, the quote, and the `reasons` against it: `region/addLiquidityDisabled`, `liquidity/poolExists`, `plan/notEnoughTokens`, `plan/notEnoughSol`, ….
 * @throws TernError `amount/outOfRange`, `rpc/*`.
 * @example
 * const { quote } = await planCreatePool(client, { protocol: 'raydium_cpmm', config, tokens })
 * quote?.createFee // 150_000_000n lamports
 */
export function planCreatePool(
  client: Client,
  request: NewPoolRequest,
): Promise<Planned<NewPoolRequest, CreatePoolQuote>> {
  return plannedBy(async () => {
    const { chain } = client
    assertEnabled(client, 'addLiquidity')
    if (client.owner === undefined) throw new TernError('owner/missing', {})
    const creator = client.owner.address
    const { accountsToCreatePool, createPool, quoteCreatePool } = await import('@tern/venues/raydiumCpmm/liquidity')
    const { config, tokens, openTimeSeconds } = request
    const cosigner = request.at === 'fresh' ? await keyPairCosigner() : undefined
    const wanted = {
      ...{ creator, config, tokens },
      ...(openTimeSeconds !== undefined && { openTimeSeconds }),
      ...(cosigner && { pool: cosigner.address }),
    }
    const [found, clock] = await Promise.all([
      chain.readAccounts(await accountsToCreatePool(wanted), { maxAgeMs: 0 }),
      chain.readClock(),
    ])
    const quote = await quoteCreatePool(wanted, found, clock)
    const tokenOf = (i: 0 | 1) => ({ mint: quote.amounts[i].mint, program: quote.amounts[i].tokenProgram })
    const wallet = await readPoolWallet(client, [tokenOf(0), tokenOf(1)], [])
    const { owner, balance, sides } = wallet
    for (const { token } of sides) decodeTradedMint(token.mint, found.get(token.mint))
    const missing = missingSides(wallet)
    if (missing.length > 0)
      throw new TernError('liquidity/someAccountNotFound', { addresses: missing.map(({ address }) => address) })
    assertHolds(wallet, quote.amounts)
    const lamports = quote.amounts.reduce((sum, one, i) => (sides[i]?.isNative ? sum + one.sent : sum), 0n)
    const rents = await Promise.all(
      quote.opens.map(async ({ address, bytes, held }) => {
        const rent = await chain.readRent(bytes)
        return { address, lamports: rent > held ? rent - held : 0n }
      }),
    )
    const own = rents.filter(({ address }) => address === quote.lpAccount)
    const others = rents.filter(({ address }) => address !== quote.lpAccount)
    const programFees: readonly PlanLine[] = [
      { kind: 'programFee', label: 'Pool creation fee', lamports: quote.createFee },
      {
        ...{ kind: 'programFee', label: 'Rent of the pool’s accounts', note: 'does not return' },
        lamports: others.reduce((sum, one) => sum + one.lamports, 0n),
      },
    ]
    const main = (tokenAccounts: readonly [Address, Address]) => createPool(quote, tokenAccounts)
    return assemblePlan(
      {
        ...{ kind: 'createPool', request, owner, balance, spentLamports: lamports, programFees },
        opens: own.map(one => ({ ...one, kind: 'tokenAccount' })),
        whole: await wholeWith(wallet, { native: { lamports }, opens: [], main }),
        apart: () => apartWith(wallet, { native: { lamports }, opens: [], main }),
        units: quote.computeUnits,
        ...(cosigner && { cosigners: [cosigner] }),
        terms: {
          spend: quote.amounts.map(({ mint, tokenProgram, sent }) => ({ mint, tokenProgram, max: sent })),
          // No byte of the instruction holds a minimum of LP tokens.
          receive: [{ mint: quote.lpMint, tokenProgram, min: 0n }],
          into: { program, account: quote.pool },
        },
      },
      quote,
    )
  })
}
