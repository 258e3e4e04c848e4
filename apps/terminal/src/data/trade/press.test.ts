import type { Address } from '@tern/core'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { toasts } from '../toasts.ts'
import { session } from '../wallets/session.ts'
import { armInstant, disarmInstant, takeInstant } from './instant.ts'
import type { Planned } from './planWithProviders.ts'
import { type Press, pressLifeMs, pressOnce, watchPresses } from './press.ts'

beforeEach(() => session.set({ status: 'loading' }))

const page = new EventTarget()
afterAll(watchPresses(page))

/** Dispatches an event at a time of the page's clock. `performance.now()` gives the time when a press ends. */
function happen(type: string, atMs: number, more: object = {}): void {
  const event = Object.assign(new Event(type), more)
  Object.defineProperty(event, 'timeStamp', { value: atMs })
  page.dispatchEvent(event)
}
const click = (atMs: number) => happen('click', atMs, { detail: 1 })

const me = 'me' as Address
const wishOf = (mint: string) =>
  ({
    // Other test files in this process press tokens too.
    token: { mint: `press ${mint}` as Address, symbol: 'KITE', decimals: 6, scale: undefined },
    side: 'buy',
    amountIn: 5n,
    slippageBps: 100,
    owner: me,
  }) as const

/** Presses a token now. Returns whether that press runs by itself, and a function that ends it. */
function press(mint: string) {
  let isOwn = false
  let end = () => {}
  const ended = pressOnce(wishOf(mint), () => {
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

it('a click without a pointer going down begins at the click, as a screen reader sends it', async () => {
  happen('pointerdown', performance.now())
  click(performance.now())
  await press('spoken').end()
  click(performance.now() + 1)
  const next = press('spoken')
  expect(next.isOwn).toBe(true)
  await next.end()
})

it('a second press of a token before the first has ended is ignored, and a press of another token runs', async () => {
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

it('a press that began before the last one ended is ignored, even if it is released later', async () => {
  click(performance.now())
  const first = press('gull')
  // The second click of a double click: its pointer goes down before the trade is confirmed, and up after it.
  happen('pointerdown', performance.now() - 1)
  await first.end()
  click(performance.now() + 1)
  expect(press('gull').isOwn).toBe(false)
  happen('pointerdown', performance.now() + 2)
  click(performance.now() + 3)
  expect(press('gull').isOwn).toBe(true)
})

it('a held key counts as the first stroke; a new stroke, and a click without pointer or key, is a new press', async () => {
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

describe('a press under way', () => {
  /** Presses a token, and keeps the press from ending. */
  function begin(mint: string, isStillArmed?: () => boolean): Press {
    let press: Press | undefined
    void pressOnce({ ...wishOf(mint), ...(isStillArmed && { isStillArmed }) }, made => {
      press = made
      return new Promise(() => {})
    })
    return press ?? expect.fail('it did not run')
  }
  const never = new Promise<void>(() => {})

  it('shows a toast from the press on', () => {
    toasts.set([])
    begin('one')
    expect(toasts.get()).toMatchObject([
      { state: 'sending', title: 'Sending transaction...', detail: 'Buy KITE for 0.000000005 SOL' },
    ])
    toasts.set([])
  })

  it('waits at most a few seconds for its facts', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const press = begin('two')
    expect(await press.wanted(Promise.resolve('read'))).toBe('read')
    const late = expect(press.wanted(never)).rejects.toThrow('Preparing the trade took over 5 seconds')
    await vi.advanceTimersByTimeAsync(pressLifeMs - 1)
    press.assertWanted()
    await vi.advanceTimersByTimeAsync(1)
    await late
    expect(() => press.assertWanted()).toThrow('Preparing the trade took over 5 seconds')
    press.renew()
    press.assertWanted()
    // A machine that slept: only the wall clock went on.
    vi.setSystemTime(Date.now() + pressLifeMs)
    expect(() => press.assertWanted()).toThrow('Preparing the trade took over 5 seconds')
  })

  it('ends at once when Instant is disarmed, but not when Instant is used again', async () => {
    armInstant()
    const press = begin('three', takeInstant())
    const waiting = expect(press.wanted(never)).rejects.toThrow('Instant was disarmed')
    armInstant(Date.now() + 1)
    press.assertWanted()
    disarmInstant()
    await waiting
    armInstant()
    expect(() => press.assertWanted()).toThrow('Instant was disarmed')
    disarmInstant()
  })

  it('holds for one wallet and one wish', () => {
    const press = begin('four')
    const plan = { owner: me, side: 'buy', token: { mint: 'press four' }, request: { amountIn: 5n, slippageBps: 100 } }
    const planned = (change: object) => ({ trade: { plan: { ...plan, ...change } } }) as unknown as Planned
    press.assertWanted(planned({}))
    for (const change of [
      { owner: 'you' },
      { side: 'sell' },
      { token: { mint: 'press five' } },
      { request: { amountIn: 6n, slippageBps: 100 } },
      { request: { amountIn: 5n, slippageBps: 4_000 } },
    ])
      expect(() => press.assertWanted(planned(change))).toThrow('The trade changed after you pressed')
    const held = { wallets: [], isPractice: false, hasRecoveryCode: true, hasPhrase: false, passkeys: [], limits: {} }
    session.set({ status: 'locked', address: 'you' as Address, ...held })
    expect(() => press.assertWanted(planned({}))).toThrow('Wallet address does not match')
  })
})
