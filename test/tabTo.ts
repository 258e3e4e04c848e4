import type { Page } from 'playwright-core'

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(name: string | RegExp, on: Page): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    const focused = on.locator(':focus')
    const label =
      (await focused.count()) === 0
        ? ''
        : await focused.evaluate(element => {
            const { labels } = element as HTMLInputElement
            return element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? ''
          })
    if (typeof name === 'string' ? label === name : name.test(label)) return
    await on.keyboard.press('Tab')
  }
  throw new RangeError(`Tab does not lead to ${name}`)
}
