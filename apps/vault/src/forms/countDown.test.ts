import { expect, it } from 'vitest'
import { type Clock, countDown } from './countDown.ts'

/** A clock that the test moves. */
function movedClock() {
  let now = 1_790_000_000_000
  let tick: (() => void) | undefined
  const clock: Clock = {
    now: () => now,
    every(_, called) {
      tick = called
      return () => {
        tick = undefined
      }
    },
  }
  const pass = (ms: number) => {
    now += ms
    tick?.()
  }
  return { clock, pass, isTicking: () => tick !== undefined }
}

function counted() {
  const { clock, pass, isTicking } = movedClock()
  const reported: (number | 'over')[] = []
  const stop = countDown(60_000, { onSecond: left => reported.push(left), over: () => reported.push('over') }, clock)
  return { reported, pass, stop, isTicking }
}

it('reports the seconds left and ends once, to the millisecond', () => {
  const { reported, pass, isTicking } = counted()
  pass(1)
  pass(999)
  pass(58_999)
  expect(reported).toEqual([60, 60, 59, 1])
  pass(1)
  pass(1)
  expect(reported).toEqual([60, 60, 59, 1, 'over'])
  expect(isTicking()).toBe(false)
})

it('ends at the first tick after a sleep', () => {
  const { reported, pass } = counted()
  pass(3_600_000)
  expect(reported).toEqual([60, 'over'])
})

it('ends when the clock is set back, so that it grants no extra time', () => {
  const { reported, pass } = counted()
  pass(-1_000)
  expect(reported).toEqual([60, 'over'])
})

it('reports nothing after it was ended', () => {
  const { reported, pass, stop } = counted()
  stop()
  pass(60_000)
  expect(reported).toEqual([60])
})
