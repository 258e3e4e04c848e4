import { TernError } from '@tern/core'
import * as v from 'valibot'
import type { Reply } from '../caller.ts'
import { sentError } from '../sentError.ts'
import type { SignerPort } from '../signerPages.ts'
import type { VaultCalls, VaultNotice } from './requests.ts'
import { vaultRequest } from './vaultRequest.ts'

/** The handler of each call. */
export type VaultDuties = {
  readonly [N in keyof VaultCalls]: (
    ask: VaultCalls[N]['ask'],
  ) => Promise<VaultCalls[N]['answer']> | VaultCalls[N]['answer']
}

/**
 * Serves the terminal at a port. Each request with a numeric id gets an answer, a malformed request an error.
 * A message without a numeric id gets no answer.
 *
 * @returns a function that sends notices to the terminal.
 */
export function serveVault(port: SignerPort, duties: VaultDuties): (notice: VaultNotice) => void {
  async function answer(request: v.InferOutput<typeof vaultRequest>): Promise<unknown> {
    switch (request.call) {
      case 'look':
        return duties.look(request)
      case 'autoLock':
        return duties.autoLock(request)
      case 'presence':
        return duties.presence(request)
      case 'show':
        return duties.show(request)
      case 'hide':
        return duties.hide(request)
      case 'practise':
        return duties.practise(request)
      case 'lock':
        return duties.lock(request)
      case 'rename':
        return duties.rename(request)
      case 'nonceMode':
        return duties.nonceMode(request)
      case 'signOutOthers':
        return duties.signOutOthers(request)
      case 'download':
        return duties.download(request)
      case 'withdraw':
        return duties.withdraw(request)
    }
  }

  async function reply(data: unknown): Promise<Reply | undefined> {
    const request = v.safeParse(vaultRequest, data, { abortEarly: true })
    if (!request.success) {
      const id = typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined
      if (typeof id !== 'number') return undefined
      const at = v.getDotPath(request.issues[0]) ?? ''
      return { id, error: sentError(new TernError('wallet/requestMalformed', { at }), 'request') }
    }
    const { id, call } = request.output
    try {
      return { id, answer: await answer(request.output) }
    } catch (error) {
      return { id, error: sentError(error, call) }
    }
  }

  port.addEventListener('message', ({ data }) => {
    void reply(data).then(message => message && port.postMessage(message))
  })
  return notice => port.postMessage(notice, 'signing' in notice && notice.signing !== null ? [notice.signing] : [])
}
