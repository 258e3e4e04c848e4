import type { EndpointProvider } from '@tern/chain/internal'
import { TernError } from '@tern/core'
import * as v from 'valibot'
import type { ClientRateLimit } from '../http/clientRateLimit.ts'
import type { Admission } from './admission.ts'
import { type CheckedTransaction, checkTransaction, maxEncodedLength } from './checkTransaction.ts'

/** A larger body is refused unread. 12 transactions of 1,644 characters take 21 kB. */
export const maxRelayBytes = 32 * 1024
const maxTransactions = 12
/** Endpoints have their own limit of 5 s. This limit covers everything else that may hang. */
const sendTimeoutMs = 6_000
/** How long an accepted signature is remembered: a little longer than a blockhash lives. */
const rememberMs = 120_000
/** A repeat within this time is the same request. A page waits at least 1.5 s before it sends the same bytes again. */
const sameRequestMs = 1_000

const relayShape = v.strictObject({
  txs: v.pipe(
    v.array(
      v.strictObject({
        encodedTx: v.pipe(v.string(), v.minLength(1), v.maxLength(maxEncodedLength)),
        provider: v.pipe(v.string(), v.maxLength(32)),
      }),
    ),
    v.minLength(1),
    v.maxLength(maxTransactions),
  ),
  routeConfig: v.strictObject({
    mevProtection: v.boolean(),
    tipAmount: v.pipe(v.number(), v.finite(), v.minValue(0)),
    skipRelayer: v.optional(v.boolean()),
  }),
})

interface Submission {
  readonly transaction: CheckedTransaction
  readonly provider: Pick<EndpointProvider, 'name' | 'send'>
  readonly frontRunningProtection: boolean
}

export interface Relayer {
  /**
   * Sends each transaction of a `POST /api/spot/relayer` body through its provider. If any transaction is refused, it sends
   * nothing.
   * A signature is not sent again to the same provider while it is under way, or within a second after it was sent.
   * Later it is sent again, because a provider may lose an accepted transaction.
   *
   * @param client the requesting client. Each transaction counts as a request; the caller has counted the first.
   * @returns `allFailed`: no provider accepted any transaction, now or before.
   * @throws TernError `http/badRequest`, `http/tooManyRequests`, `relayer/*`.
   */
  relay(body: unknown, client: string): Promise<{ readonly allFailed: boolean }>
}

interface RelayerOptions {
  readonly providers: readonly Pick<EndpointProvider, 'name' | 'send'>[]
  readonly programs: ReadonlySet<string>
  readonly admission: Admission
  readonly limit: ClientRateLimit
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number
}

export function createRelayer(options: RelayerOptions): Relayer {
  const { providers, programs, admission, limit, now = () => performance.now() } = options
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
  const keyOf = ({ provider, transaction }: Submission) => `${provider.name} ${transaction.signature}`
  const forgetOld = () => {
    for (const [key, { at }] of sent) {
      if (now() - at < rememberMs) break
      sent.delete(key)
    }
  }
  /**
   * Checks a transaction, unless the provider accepted it before: then it may have landed, so its blockhash may be
   * over.
   */
  const admit = async (submission: Submission, index: number) => {
    if (!sent.has(keyOf(submission))) await admission.admit(submission.transaction, submission.provider.name, index)
  }
  const submitOnce = (submission: Submission): Promise<boolean> => {
    const key = keyOf(submission)
    const before = sent.get(key)
    if (before !== undefined && (before.isUnderWay || now() - before.at < sameRequestMs)) return before.outcome
    // Once accepted, it counts as accepted, even if the provider refuses the repeat.
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
    async relay(body, client) {
      const parsed = v.safeParse(relayShape, body, { abortEarly: true })
      if (!parsed.success) {
        const [issue] = parsed.issues
        throw new TernError('http/badRequest', {
          what: `${v.getDotPath(issue) ?? 'body'}: ${issue.message.slice(0, 200)}`,
        })
      }
      const { txs, routeConfig } = parsed.output
      if (routeConfig.skipRelayer === true) throw new TernError('relayer/skipped', {})
      const retryAfterSeconds = txs.length > 1 ? limit.take(client, txs.length - 1) : 0
      if (retryAfterSeconds > 0) throw new TernError('http/tooManyRequests', { retryAfterSeconds })
      const submissions = txs.map(({ encodedTx, provider: name }, index): Submission => {
        const provider = providers.find(one => one.name === name)
        if (provider === undefined) throw new TernError('relayer/unknownProvider', { index, provider: name })
        const transaction = checkTransaction(encodedTx, index, programs)
        return { transaction, provider, frontRunningProtection: routeConfig.mevProtection }
      })
      forgetOld()
      await Promise.all(submissions.map(admit))
      const outcomes = await Promise.all(submissions.map(submitOnce))
      return { allFailed: !outcomes.includes(true) }
    },
  }
}
