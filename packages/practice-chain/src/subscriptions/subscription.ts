import type { PracticeNode } from '../methods/method.ts'
import { type WrittenJson, written } from '../methods/writtenJson.ts'
import type { Commitments } from './commitments.ts'

/** What a subscription may listen to. */
export interface SubscriptionSource extends PracticeNode {
  readonly commitments: Commitments
}

/** Sends one notification to all who subscribed: its `result`. */
export type Notify = (result: unknown) => void

export interface RequestedSubscription {
  /** Equal for requests that ask for the very same: they are one subscription. */
  readonly key: unknown
  /**
   * Hears the chain and notifies until the call of what it returns. It may notify before it returns. `end` is called by a
   * subscription that is over by itself.
   */
  begin(source: SubscriptionSource, notify: Notify, end: () => void): () => void
}

/** One kind of subscription. */
export interface Subscription {
  readonly fewestParameters: number
  readonly mostParameters: number
  /** @throws TernError `practice/refused` for parameters it cannot take. */
  read(params: readonly unknown[]): RequestedSubscription
}

/** A notification's result with the slot that it is of. A cluster leaves out its version here. */
export const inSlot = (slot: bigint, value: unknown) => ({ context: { slot }, value })

/** The same around a value that is JSON already. */
export const writtenInSlot = (slot: bigint, json: string): WrittenJson =>
  written([`{"context":{"slot":${slot}},"value":${json}}`])
