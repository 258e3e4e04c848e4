import { TernError } from '@tern/core/hostErrors'
import * as v from 'valibot'
import type { Upstream } from '../gateway/upstream.ts'
import { checkTransaction, mostEncodedLength, type RelayedTransaction } from './checkTransaction.ts'

/** A body larger than this is refused unread: 12 transactions of 1,644 characters take 21 kB. */
export const mostRelayBytes = 32 * 1024
const mostTransactions = 12
const sendTimeoutMs = 5_000
/** How long a signature is remembered: as long as its blockhash may live, and a little more. */
const rememberMs = 120_000

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

export interface Relayer {
  /**
   * Sends every transaction of a `POST /api/spot/relayer` body, or none when one of them is refused. A signature that the
   * node has taken is not sent again. `allFailed`: the node took none.
   * @throws TernError `http/badRequest`, `relayer/*`.
   */
  relay(body: unknown): Promise<{ readonly allFailed: boolean }>
}

/** `now`: milliseconds, steady. */
export function createRelayer(
  upstream: Upstream,
  programs: ReadonlySet<string>,
  now: () => number = () => performance.now(),
): Relayer {
  const sent = new Map<string, { readonly at: number; readonly outcome: Promise<boolean> }>()
  let lastId = 0

  const submit = async ({ encodedTx }: RelayedTransaction): Promise<boolean> => {
    const options = { encoding: 'base64', skipPreflight: true, preflightCommitment: 'confirmed', maxRetries: 0 }
    const call = { id: ++lastId, method: 'sendTransaction', params: [encodedTx, options] }
    try {
      const answer = JSON.parse(await upstream.ask(call, AbortSignal.timeout(sendTimeoutMs)))
      return answer.error === undefined
    } catch {
      return false
    }
  }
  const submitOnce = (transaction: RelayedTransaction): Promise<boolean> => {
    for (const [signature, { at }] of sent) {
      if (now() - at < rememberMs) break
      sent.delete(signature)
    }
    const { signature } = transaction
    const before = sent.get(signature)
    if (before !== undefined) return before.outcome
    const outcome = submit(transaction)
    sent.set(signature, { at: now(), outcome })
    outcome.then(isTaken => {
      if (!isTaken) sent.delete(signature)
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
      for (const [index, { provider }] of txs.entries())
        if (provider !== 'normal') throw new TernError('relayer/unknownProvider', { index, provider })
      const transactions = await Promise.all(
        txs.map(({ encodedTx }, index) => checkTransaction(encodedTx, index, programs)),
      )
      const outcomes = await Promise.all(transactions.map(submitOnce))
      return { allFailed: !outcomes.includes(true) }
    },
  }
}
