import type { BrowserContext, Page } from 'playwright-core'

/** The step that a page stops before: signing, writing to its journal, sending, asking for the outcome, reporting a referral to the server. */
export type Step = 'sign' | 'note' | 'send' | 'confirm' | 'notify'

/** Prepares new pages of a context for `stopAt`. */
export const makeStoppable = (context: BrowserContext): Promise<unknown> => context.addInitScript(stoppable)

/** Stops the page before a step, after it has done the step `times` more times. The stopped step never ends. */
export const stopAt = (page: Page, step: Step, times = 0): Promise<void> =>
  page.evaluate(stop => void Object.assign(window, { stop }), { step, times })

/** Waits until the page is stopped. */
export const isStopped = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => 'isStopped' in window)
}

/** Lets a page that is stopped before signing sign. */
export const goOn = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as { goOn: () => void }).goOn())

/** Runs in the page. */
function stoppable(): void {
  const page = window as unknown as { stop?: { step: string; times: number }; isStopped?: true; goOn?: () => void }
  const never = new Promise<never>(() => undefined)
  const stops = (step: string): boolean => {
    if (page.stop?.step !== step || page.stop.times-- > 0) return false
    page.isStopped = true
    page.stop.times = 0
    return true
  }
  const sends = (url: string, body: string) => url.endsWith('/api/spot/relayer') || body.includes('"sendTransaction"')

  const ask = window.fetch
  window.fetch = (input, init) => {
    const [url, body] = [input instanceof Request ? input.url : String(input), String(init?.body ?? '')]
    if (sends(url, body) && stops('send')) return never
    if (url.includes('referral.') && stops('notify')) return never
    if (body.includes('"getSignatureStatuses"') && stops('confirm')) return never
    return ask(input, init)
  }
  const toVault = MessagePort.prototype.postMessage
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown, ...rest: unknown[]) {
    const post = () => Reflect.apply(toVault, this, [message, ...rest])
    if ((message as { call?: unknown } | null)?.call === 'sign' && stops('sign')) page.goOn = post
    else post()
  } as typeof toVault
  const journals = IDBDatabase.prototype
  const open = journals.transaction
  journals.transaction = function (this: IDBDatabase, ...how: Parameters<typeof open>) {
    const isWritten = this.name === 'tern-sent' && how[2]?.durability === 'strict'
    // This transaction never ends.
    if (isWritten && stops('note'))
      return {
        objectStore: () => ({ add: () => undefined, transaction: { commit: () => undefined } }),
      } as unknown as IDBTransaction
    return Reflect.apply(open, this, how)
  }
  const say = WebSocket.prototype.send
  WebSocket.prototype.send = function (data) {
    if (!(String(data).includes('"signatureSubscribe"') && stops('confirm'))) say.call(this, data)
  }
}
