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

let shared: Promise<Browser> | undefined

/** How long a page may take for one step. A busy machine takes long, and a test that waits for it costs nothing. */
const patienceMs = 100_000

/** The worker's browser. Its test files share it, and each closes its own pages with `closePages`. */
export function openBrowser(): Promise<Browser> {
  shared ??= launch()
  return shared
}

async function launch(): Promise<Browser> {
  const browser = await chromium.launch(launching)
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await newContext(options)
    context.setDefaultTimeout(patienceMs)
    return context
  }
  return browser
}

const openContexts = async (): Promise<readonly BrowserContext[]> => (await shared)?.contexts() ?? []

/** Closes every page of the worker's browser, with its storage. */
export async function closePages(): Promise<void> {
  await Promise.all((await openContexts()).map(context => context.close()))
}

const mostShown = 3_000

/** The address of each page that is open, and what stands on it. */
export async function openPages(): Promise<readonly string[]> {
  const pages = (await openContexts()).flatMap(context => context.pages())
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
