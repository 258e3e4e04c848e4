import { describe, expect, it } from 'vitest'
import { createSeats } from './seats.ts'

describe('seats', () => {
  it('are limited for a client and in total, and each is returned once', () => {
    const seats = createSeats({ ofClient: 2, altogether: 3 })
    const first = seats.take('a')
    expect(seats.take('a')).toBeDefined()
    expect(seats.take('a')).toBeUndefined()
    expect(seats.take('b')).toBeDefined()
    expect(seats.take('c')).toBeUndefined()
    expect(seats.taken()).toBe(3)
    first?.()
    first?.()
    expect(seats.taken()).toBe(2)
    expect(seats.take('c')).toBeDefined()
    expect(seats.take('a')).toBeUndefined()
  })

  it('are limited for a client and for both networks around it', () => {
    const seats = createSeats({ ofClient: 2 })
    const takeAll = (clients: readonly string[]) =>
      clients.map(client => Array.from({ length: 3 }, () => seats.take(client)).filter(Boolean).length)
    const inStreet = Array.from({ length: 6 }, (_, i) => `2001:db8:0:${i}::/64`)
    expect(takeAll(inStreet)).toEqual([2, 2, 2, 2, 0, 0])
    const inTown = Array.from({ length: 6 }, (_, i) => `2001:db8:0:${i + 1}00::/64`)
    expect(takeAll(inTown)).toEqual([2, 2, 2, 2, 0, 0])
    expect(takeAll(['2001:db8:1:0::/64'])).toEqual([2])
    expect(takeAll(Array.from({ length: 6 }, (_, i) => `1.2.3.${i}`))).toEqual([2, 2, 2, 2, 0, 0])
    expect(takeAll(Array.from({ length: 6 }, (_, i) => `1.2.${i + 4}.1`))).toEqual([2, 2, 2, 2, 0, 0])
    expect(takeAll(['1.3.3.1'])).toEqual([2])
  })

  it('return to a network together with its clients’ seats', () => {
    const seats = createSeats({ ofClient: 1, ofNetworks: [2, 2] })
    const [first] = ['1.2.3.1', '1.2.3.2'].map(client => seats.take(client))
    expect(seats.take('1.2.3.3')).toBeUndefined()
    first?.()
    expect(seats.take('1.2.3.3')).toBeDefined()
  })
})
