import type { Settled } from '@tern/client'
import { expect, it } from 'vitest'
import { onceAnother } from './onceAnother.ts'

/** Returns the changes that are passed on and the confirmations acted on, for a record with the outcome `before`. */
function outcomes(before: Settled['status'], ...now: readonly Settled['status'][]) {
  const reports: string[] = []
  const done: string[] = []
  const outcome = { status: before } as Settled
  const pass = onceAnother(
    { outcome } as Parameters<typeof onceAnother>[0],
    ({ status }) => reports.push(status),
    ({ status }) => done.push(status),
  )
  for (const status of now) pass({ status } as Settled)
  return { reports, done }
}

it('passes on only reports that the page before did not make', () => {
  expect(outcomes('unknown', 'unknown', 'confirmed', 'confirmed').reports).toEqual(['unknown', 'confirmed'])
  expect(outcomes('failed', 'failed')).toEqual({ reports: [], done: [] })
})

it('F31 acts once on a confirmation, even if the page before noted and reported it', () => {
  expect(outcomes('unknown', 'confirmed', 'confirmed').done).toEqual(['confirmed'])
  expect(outcomes('confirmed', 'confirmed', 'confirmed')).toEqual({ reports: [], done: ['confirmed'] })
})

it('reports another variant that is confirmed after a fork', () => {
  const reports: (string | undefined)[] = []
  const outcome = { status: 'confirmed', signature: 'a', slot: 1n, isFinal: false } as const
  const pass = onceAnother({ outcome }, ({ signature }) => reports.push(signature))
  for (const signature of ['a', 'b', 'b']) pass({ status: 'confirmed', signature })
  expect(reports).toEqual(['b'])
})
