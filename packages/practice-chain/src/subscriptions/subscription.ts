import type { PracticeNode } from '../methods/method.ts'
import type { Commitments } from './commitments.ts'

/** What a subscription may listen to. */
export interface SubscriptionSource extends PracticeNode {
  readonly commitments: Commitments
}

/** Sends one notification: its `result`. */
type Notify = (result: unknown) => void

/**
 * One kind of subscription: hears the chain and notifies until it is stopped. It may notify before it returns:
 * the client gets the answer with the subscription's number first. `end` is called by one that is over by itself.
 * @throws TernError `practice/refused` for parameters it cannot take.
 */
export type Subscription = (
  source: SubscriptionSource,
  params: readonly unknown[],
  notify: Notify,
  end: () => void,
) => () => void
