import { isTernError, TernError } from '@tern/core'
import * as v from 'valibot'
import { createKeystore } from './keystore.ts'
import { type Reply, requestSchema, type SentError } from './requests.ts'

/** The side of a message channel that the signer is served on: a worker's global scope or a `MessagePort`. */
export interface SignerPort {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
}

/** What may be told of an error: Tern's own say no secret; anything else says nothing but that it happened. */
function sent(error: unknown, step: string): SentError {
  const { code, facts } = isTernError(error) ? error : new TernError('wallet/signerFailed', { step })
  return { code, facts }
}

/** Answers every request on `port`, one after another, from a keystore of its own. */
export function serveSigner(port: SignerPort): void {
  const keystore = createKeystore()

  function answer(request: v.InferOutput<typeof requestSchema>): unknown {
    switch (request.call) {
      case 'payees':
        return keystore.payees(request)
      case 'create':
        return keystore.create(request)
      case 'addWallet':
        return keystore.addWallet(request)
      case 'replaceLock':
        return keystore.replaceLock(request)
      case 'unlock':
        return keystore.unlock(request)
      case 'lock':
        return keystore.lock()
      case 'sign':
        return keystore.sign(request)
      case 'readWithdrawal':
        return keystore.readWithdrawal(request)
      case 'withdraw':
        return keystore.withdraw(request)
    }
  }

  async function reply(data: unknown): Promise<Reply | undefined> {
    const request = v.safeParse(requestSchema, data, { abortEarly: true })
    if (!request.success) {
      const id = typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined
      if (typeof id !== 'number') return undefined
      const at = v.getDotPath(request.issues[0]) ?? ''
      return { id, error: sent(new TernError('wallet/requestMalformed', { at }), 'request') }
    }
    const { id, call } = request.output
    try {
      return { id, answer: await answer(request.output) }
    } catch (error) {
      return { id, error: sent(error, call) }
    }
  }

  let turn: Promise<void> = Promise.resolve()
  port.addEventListener('message', ({ data }) => {
    turn = turn.then(async () => {
      const message = await reply(data)
      if (message) port.postMessage(message)
    })
  })
}
