import type { PracticeNode } from '../methods/method.ts'
import { type WrittenJson, written } from '../methods/writtenJson.ts'
import type { Commitments } from './commitments.ts'

/** Everything that a subscription may listen to. */
export interface SubscriptionSource extends PracticeNode {
  readonly commitments: Commitments
}

/**
 * Sends a notification to all subscribers.
 * @param result the notification's `result`.
 */
export type Notify = (result: unknown) => void

export interface RequestedSubscription {
  /** Equal for equal requests: these share a subscription. */
  readonly key: unknown
  /**
   * Listens to the chain and notifies. It may notify before it returns.
   * @param end called by a subscription that is over by itself.
   * @returns a function that stops listening.
   */
  begin(source: SubscriptionSource, notify: Notify, end: () => void): () => void
}

/** A kind of subscription. */
export interface Subscription {
  readonly minParameters: number
  readonly maxParameters: number
  /** @throws TernError `practice/refused` for invalid parameters. */
  read(params: readonly unknown[]): RequestedSubscription
}

/** Wraps a notification's result with its slot. A cluster sends no `apiVersion` here. */
export const inSlot = (slot: bigint, value: unknown) => ({ context: { slot }, value })

/** Wraps a value that is JSON text already with its slot. */
export const writtenInSlot = (slot: bigint, json: string): WrittenJson =>
  written([`{"context":{"slot":${slot}},"value":${json}}`])
