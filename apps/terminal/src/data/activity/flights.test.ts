import type { Address } from '@tern/core'
import { beforeEach, expect, it } from 'vitest'
import { flights, isOver, openFlight } from './flights.ts'

const intention = {
  owner: 'me' as Address,
  kind: 'trade',
  title: 'Buy KITE',
  detail: '0.5 SOL',
  startedAtMs: 1_000,
} as const
// Other test files in this process add flights too.
beforeEach(() => flights.set([]))

it('keeps the fields that an update leaves out, and the times of its start and end', () => {
  let now = 1_000
  const flight = openFlight(intention, 'here', () => now)
  flight.update({ state: 'sent', signature: '5xQm' })
  now = 2_800
  flight.update({ state: 'confirmed' })
  expect(flights.get()).toMatchObject([
    { ...intention, state: 'confirmed', signature: '5xQm', startedAtMs: 1_000, endedAtMs: 2_800 },
  ])
  // The report that it is final comes later.
  now = 15_000
  flight.update({ state: 'confirmed' })
  expect(flights.get()[0]).toMatchObject({ endedAtMs: 2_800 })
})

it('has no duration if another page sent the transaction', () => {
  const flight = openFlight(intention, 'pageBefore', () => 9_000)
  flight.update({ state: 'confirmed', signature: '5xQm' })
  expect(flights.get()).toMatchObject([{ state: 'confirmed', startedAtMs: 1_000 }])
  expect(flights.get()[0]).not.toHaveProperty('endedAtMs')
})

it('counts blocks only while the outcome is unknown', () => {
  const flight = openFlight(intention)
  flight.update({ state: 'unknown', blocksLeft: 41 })
  expect(flights.get()[0]).toMatchObject({ state: 'unknown', blocksLeft: 41 })
  expect(flights.get()[0]).not.toHaveProperty('endedAtMs')
  flight.update({ state: 'expired' })
  expect(flights.get()[0]).not.toHaveProperty('blocksLeft')
})

it('is over once no further transaction state follows', () => {
  const over = (['sending', 'sent', 'unknown', 'confirmed', 'failed', 'expired', 'refused', 'stopped'] as const).filter(
    state => isOver({ state }),
  )
  expect(over).toEqual(['confirmed', 'failed', 'expired', 'refused', 'stopped'])
})

it('lists the newest first', () => {
  openFlight(intention)
  openFlight({ ...intention, title: 'Sell KITE' })
  expect(flights.get().map(({ title }) => title)).toEqual(['Sell KITE', 'Buy KITE'])
})
