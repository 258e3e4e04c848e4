import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMotion } from './motion.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a list moves until a moment after its last scroll, and then reports its rest once', () => {
  const motion = createMotion()
  const rested: number[] = []
  motion.onRest(() => rested.push(1))
  const stop = motion.onRest(() => rested.push(2))
  expect(motion.isMoving()).toBe(false)
  motion.move()
  vi.advanceTimersByTime(100)
  motion.move()
  vi.advanceTimersByTime(100)
  expect(motion.isMoving()).toBe(true)
  stop()
  vi.advanceTimersByTime(100)
  expect(motion.isMoving()).toBe(false)
  expect(rested).toEqual([1])
})
