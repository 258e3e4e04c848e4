import type { Signature } from '@solana/kit'
import type { Chain } from '@tern/chain'
import type { Address } from '@tern/core'
import type { Realised } from '../plan/sentPlans.ts'
import type { Trade } from './trade.ts'

/** A node may confirm a transaction shortly before it can return it. */
const patienceMs = 3000
const pauseMs = 400

/**
 * Reads a confirmed trade's amounts from the balances before and after it.
 *
 * @returns `undefined` if the node does not return the transaction within 3 s.
 */
export async function readRealised(chain: Chain, trade: Trade, signature: string): Promise<Realised | undefined> {
  const patience = AbortSignal.timeout(patienceMs)
  while (!patience.aborted) {
    try {
      const landed = await readLanded(chain, signature, patience)
      if (landed !== undefined) return amounts(trade, landed)
    } catch {
      // The trade is confirmed in any case. Only its amounts are missing.
    }
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
  return undefined
}

type Landed = NonNullable<Awaited<ReturnType<typeof readLanded>>>

async function readLanded({ rpc }: Chain, signature: string, abortSignal: AbortSignal) {
  const config = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 } as const
  const found = await rpc.getTransaction(signature as Signature, config).send({ abortSignal })
  if (found === null || found.meta === null) return undefined
  const { writable = [], readonly = [] } = found.meta.loadedAddresses ?? {}
  return { accounts: [...found.transaction.message.accountKeys, ...writable, ...readonly], meta: found.meta }
}

function amounts(plan: Trade, { accounts, meta }: Landed): Realised {
  return amountsMoved(plan, {
    change(address) {
      const i = accounts.indexOf(address)
      return i < 0 ? 0n : (meta.postBalances[i] ?? 0n) - (meta.preBalances[i] ?? 0n)
    },
    tokens: tokenChange(plan, accounts, meta),
    networkFee: meta.fee,
  })
}

/** The changes that a transaction made. */
interface Moved {
  /** Returns an account's change in lamports. */
  change(address: Address): bigint
  /** Change of the wallet's token account, in raw units. */
  readonly tokens: bigint
  readonly networkFee: bigint
}

/**
 * Computes a trade's amounts.
 * The native side is the wallet's change in lamports, without fees, rent and payments to others.
 * The swap may also pay into an account that the trade opened (cashback), so at most its rent counts as rent.
 */
export function amountsMoved(plan: Trade, { change, tokens, networkFee }: Moved): Realised {
  const rent = plan.opens.reduce((sum, { address, lamports }) => {
    const paid = change(address)
    return sum + (paid < 0n ? 0n : paid < lamports ? paid : lamports)
  }, 0n)
  const payments = [plan.tradeFee, plan.tip].filter(payment => payment !== undefined)
  const passedOn = payments.reduce((sum, { to, lamports }) => (to === plan.owner ? sum : sum + lamports), 0n)
  // A change of the wallet's own wrapped account counts as the wallet's. A temporary account begins and ends empty.
  const wrapped = plan.temporary === undefined ? 0n : change(plan.temporary.address)
  const swapped = change(plan.owner) + wrapped + networkFee + rent + passedOn
  return plan.side === 'buy'
    ? { amountIn: -swapped, amountOut: tokens, networkFee, rent }
    : { amountIn: -tokens, amountOut: swapped, networkFee, rent }
}

function tokenChange({ tokenAccount }: Trade, accounts: readonly Address[], meta: Landed['meta']): bigint {
  const index = accounts.indexOf(tokenAccount)
  const amount = (balances: Landed['meta']['preTokenBalances']) =>
    BigInt(balances?.find(({ accountIndex }) => accountIndex === index)?.uiTokenAmount.amount ?? 0)
  return amount(meta.postTokenBalances) - amount(meta.preTokenBalances)
}
