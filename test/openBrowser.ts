import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core'

/** What Playwright has Chromium do without, as it says itself: of several such lists Chromium takes the last alone. */
const notForPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'AimEnabled',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/** Parts of its own window, such as the list under the address bar, are pages that it loads for each window; and it starts processes in case. */
const notForUs = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup', 'PreloadTopChromeWebUI'],
  'SpareRendererForSitePerProcess',
]

/** Chromium, where `npm test` found it, without what it does for who looks at its window. */
export const launching: LaunchOptions = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', `--disable-features=${[...notForPlaywright, ...notForUs].join()}`],
}

const opened = new Set<Browser>()

export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch(launching)
  opened.add(browser)
  browser.on('disconnected', () => opened.delete(browser))
  return browser
}

const mostShown = 3_000

/** The address of each page that is open, and what stands on it. */
export function openPages(): Promise<readonly string[]> {
  const pages = [...opened].flatMap(browser => browser.contexts()).flatMap(context => context.pages())
  return Promise.all(
    pages.map(async page => {
      const text = page.locator('body').textContent({ timeout: 2_000 })
      return `${page.url()}\n${(await text.catch(String))?.slice(0, mostShown)}`
    }),
  )
}

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
