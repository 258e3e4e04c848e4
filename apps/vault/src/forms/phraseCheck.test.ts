import { describe, expect, it } from 'vitest'
import { checkLeft, isMistypedWord, isTypedWord, placesToCheck } from './phraseCheck.ts'

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'.split(' ')

describe('the check of a phrase', () => {
  it('asks for three different words in order', () => {
    for (const random of [() => 0, () => 0.999, Math.random]) {
      const places = placesToCheck(12, random)
      expect(new Set(places).size).toBe(3)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(places.every(place => place >= 0 && place < 12)).toBe(true)
    }
  })

  it('accepts a word in any case, and reports a wrong word early', () => {
    expect(isTypedWord(' Winner ', 'winner')).toBe(true)
    expect(isTypedWord('winne', 'winner')).toBe(false)
    expect(isMistypedWord('win', 'winner')).toBe(false)
    expect(isMistypedWord('winx', 'winner')).toBe(true)
    expect(isMistypedWord('winners', 'winner')).toBe(true)
  })

  it('names the next thing to do', () => {
    const left = (typed: readonly string[], isKept = true) => checkLeft(words, [1, 4, 11], { typed, isKept })
    expect(left(['', '', ''])).toBe('Type word 2 to continue')
    expect(left(['winner', 'wave', 'yelow'])).toBe('Type word 12 to continue')
    expect(left(['winner', 'WAVE', 'yellow'], false)).toBe('Tick that you have it to continue')
    expect(left(['winner', 'wave', 'yellow'])).toBeUndefined()
  })
})
