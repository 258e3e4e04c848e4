import { advanceNonceInstruction, normalProvider, type Route, tipTo } from '@tern/chain'
import type { Owner } from '@tern/core'
import { TernError } from '@tern/core/hostErrors'
import type { Client } from '../../client.ts'
import { readNonce } from '../nonce/nonceAccount.ts'
import type { ExecuteOptions } from './executeTrade.ts'
import type { SentTrade, TradePlan, TradeVariant } from './trade.ts'
import { compileTrade, fitted, instructionsOf, limitsOf, writesOf } from './tradeMessage.ts'

/**
 * Signs a trade that lives by the wallet's durable nonce (`openNonce`) and never expires, in variants of which one at most can
 * land: one without a tip for the nodes, and for each provider whose least tip the plan's reaches one that tips it.
 *
 * `await buy(client, planned, { sign: byNonce() })`
 * @param index of the nonce account.
 * @throws TernError, when it is called, `trade/nonceNotReady`, `transaction/tooLarge`, `send/tipAccountNotFound`, `rpc/*`, and
 *   what the owner throws.
 */
export function byNonce(index = 0): NonNullable<ExecuteOptions['sign']> {
  return (client, owner, plan) => signByNonce(client, owner, plan, index)
}

async function signByNonce(client: Client, owner: Owner, plan: TradePlan, index: number): Promise<SentTrade> {
  const held = await readNonce(client, { index })
  if (held === undefined) throw new TernError('trade/nonceNotReady', {})
  const { address, nonce, slot } = held
  const advance = advanceNonceInstruction(address, owner.address)
  const made = await Promise.all(
    variantsOf(client, plan).map(async ({ plan, route }) => {
      const shortened = await fitted(client, plan, [advance])
      const instructions = [advance, ...(await instructionsOf(shortened))]
      const message = compileTrade(shortened, instructions, { kind: 'nonce', nonce, nonceAccount: address, slot })
      return { plan: shortened, route, instructions, message: { ...message, limits: limitsOf(shortened) } }
    }),
  )
  const signed = await owner.signTransactions(made.map(({ message }) => message))
  const [first, ...others] = made.flatMap(({ plan, route }, i): TradeVariant[] => {
    const transaction = signed[i]
    return transaction === undefined ? [] : [{ plan, route, transaction }]
  })
  if (first === undefined) throw new TernError('transaction/noSigners', {})
  const programs = made.map(({ instructions }) => instructions.map(({ programAddress }) => programAddress))
  return {
    plan,
    transaction: first.transaction,
    variants: [first, ...others],
    // They differ only behind the swap.
    programs: programs.reduce((longest, one) => (one.length > longest.length ? one : longest)),
    writes: [...new Set(made.flatMap(({ plan, instructions }) => writesOf(plan, instructions)))],
  }
}

function variantsOf({ chain, providers, relayer }: Client, plan: TradePlan) {
  const { frontRunningProtection = false } = plan.request
  const lamports = plan.tip?.lamports ?? 0n
  const nodes = providers.filter(({ tipAccounts }) => tipAccounts.length === 0)
  const untipped: Route = {
    providers: nodes.length === 0 ? [normalProvider(chain)] : nodes,
    frontRunningProtection,
    ...(relayer === undefined ? {} : { relayer }),
  }
  const tipped = providers.flatMap(provider => {
    const tip = lamports < provider.minimumTip ? undefined : tipTo(provider, lamports, { frontRunningProtection })
    const route: Route = { providers: [provider], frontRunningProtection, tipLamports: lamports }
    return tip === undefined ? [] : [{ plan: { ...plan, tip }, route }]
  })
  const outlay = { ...plan.outlay, tip: 0n }
  return [{ plan: { ...plan, tip: undefined, outlay }, route: untipped }, ...tipped]
}
