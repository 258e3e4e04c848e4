import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core'

/** The features that Playwright itself disables. Chromium takes only the last list of disabled features, so ours repeats these. */
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

/** Features that cost time: pages for parts of Chromium's own window, such as the address bar's list, and a spare process. */
const notForUs = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup', 'PreloadTopChromeWebUI'],
  'SpareRendererForSitePerProcess',
]

/** Starts the Chromium that `npm test` found, without features that only a visible window needs. */
export const launching: LaunchOptions = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', `--disable-features=${[...notForPlaywright, ...notForUs].join()}`],
}

let shared: Promise<Browser> | undefined

/** The time that a page may take for a step. A busy machine needs long, and waiting costs nothing. */
const patienceMs = 100_000

/** Returns the worker's browser. Its test files share it, and each file closes its own pages with `closePages`. */
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

const maxShown = 3_000

/** Returns the address and the text of each open page. */
export async function openPages(): Promise<readonly string[]> {
  const pages = (await openContexts()).flatMap(context => context.pages())
  return Promise.all(
    pages.map(async page => {
      const text = page.locator('body').textContent({ timeout: 2_000 })
      return `${page.url()}\n${(await text.catch(String))?.slice(0, maxShown)}`
    }),
  )
}

/** Collects console errors and warnings, exceptions and answers with a status of 400 or more of a context's pages. */
export function listenTo(context: BrowserContext, complaints: string[]): void {
  context.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', ({ error }) => complaints.push(`exception: ${error()}`))
  context.on('response', answer => {
    if (answer.status() >= 400) complaints.push(`${answer.status()} ${answer.url()}`)
  })
}
