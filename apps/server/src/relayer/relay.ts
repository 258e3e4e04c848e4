import type { EndpointProvider, WireTransaction } from '@tern/chain'
import { TernError } from '@tern/core/serverErrors'
import * as v from 'valibot'
import { checkTransaction, mostEncodedLength } from './checkTransaction.ts'

/** A body larger than this is refused unread: 12 transactions of 1,644 characters take 21 kB. */
export const mostRelayBytes = 32 * 1024
const mostTransactions = 12
/** Endpoints have 5 s each; this is for whatever else may take long. */
const sendTimeoutMs = 6_000
/** How long it is remembered that a signature was taken: as long as its blockhash may live, and a little more. */
const rememberMs = 120_000
/** What comes again sooner is the same request: a page sends the same bytes again after 1.5 s at the earliest. */
const sameRequestMs = 1_000

const relayShape = v.strictObject({
  txs: v.pipe(
    v.array(
      v.strictObject({
        encodedTx: v.pipe(v.string(), v.minLength(1), v.maxLength(mostEncodedLength)),
        provider: v.pipe(v.string(), v.maxLength(32)),
      }),
    ),
    v.minLength(1),
    v.maxLength(mostTransactions),
  ),
  routeConfig: v.strictObject({
    mevProtection: v.boolean(),
    tipAmount: v.pipe(v.number(), v.finite(), v.minValue(0)),
    skipRelayer: v.optional(v.boolean()),
  }),
})

interface Submission {
  readonly transaction: WireTransaction
  readonly provider: Pick<EndpointProvider, 'name' | 'send'>
  readonly frontRunningProtection: boolean
}

export interface Relayer {
  /**
   * Sends every transaction of a `POST /api/spot/relayer` body by the provider that it names, or none when one of them is refused.
   * A signature that is on its way to a provider, or was taken by it within the last second, is not sent to it again; later it is, since
   * what was taken may be lost. `allFailed`: none was taken, now or before.
   * @throws TernError `http/badRequest`, `relayer/*`.
   */
  relay(body: unknown): Promise<{ readonly allFailed: boolean }>
}

/** `now`: milliseconds, steady. */
export function createRelayer(
  providers: readonly Pick<EndpointProvider, 'name' | 'send'>[],
  programs: ReadonlySet<string>,
  now: () => number = () => performance.now(),
): Relayer {
  /** Oldest first. */
  const sent = new Map<string, { readonly at: number; readonly outcome: Promise<boolean>; isUnderWay: boolean }>()

  const submit = async ({ transaction, provider, frontRunningProtection }: Submission): Promise<boolean> => {
    try {
      await provider.send(transaction, { frontRunningProtection, signal: AbortSignal.timeout(sendTimeoutMs) })
      return true
    } catch {
      return false
    }
  }
  const submitOnce = (submission: Submission): Promise<boolean> => {
    for (const [key, { at }] of sent) {
      if (now() - at < rememberMs) break
      sent.delete(key)
    }
    const key = `${submission.provider.name} ${submission.transaction.signature}`
    const before = sent.get(key)
    if (before !== undefined && (before.isUnderWay || now() - before.at < sameRequestMs)) return before.outcome
    // What was taken once counts as taken, whatever is said of it when it comes again.
    const outcome = submit(submission).then(isTaken => isTaken || before !== undefined)
    const sending = { at: now(), outcome, isUnderWay: true }
    sent.delete(key)
    sent.set(key, sending)
    void outcome.then(isTaken => {
      sending.isUnderWay = false
      if (!isTaken) sent.delete(key)
    })
    return outcome
  }

  return {
    async relay(body) {
      const parsed = v.safeParse(relayShape, body, { abortEarly: true })
      if (!parsed.success) {
        const [issue] = parsed.issues
        throw new TernError('http/badRequest', {
          what: `${v.getDotPath(issue) ?? 'body'}: ${issue.message.slice(0, 200)}`,
        })
      }
      const { txs, routeConfig } = parsed.output
      if (routeConfig.skipRelayer === true) throw new TernError('relayer/skipped', {})
      const submissions = txs.map(({ encodedTx, provider: name }, index): Submission => {
        const provider = providers.find(one => one.name === name)
        if (provider === undefined) throw new TernError('relayer/unknownProvider', { index, provider: name })
        const transaction = checkTransaction(encodedTx, index, programs)
        return { transaction, provider, frontRunningProtection: routeConfig.mevProtection }
      })
      const outcomes = await Promise.all(submissions.map(submitOnce))
      return { allFailed: !outcomes.includes(true) }
    },
  }
}
