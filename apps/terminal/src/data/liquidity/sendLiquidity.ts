import type { Planned } from '@tern/client'
import type { Owner } from '@tern/core'
import '../../text/liquiditySteps.ts'
import { sendPlan } from '../trade/sendPlan.ts'
import { liquidityOf } from './liquidityOf.ts'

/** An action on a pool, in words: `1 SOL and 25 KITE`, of the pool `KITE/SOL`. */
export interface LiquidityWords {
  readonly pair: string
  readonly amounts: string
}

const phrases = {
  add: { title: 'Add to', verb: 'Add', done: 'Added', nothing: 'Nothing was added.' },
  remove: { title: 'Remove from', verb: 'Remove', done: 'Removed', nothing: 'Nothing was removed.' },
  create: { title: 'Create', verb: 'Create', done: 'Created', nothing: 'No pool was created.' },
} as const

/**
 * Signs and sends a change of a pool's liquidity. Never rejects.
 *
 * @returns whether all of it is confirmed, once that is known.
 */
export function sendLiquidity(
  planned: Planned,
  owner: Owner,
  { kind, pair, amounts }: LiquidityWords & { readonly kind: keyof typeof phrases },
): Promise<boolean> {
  const { title, verb, done, nothing } = phrases[kind]
  const whole = kind === 'create' ? `${pair} with ${amounts}` : `${amounts} ${kind === 'add' ? 'to' : 'from'} ${pair}`
  return sendPlan(planned, owner, {
    ...{ kind: 'liquidity', title: `${title} ${pair}`, detail: amounts, subject: liquidityOf(owner.address) },
    ...{ asked: `${verb} ${whole}`, done: `${done} ${whole}`, nothing },
  })
}
