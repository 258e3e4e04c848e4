import type { Settled } from '@tern/client'
import { expect, it } from 'vitest'
import { onceAnother } from './onceAnother.ts'

/** Returns the changes that are passed on and the confirmations acted on, for a record with the outcome `before`. */
function told(before: Settled['status'], ...now: readonly Settled['status'][]) {
  const tells: string[] = []
  const done: string[] = []
  const outcome = { status: before } as Settled
  const hear = onceAnother(
    { outcome } as Parameters<typeof onceAnother>[0],
    ({ status }) => tells.push(status),
    ({ status }) => done.push(status),
  )
  for (const status of now) hear({ status } as Settled)
  return { tells, done }
}

it('passes on only what the page before has not reported', () => {
  expect(told('unknown', 'unknown', 'confirmed', 'confirmed').tells).toEqual(['unknown', 'confirmed'])
  expect(told('failed', 'failed')).toEqual({ tells: [], done: [] })
})

it('F31 acts once on a confirmation, even if the page before noted and reported it', () => {
  expect(told('unknown', 'confirmed', 'confirmed').done).toEqual(['confirmed'])
  expect(told('confirmed', 'confirmed', 'confirmed')).toEqual({ tells: [], done: ['confirmed'] })
})

it('reports another variant that is confirmed after a fork', () => {
  const tells: (string | undefined)[] = []
  const outcome = { status: 'confirmed', signature: 'a', slot: 1n, isFinal: false } as const
  const hear = onceAnother({ outcome }, ({ signature }) => tells.push(signature))
  for (const signature of ['a', 'b', 'b']) hear({ status: 'confirmed', signature })
  expect(tells).toEqual(['b'])
})
