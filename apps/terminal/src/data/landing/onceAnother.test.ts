import type { Settled } from '@tern/client'
import { expect, it } from 'vitest'
import { onceAnother } from './onceAnother.ts'

/** What is told, and what is done, of a record that says `before` and of what is found out about it then. */
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

it('tells what the page before has not told', () => {
  expect(told('unknown', 'unknown', 'confirmed', 'confirmed').tells).toEqual(['unknown', 'confirmed'])
  expect(told('failed', 'failed')).toEqual({ tells: [], done: [] })
})

it('F31 does once what follows from a confirmation, also of one that the page before noted down and told', () => {
  expect(told('unknown', 'confirmed', 'confirmed').done).toEqual(['confirmed'])
  expect(told('confirmed', 'confirmed', 'confirmed')).toEqual({ tells: [], done: ['confirmed'] })
})

it('tells of another variant that is confirmed after a fork', () => {
  const tells: (string | undefined)[] = []
  const outcome = { status: 'confirmed', signature: 'a', slot: 1n, isFinal: false } as const
  const hear = onceAnother({ outcome }, ({ signature }) => tells.push(signature))
  for (const signature of ['a', 'b', 'b']) hear({ status: 'confirmed', signature })
  expect(tells).toEqual(['b'])
})
