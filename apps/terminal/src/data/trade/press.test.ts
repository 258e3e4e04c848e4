import { afterAll, expect, it } from 'vitest'
import { pressOnce, watchPresses } from './press.ts'

const page = new EventTarget()
afterAll(watchPresses(page))

/** An event at a moment of the page's clock; `performance.now()` says when a press ends. */
function happen(type: string, atMs: number, more: object = {}): void {
  const event = Object.assign(new Event(type), more)
  Object.defineProperty(event, 'timeStamp', { value: atMs })
  page.dispatchEvent(event)
}
const click = (atMs: number) => happen('click', atMs, { detail: 1 })

/** Presses a token now. @returns whether that is a press of its own, and what ends it. */
function press(mint: string) {
  let isOwn = false
  let end = () => {}
  const ended = pressOnce(mint, () => {
    isOwn = true
    return new Promise<void>(resolve => {
      end = resolve
    })
  })
  return {
    isOwn,
    end() {
      end()
      return ended
    },
  }
}

it('a second press of a token is the same press until the first has ended, and another token’s is its own', async () => {
  click(performance.now())
  const first = press('kite')
  expect(first.isOwn).toBe(true)
  click(performance.now())
  expect(press('kite').isOwn).toBe(false)
  expect(press('moss').isOwn).toBe(true)
  await first.end()
  click(performance.now() + 1)
  expect(press('kite').isOwn).toBe(true)
})

it('a press that began before the last one ended is the same press, whenever it is let go', async () => {
  click(performance.now())
  const first = press('gull')
  // The second click of a double click: down before the trade is confirmed, up after it.
  happen('pointerdown', performance.now() - 1)
  await first.end()
  click(performance.now() + 1)
  expect(press('gull').isOwn).toBe(false)
  happen('pointerdown', performance.now() + 2)
  click(performance.now() + 3)
  expect(press('gull').isOwn).toBe(true)
})

it('a held key began once; a new stroke, and a click of neither pointer nor key, begin with themselves', async () => {
  const enter = (repeat: boolean) => happen('keydown', performance.now() + 1, { key: 'Enter', repeat })
  happen('keydown', performance.now(), { key: 'Enter', repeat: false })
  await press('tern').end()
  enter(true)
  expect(press('tern').isOwn).toBe(false)
  enter(false)
  const second = press('tern')
  expect(second.isOwn).toBe(true)
  await second.end()
  happen('click', performance.now() + 1, { detail: 0 })
  expect(press('tern').isOwn).toBe(true)
})
