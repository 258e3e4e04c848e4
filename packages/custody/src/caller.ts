import { TernError } from '@tern/core'
import type { SentError } from './sentError.ts'

/** An end of a channel that takes requests: a `Worker`, or a started `MessagePort`. */
export interface SignerConnection {
  postMessage(message: unknown, transfer: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
  addEventListener(type: 'error', listener: (event: Event) => void): void
}

/** The request and the answer of each call. */
type Calls = Readonly<Record<string, { readonly ask: unknown; readonly answer: unknown }>>

/**
 * Sends a request and waits for its answer.
 *
 * @throws TernError the other side's error, or `wallet/signerFailed` if the other side is gone.
 */
export type Caller<C> = <N extends keyof C & string>(
  call: N,
  ask: C[N] extends { readonly ask: infer A } ? A : never,
  transfer?: Transferable[],
) => Promise<C[N] extends { readonly answer: infer A } ? A : never>

/** An answer or an error, as a port carries it. */
export type Reply = { readonly id: number } & ({ readonly answer: unknown } | { readonly error: SentError })

export const signerFailed = (step: string) => new TernError('wallet/signerFailed', { step })

const isReply = (data: unknown): data is Reply => typeof data === 'object' && data !== null && 'id' in data

/**
 * Creates a caller that matches answers to requests by number.
 * After the connection's `error` event, every pending and later call rejects with `wallet/signerFailed`.
 */
export function callerOf<C extends { readonly [N in keyof C]: Calls[string] }>(
  connection: SignerConnection,
): Caller<C> {
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: TernError): void }>()
  let lastId = 0
  let stopped = false
  connection.addEventListener('message', ({ data }) => {
    if (!isReply(data)) return
    const asked = waiting.get(data.id)
    if (!asked) return
    waiting.delete(data.id)
    if ('error' in data) asked.reject(new TernError(data.error.code, data.error.facts))
    else asked.resolve(data.answer)
  })
  connection.addEventListener('error', () => {
    stopped = true
    for (const asked of waiting.values()) asked.reject(signerFailed('worker'))
    waiting.clear()
  })
  return (call, ask, transfer = []) =>
    new Promise((resolve, reject) => {
      if (stopped) return reject(signerFailed(call))
      const id = ++lastId
      waiting.set(id, { resolve: answer => resolve(answer as never), reject })
      connection.postMessage({ ...(ask as object), id, call }, transfer)
    })
}
