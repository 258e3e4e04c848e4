import { describe, expect, it } from 'vitest'
import { describeName, inventToken } from './inventToken.ts'
import { adjectives, nouns } from './nameWords.ts'

const tokens = Array.from({ length: 20_000 }, (_, n) => inventToken('tern', n))

describe('inventToken', () => {
  it('repeats no name, symbol or sentence for twenty thousand launches', () => {
    expect(new Set(tokens.map(({ name }) => name)).size).toBe(tokens.length)
    expect(new Set(tokens.map(({ symbol }) => symbol)).size).toBe(tokens.length)
    expect(new Set(tokens.map(({ description }) => description)).size).toBe(tokens.length)
  })

  it('adds numbers to its names once all are used', () => {
    const all = adjectives.length * nouns.length
    const { name, symbol } = inventToken('tern', 3)
    expect(inventToken('tern', all + 3)).toMatchObject({ name: `${name} 2`, symbol: `${symbol}2` })
  })

  it('is the same for the same seed, and different for another seed', () => {
    expect(inventToken('tern', 7)).toEqual(tokens[7])
    expect(inventToken('other', 7)).not.toEqual(tokens[7])
  })

  it('fits a token program’s limits, and describes the token in plain words', () => {
    for (const { name, symbol, description } of tokens) {
      expect(name.length).toBeLessThanOrEqual(32)
      expect(symbol).toMatch(/^[A-Z]{6}$/)
      expect(description).toMatch(/^An? [a-z ,]+( Sundays)?\.$/)
      expect(description.length).toBeLessThanOrEqual(150)
    }
  })

  it('has no two words with the same first three letters', () => {
    for (const words of [adjectives, nouns])
      expect(new Set(words.map(word => word.slice(0, 3))).size).toBe(words.length)
  })

  it('describes a name by the name alone', () => {
    expect(describeName('Amber Otter')).toMatch(/^An amber otter that /)
    expect(describeName('Honest Yak')).toMatch(/^An honest yak /)
    expect(describeName('Unhurried Owl')).toMatch(/^An unhurried owl /)
    expect(describeName('Velvet Fox 2')).toMatch(/^A velvet fox that /)
  })
})
