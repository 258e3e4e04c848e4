import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import { isProof } from './proof.ts'

const allRules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
/** A theme changes colours and nothing else, so the second theme needs this rule only. */
const contrastRules = ['color-contrast']
type Rules = { readonly runOnly: readonly string[]; readonly minChecked: number }
const everyRule: Rules = { runOnly: allRules, minChecked: 10 }
const contrastOnly: Rules = { runOnly: contrastRules, minChecked: 1 }

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
/** At this width tables and columns may scroll sideways, but the page must not. */
const between = { width: 800, height: 900 } as const

/** Runs axe on a frame. @returns the rule and the place of each violation. */
async function violations(page: Frame, { runOnly, minChecked }: Rules): Promise<readonly string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  // The page's policy would refuse a script element, so the browser evaluates axe.
  if (!isThere) await page.evaluate(axe)
  const found = await page.evaluate(async runOnly => {
    const { run } = (globalThis as unknown as { axe: typeof import('axe-core') }).axe
    // The caller runs axe on each frame. Otherwise axe waits half a second for every frame that does not answer it.
    const { passes, incomplete, violations } = await run(document, {
      runOnly: [...runOnly],
      resultTypes: ['violations'],
      iframes: false,
    })
    const texts = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    )
    return { checked: passes.length + incomplete.length + violations.length, texts }
  }, runOnly)
  expect(found.checked).toBeGreaterThanOrEqual(minChecked)
  return found.texts
}

/** Elements that may scroll sideways: rows of tabs, timeframes and positions, a token's safety checks and its summary. */
const mayScroll = '.tabs-line, .timeframes, .positions-strip ul, .token-safety, .token-summary'

/** Finds other elements that would have to scroll sideways, and the page itself if it is too wide. */
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

/** Finds fields and main buttons that a toast covers even after scrolling. */
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

/** Returns the page's frame, and the vault's frame while it shows a form. */
const framesOn = async (page: Page): Promise<readonly Frame[]> => {
  const vault = page.frames().find(frame => frame !== page.mainFrame() && frame.url().includes('//vault.'))
  const isShown = (await vault?.locator('dialog[open]').count()) === 1
  return [page.mainFrame(), ...(vault !== undefined && isShown ? [vault] : [])]
}

/**
 * Expects an accessible page on a desktop in the first theme, and on a phone in the second if there is one. Every theme at both
 * sizes is a slow proof, because a theme has the same colours at any size. There axe checks only contrast in the second theme.
 * Only `mayScroll` may scroll sideways, and on a phone no toast may cover a field or a main button.
 * The page has the size of a desktop afterwards.
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
    const shown = isProof ? themes : size === 'phone' ? themes.slice(1) : themes.slice(0, 1)
    for (const [place, colorScheme] of shown.entries()) {
      await page.emulateMedia({ colorScheme })
      const rules = place === 0 ? everyRule : contrastOnly
      for (const frame of await framesOn(page))
        found.push(...(await violations(frame, rules)).map(text => `${size}, ${colorScheme}: ${text}`))
    }
    for (const frame of await framesOn(page)) found.push(...(await tooWide(frame)).map(text => `${size}: ${text}`))
    if (size === 'phone') found.push(...(await coveredByToasts(page)))
  }
  // Chromium drops presses on a frame that has moved in the last half second.
  if (await page.locator('iframe[title="Vault"]').isVisible()) await page.waitForTimeout(600)
  expect(found).toEqual([])
}
