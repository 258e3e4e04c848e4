import { advanceNonceInstruction, tipTo } from '@tern/chain'
import type { Owner } from '@tern/core'
import { TernError } from '@tern/core/hostErrors'
import type { Client } from '../../client.ts'
import { readNonce } from '../nonce/nonceAccount.ts'
import type { ExecuteOptions } from './executeTrade.ts'
import { nonceRoutes } from './nonceRoutes.ts'
import type { SentTrade, TradePlan, TradeVariant } from './trade.ts'
import { compileTrade, fitted, instructionsOf, limitsOf, writesOf } from './tradeMessage.ts'

/**
 * Signs a trade that lives by the wallet's durable nonce (`openNonce`) and never expires, in variants of which one at most can
 * land: one without a tip for the nodes, and for each provider whose least tip the plan's reaches one that tips it. Where it is to be
 * kept from front-runners and some of these can do that, by them alone.
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
  const held = await readNonce(client, index)
  if (held === undefined) throw new TernError('trade/nonceNotReady', {})
  const { address, nonce, slot } = held
  const advance = advanceNonceInstruction(address, owner.address)
  const made = await Promise.all(
    variantsOf(client, plan).map(async ({ plan, route }) => {
      const { plan: shortened } = await fitted(client, plan, [advance])
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

/** What each of the ways takes: the plan with the tip that it is given. */
function variantsOf(client: Client, plan: TradePlan) {
  const { frontRunningProtection = false, pickTipAccount: pick } = plan.request
  const options = { frontRunningProtection, ...(pick && { pick }) }
  return nonceRoutes(client, plan).map(route => {
    const [provider] = route.providers
    if (!route.tipLamports || provider === undefined)
      return { plan: { ...plan, tip: undefined, outlay: { ...plan.outlay, tip: 0n } }, route }
    return { plan: { ...plan, tip: tipTo(provider, route.tipLamports, options) }, route }
  })
}
