import { compileMessage, type Outcome } from '@tern/chain'
import { type Lifetime, type Owner, type SignedTransaction, TernError } from '@tern/core'
import type { Client } from '../client.ts'
import { failureOf } from './failureOf.ts'
import { type FollowOptions, followSent } from './followSent.ts'
import { submissionOf, untipped } from './sentNote.ts'
import { type Settled, settled } from './settled.ts'
import { networkFeeOf, type TermsParts, withTerms } from './terms.ts'
import { executeTurn } from './turn.ts'

type Instructions = Parameters<typeof compileMessage>[0]['instructions']

type SettledTransaction = Settled & { readonly signature: string }

/** How to follow instructions that are not a trade. */
export interface SendOptions extends FollowOptions<SettledTransaction> {
  /** For the journal's record, see `SentNote.about`. */
  readonly about?: unknown
  /** Unset: the latest blockhash. */
  readonly lifetime?: Lifetime
  /** Unset: the message takes a signature's fee and nothing else. */
  readonly terms?: TermsParts
}

/**
 * Signs instructions as a single transaction and waits until it is confirmed.
 *
 * @returns its slot.
 * @throws TernError `trade/failedOnChain`, with the signature.
 * @throws TernError `send/notNoted` if the journal could not be written; nothing was sent.
 * @throws TernError `send/expired` if it can never land.
 * @throws TernError `send/confirmTimedOut`, `send/rolledBack` if it may still land.
 * @throws TernError `transaction/*`, `rpc/*`.
 * @throws the owner's errors.
 */
export async function sendInstructions(
  client: Client,
  owner: Owner,
  instructions: Instructions,
  { about, lifetime, terms, ...options }: SendOptions = {},
): Promise<bigint> {
  const note = untipped(about)
  const { status, slot, error } = await executeTurn<{ readonly transaction: SignedTransaction }, SettledTransaction>(
    owner,
    {
      async sign() {
        const livesBy = lifetime ?? (await client.chain.readBlockhash())
        const compiled = compileMessage({ feePayer: owner.address, lifetime: livesBy, instructions })
        const message = withTerms(compiled, terms ?? { lamports: { networkFee: networkFeeOf(undefined) } })
        const [transaction] = await owner.signTransactions([message])
        if (transaction === undefined) throw new TernError('transaction/noSigners', {})
        return { transaction }
      },
      follow({ transaction }, follow) {
        const { signature } = transaction
        const receiptOf = async (outcome: Outcome) => ({ signature, ...settled(outcome, failureOf(outcome)) })
        const sent = [{ transaction, submission: submissionOf(client, note) }] as const
        return followSent(client, sent, note, receiptOf, { ...options, ...follow })
      },
    },
    options,
  )
  if (status === 'confirmed' && slot !== undefined) return slot
  throw error ?? new TernError('send/expired', {})
}
