import type { ComputeBudget } from '@tern/chain'
import { chargedPriorityFee, signatureFee } from '@tern/chain/internal'
import {
  type Message,
  type Terms,
  type TermsAmount,
  type TermsLamports,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'

/** The mint of SOL in terms, both for lamports and for wrapped accounts. */
export const nativeTerms: TermsAmount = { mint: wrappedNativeMint, tokenProgram }

/** Terms with defaults: nothing is spent or received, only the wallet signs, and an unset kind of lamports is 0. */
export interface TermsParts extends Omit<Partial<Terms>, 'lamports' | 'lifetime'> {
  readonly lamports: Partial<TermsLamports> & Pick<TermsLamports, 'networkFee'>
}

/** A message that a vault may sign. */
export interface TermedMessage extends Message {
  readonly terms: Terms
}

/** Sets a message's terms. The terms take the lifetime of the message. */
export function withTerms(message: Message, { lamports, ...parts }: TermsParts): TermedMessage {
  const none = { rent: 0n, programFee: 0n, tip: 0n, tradeFee: 0n }
  const lifetime = message.lifetime.kind
  return {
    ...message,
    terms: { spend: [], receive: [], cosigners: [], ...parts, lamports: { ...none, ...lamports }, lifetime },
  }
}

/**
 * Computes the network's fee for a message with a single signature, in lamports.
 *
 * @param budget unset: the message sets no compute budget.
 */
export const networkFeeOf = (budget: ComputeBudget | undefined): bigint =>
  signatureFee + (budget === undefined ? 0n : chargedPriorityFee(budget))
