import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** The signer that a page has joined, among the shared workers of its browser. */
export interface SignerWorker {
  readonly title: string
  /** Runs an expression inside the signer. */
  evaluate(expression: string): Promise<unknown>
}

/** Attaches to each signer that the pages of `page`'s context have started. Leaves out the signers of other contexts. */
export async function signersOf(page: Page): Promise<readonly SignerWorker[]> {
  const browser = page.context().browser()
  if (browser === null) throw new TypeError('a page without a browser')
  const own = await page.context().newCDPSession(page)
  const { targetInfo } = await own.send('Target.getTargetInfo')
  const cdp = await browser.newBrowserCDPSession()
  const { targetInfos } = await cdp.send('Target.getTargets')
  const signers = targetInfos.filter(
    ({ type, browserContextId }) => type === 'shared_worker' && browserContextId === targetInfo.browserContextId,
  )
  let lastId = 0
  return Promise.all(
    signers.map(async ({ targetId, title }) => {
      const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: false })
      const evaluate = (expression: string) => {
        const id = ++lastId
        const params = { expression, awaitPromise: true, returnByValue: true, allowUnsafeEvalBlockedByCSP: false }
        return new Promise<unknown>((resolve, reject) => {
          cdp.on('Target.receivedMessageFromTarget', event => {
            const answer = JSON.parse(event.message)
            if (event.sessionId === sessionId && answer.id === id) resolve(answer.result.result.value)
          })
          const message = JSON.stringify({ id, method: 'Runtime.evaluate', params })
          cdp.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
        })
      }
      return { title, evaluate }
    }),
  )
}

/** Moves the signers' clock on, as if so many milliseconds had passed there. */
export async function passInSigners(signers: readonly SignerWorker[], ms: number): Promise<void> {
  const moved = `{ const now = performance.now.bind(performance); performance.now = () => now() + ${ms} }`
  await Promise.all(signers.map(signer => signer.evaluate(moved)))
}

/** Waits until the signers have noticed that every page is gone. A signer waits for each page's lock. */
export async function pagesGone(signers: readonly SignerWorker[]): Promise<void> {
  const waiting = 'navigator.locks.query().then(({ pending }) => pending.length)'
  for (const signer of signers) while ((await signer.evaluate(waiting)) !== 0) await pause(50)
}
