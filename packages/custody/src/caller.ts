import { TernError } from '@tern/core'
import type { SentError } from './sentError.ts'

/** A side of a channel that questions are asked at: a `Worker`, or a `MessagePort` that was started. */
export interface SignerConnection {
  postMessage(message: unknown, transfer: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
  addEventListener(type: 'error', listener: (event: Event) => void): void
}

/** What can be asked, and what is answered. */
type Calls = Readonly<Record<string, { readonly ask: unknown; readonly answer: unknown }>>

/** Asks and waits for the answer. @throws TernError as the other side did; `wallet/signerFailed` when it is gone. */
export type Caller<C> = <N extends keyof C & string>(
  call: N,
  ask: C[N] extends { readonly ask: infer A } ? A : never,
  transfer?: Transferable[],
) => Promise<C[N] extends { readonly answer: infer A } ? A : never>

/** An answer on its way over a port. */
export type Reply = { readonly id: number } & ({ readonly answer: unknown } | { readonly error: SentError })

export const signerFailed = (step: string) => new TernError('wallet/signerFailed', { step })

const isReply = (data: unknown): data is Reply => typeof data === 'object' && data !== null && 'id' in data

/** A function that asks and waits for the answer with the same number. */
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
