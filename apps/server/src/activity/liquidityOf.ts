import { accountsNamed } from '@tern/chain/internal'
import { type Address, wrappedNativeMint } from '@tern/core'
import { type ExecutedEffects, readExecuted } from '@tern/venues/read'
import type { ActivityLiquidityRow, ActivityRow, ActivityTokenRow } from '../data/rows.ts'
import type { FoundTransaction, Transaction } from '../indexer/transaction.ts'
import type { Changes } from './readChanges.ts'

const kinds = { place: 'addLiquidity', withdraw: 'removeLiquidity', create: 'createPool' } as const

/** A change of a wallet's liquidity. */
interface LiquidityActivity {
  readonly kind: Extract<ActivityRow['kind'], 'addLiquidity' | 'removeLiquidity' | 'createPool'>
  readonly liquidity: ActivityLiquidityRow
}

/**
 * Finds the only deposit, withdrawal or creation of a pool that a transaction requests for `owner`. The amounts come
 * from the balances before and after it. A failed transaction has no amounts.
 *
 * @param called the message's own instructions.
 * @returns `undefined` if there is no such instruction, or there are several.
 */
export function liquidityOf(
  found: FoundTransaction,
  { called, owner }: { readonly called: NonNullable<Transaction['instructions']>; readonly owner: Address },
  { tokens }: Pick<Changes, 'tokens'>,
): LiquidityActivity | undefined {
  const changes = called.flatMap(instruction => {
    const effects = readExecuted(instruction)
    const isOwn = effects?.wallet === owner && effects.kind in kinds
    return isOwn && effects.pool && effects.protocol ? [{ ...effects, accounts: instruction.accounts }] : []
  })
  const [change] = changes
  if (change?.pool === undefined || change.protocol === undefined || changes.length > 1) return undefined
  const { protocol, pool, accounts, mints } = change
  const isFailed = found.meta.err !== null
  const shareMint = shareOf(change)
  const share = tokens.find(({ mint }) => mint === shareMint)
  const ofPool = isFailed ? [] : poolChanges(found, accounts, owner)
  const sides = ofPool
    // A creation also pays the program's fee to an account that it names.
    .filter(({ mint }) => mint !== shareMint && (change.kind !== 'create' || mints?.includes(mint) === true))
    .map(({ mint, decimals, amount }): ActivityTokenRow => {
      // A transfer fee is the difference of both sides. SOL has no such fee, and its accounts are often temporary.
      const own = mint === wrappedNativeMint ? undefined : tokens.find(one => one.mint === mint)
      return { mint, decimals, amount: String(own?.amount ?? -amount) }
    })
  return {
    kind: kinds[change.kind as keyof typeof kinds],
    liquidity: {
      ...{ protocol, pool, sides },
      share: isFailed || share === undefined ? null : { ...share, amount: String(share.amount) },
    },
  }
}

/** Returns the mint of the shares that the wallet receives or gives back. `undefined`: the instruction names no such mint. */
function shareOf({ takes, brings }: ExecutedEffects): Address | undefined {
  const mint = [...takes, ...brings].find(({ isShare }) => isShare)?.mint
  return mint === 'byTerms' ? undefined : mint
}

interface TokenChange {
  readonly mint: Address
  readonly decimals: number
  readonly amount: bigint
}

/**
 * Returns the changes of an instruction's token accounts that are not the wallet's, in the instruction's order: the
 * pool's vaults come first. Returns only the first account of each mint.
 */
function poolChanges(found: FoundTransaction, named: readonly Address[], owner: Address): readonly TokenChange[] {
  const accounts = accountsNamed(found)
  const { preTokenBalances, postTokenBalances } = found.meta
  const byMint = new Map<Address, TokenChange>()
  for (const account of named) {
    const index = accounts.indexOf(account)
    const [before, after] = [preTokenBalances, postTokenBalances].map(balances =>
      balances?.find(balance => balance.accountIndex === index),
    )
    const balance = after ?? before
    if (balance === undefined || balance.owner === owner || byMint.has(balance.mint)) continue
    const amount = BigInt(after?.uiTokenAmount.amount ?? 0) - BigInt(before?.uiTokenAmount.amount ?? 0)
    if (amount !== 0n)
      byMint.set(balance.mint, { mint: balance.mint, decimals: balance.uiTokenAmount.decimals, amount })
  }
  return [...byMint.values()]
}
