import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMotion } from './motion.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (next: () => void) => setTimeout(next, 16))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Follows a motion. @returns the listeners that were notified, in order. */
function follow(motion: ReturnType<typeof createMotion>, listeners: number): readonly number[] {
  const rested: number[] = []
  for (let n = 0; n < listeners; n++) motion.onRest(() => rested.push(n))
  return rested
}

it('a list moves until a moment after its last scroll, and then reports its rest once', () => {
  const motion = createMotion()
  const stop = motion.onRest(() => expect.fail('has stopped'))
  const rested = follow(motion, 1)
  expect(motion.isMoving()).toBe(false)
  motion.move()
  vi.advanceTimersByTime(150)
  motion.move()
  vi.advanceTimersByTime(150)
  expect(motion.isMoving()).toBe(true)
  stop()
  vi.advanceTimersByTime(150)
  expect(motion.isMoving()).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(rested).toEqual([0])
})

it('a scroll in the next frame continues a motion whose time is over', () => {
  const motion = createMotion()
  const rested = follow(motion, 1)
  motion.move()
  vi.advanceTimersByTime(200)
  motion.move()
  vi.advanceTimersByTime(20)
  expect([motion.isMoving(), rested]).toEqual([true, []])
  vi.advanceTimersByTime(220)
  expect([motion.isMoving(), rested]).toEqual([false, [0]])
})

it('a few listeners are notified of the rest in each frame, until the list moves again', () => {
  const motion = createMotion()
  const rested = follow(motion, 9)
  motion.move()
  vi.advanceTimersByTime(220)
  expect(rested).toEqual([0, 1, 2, 3])
  vi.advanceTimersByTime(16)
  expect(rested).toHaveLength(8)
  motion.move()
  vi.advanceTimersByTime(100)
  expect(rested).toHaveLength(8)
})
