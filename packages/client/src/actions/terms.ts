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

/** SOL in terms: lamports and wrapped accounts are one. */
export const nativeTerms: TermsAmount = { mint: wrappedNativeMint, tokenProgram }

/** Terms whose usual parts may be left out: nothing is spent or received, no one else signs, and the message pays no such lamports. */
export interface TermsParts extends Omit<Partial<Terms>, 'lamports' | 'lifetime'> {
  readonly lamports: Partial<TermsLamports> & Pick<TermsLamports, 'networkFee'>
}

/** A message that a vault may sign. */
export interface TermedMessage extends Message {
  readonly terms: Terms
}

/** Sets a message's terms. Their lifetime is the message's. */
export function withTerms(message: Message, { lamports, ...parts }: TermsParts): TermedMessage {
  const none = { rent: 0n, programFee: 0n, tip: 0n, tradeFee: 0n }
  const lifetime = message.lifetime.kind
  return {
    ...message,
    terms: { spend: [], receive: [], cosigners: [], ...parts, lamports: { ...none, ...lamports }, lifetime },
  }
}

/**
 * Computes what the network takes for a message of one signature.
 *
 * @param budget unset: the message asks for none.
 */
export const networkFeeOf = (budget: ComputeBudget | undefined): bigint =>
  signatureFee + (budget === undefined ? 0n : chargedPriorityFee(budget))
