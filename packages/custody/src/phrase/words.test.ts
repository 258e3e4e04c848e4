import { entropyToMnemonic, generateMnemonic, mnemonicToSeed, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { describe, expect, it } from 'vitest'
import { phraseSeed } from './derivation.ts'
import { newPhrase, randomWords, readPhrase } from './words.ts'

const about = `${'abandon '.repeat(11)}about`

describe('a phrase', () => {
  it.each([12, 24] as const)(
    'of %d words is new each time, reads back, and has the seed that others make of it',
    async length => {
      const phrase = await newPhrase(length)
      expect(phrase.split(' ')).toHaveLength(length)
      expect(await readPhrase(phrase)).toEqual({ phrase })
      expect(await newPhrase(length)).not.toBe(phrase)
      expect(validateMnemonic(phrase, wordlist)).toBe(true)
      const theirs = generateMnemonic(wordlist, (length / 3) * 32)
      expect(await readPhrase(theirs)).toEqual({ phrase: theirs })
      expect(await phraseSeed(new TextEncoder().encode(phrase))).toEqual(await mnemonicToSeed(phrase))
    },
  )

  it.each([16, 32])(
    'is read as other libraries write it, at the ends of %d bytes of entropy and between',
    async bytes => {
      for (const fill of [0, 0x7f, 0x80, 0xff]) {
        const theirs = entropyToMnemonic(new Uint8Array(bytes).fill(fill), wordlist)
        expect(await readPhrase(theirs)).toEqual({ phrase: theirs })
        const words = theirs.split(' ')
        const other = words.with(0, words[0] === 'zoo' ? 'abandon' : 'zoo').join(' ')
        expect('phrase' in (await readPhrase(other))).toBe(validateMnemonic(other, wordlist))
      }
    },
  )

  it('is read in any spelling', async () => {
    for (const typed of [
      ` ${about} `,
      about.toUpperCase(),
      about.replaceAll(' ', ' \n\t'),
      about.replaceAll('b', '\uff42'),
    ])
      expect(await readPhrase(typed)).toEqual({ phrase: about })
  })

  it.each([
    ['', { fault: 'length', count: 0 }],
    ['abandon ability', { fault: 'length', count: 2 }],
    [`${'abandon '.repeat(14)}address`, { fault: 'length', count: 15 }],
    [about.replace('about', 'abuot'), { fault: 'word', place: 12, word: 'abuot' }],
    [`${'abandon '.repeat(11)}abandon`, { fault: 'checksum' }],
    [`about ${'abandon '.repeat(11)}`, { fault: 'checksum' }],
  ])('is not %j', async (typed, fault) => {
    expect(await readPhrase(typed)).toEqual(fault)
  })
})

it('draws random words evenly from the list', () => {
  // 2^16 is a multiple of the list's length, so every word is equally likely.
  expect(65_536 % wordlist.length).toBe(0)
  const words = randomWords(500)
  expect(words.every(word => wordlist.includes(word))).toBe(true)
  expect(new Set(words).size).toBeGreaterThan(350)
})
