import { describe, expect, it } from 'vitest'
import { createSeats } from './seats.ts'

describe('seats', () => {
  it('are so many for one client, and so many altogether, and are given back once', () => {
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
})
