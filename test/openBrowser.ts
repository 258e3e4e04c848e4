import { type Browser, type BrowserContext, chromium } from 'playwright-core'

/** Chromium, where `npm test` found it. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })

/** Whatever the pages of a context complain about goes into `complaints`: console errors and warnings, exceptions, answers from 400 on. */
export function listenTo(context: BrowserContext, complaints: string[]): void {
  context.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', ({ error }) => complaints.push(`exception: ${error()}`))
  context.on('response', answer => {
    if (answer.status() >= 400) complaints.push(`${answer.status()} ${answer.url()}`)
  })
}
