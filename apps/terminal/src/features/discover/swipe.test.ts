import { expect, it } from 'vitest'
import { swipeOf } from './swipe.ts'

it.each([
  ['to the left brings what is on the right', [300, 400], [240, 410], 1],
  ['to the right brings what is on the left', [100, 400], [200, 370], -1],
  ['not far enough is none', [300, 400], [241, 400], 0],
  ['up or down scrolls', [300, 400], [200, 431], 0],
] as const)('a finger that goes %s', (_, [fromX, fromY], [toX, toY], way) => {
  expect(swipeOf({ clientX: fromX, clientY: fromY }, { clientX: toX, clientY: toY })).toBe(way)
})
