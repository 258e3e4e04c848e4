import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
/** Where tables and columns may scroll sideways, and the page around them may not. */
const between = { width: 800, height: 900 } as const

/** What axe finds against a frame as it stands, each as a rule and where. */
async function violations(page: Frame): Promise<readonly string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  // By the browser's own hand: as a script element the page's policy would refuse it.
  if (!isThere) await page.evaluate(axe)
  const found = await page.evaluate(async tags => {
    const { run } = (globalThis as unknown as { axe: typeof import('axe-core') }).axe
    // Each frame is asked by itself: axe waits half a second for each that does not answer it.
    const { passes, violations } = await run(document, { runOnly: tags, resultTypes: ['violations'], iframes: false })
    const texts = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    )
    return { checked: passes.length, texts }
  }, rules)
  expect(found.checked).toBeGreaterThan(10)
  return found.texts
}

/** What may scroll sideways: rows of tabs, spans of time and positions, what is checked of a token, and what is said of it. */
const mayScroll = '.tabs-line, .timeframes, .positions-strip ul, .token-safety, .token-summary'

/** What else is wider than its place in a frame: the page itself, and whatever would have to be scrolled sideways. */
const tooWide = (frame: Frame) =>
  frame.evaluate(mayScroll => {
    const scrolls = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
    return [...document.querySelectorAll('*')]
      .filter(element => element.scrollWidth > element.clientWidth && !element.matches(mayScroll))
      .filter(element => element === document.documentElement || scrolls(element))
      .map(({ tagName, id, className, scrollWidth, clientWidth }) => {
        const name = `${tagName.toLowerCase()}#${id}.${className}`
        return `${name} is ${scrollWidth} pixels wide in ${clientWidth}`
      })
  }, mayScroll)

/** Fields and main buttons that a toast lies over even when they are scrolled to. */
const coveredByToasts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('input, select, .button.main')]
      .filter(control => {
        control.scrollIntoView({ block: 'nearest' })
        const { left, top, width, height } = control.getBoundingClientRect()
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.toast') != null
      })
      .map(control => `a toast lies over ${control.ariaLabel ?? (control.textContent || control.id)}`),
  )

/** The page, and the vault over it while that shows a form. */
const framesOn = async (page: Page): Promise<readonly Frame[]> => {
  const vault = page.frames().find(frame => frame.url().includes('//vault.'))
  const isShown = (await vault?.locator('dialog[open]').count()) === 1
  return [page.mainFrame(), ...(vault !== undefined && isShown ? [vault] : [])]
}

/**
 * Expects that axe finds nothing against the page as it stands, in these themes, on a desktop and on a phone, that nothing
 * scrolls sideways that may not, nor the page between the two, and that on a phone no toast lies over what is to be filled in. It is
 * left as wide as a desktop.
 */
export async function expectAccessible(
  page: Page,
  themes: readonly ('dark' | 'light')[] = ['dark', 'light'],
): Promise<void> {
  const found: string[] = []
  await page.setViewportSize(between)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > between.width) found.push(`the page is ${width} pixels wide in ${between.width}`)
  for (const [size, viewport] of Object.entries(sizes).reverse()) {
    await page.setViewportSize(viewport)
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      for (const frame of await framesOn(page))
        found.push(...(await violations(frame)).map(text => `${size}, ${colorScheme}: ${text}`))
    }
    for (const frame of await framesOn(page)) found.push(...(await tooWide(frame)).map(text => `${size}: ${text}`))
    if (size === 'phone') found.push(...(await coveredByToasts(page)))
  }
  expect(found).toEqual([])
}
