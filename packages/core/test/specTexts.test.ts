import { describe, expect, it } from 'vitest'
import { TernError } from '../src/errors.ts'
import { blanked, catalogueTexts, productSource } from './catalogue.ts'
import { specTexts } from './specTexts.ts'
import notThrownYet from './textsNotThrownYet.json' with { type: 'json' }

const texts = Object.values(specTexts).flat()
const catalogue = catalogueTexts()

describe('the texts of section 8', () => {
  it('are each given once', () => {
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('are in the catalogue to the letter or not at all', () => {
    const wanted = new Map(texts.map(text => [letters(text), blanked(text)]))
    for (const text of catalogue.values()) {
      const meant = wanted.get(letters(text)) ?? closest(text, wanted.values())
      expect(text).toBe(meant ?? text)
    }
  })

  it('are on the list of unused texts exactly if no code throws them', () => {
    const source = productSource()
    const thrown = new Set([...catalogue].filter(([code]) => source.includes(`'${code}'`)).map(([, text]) => text))
    // This entry chooses its text by the provider.
    if (source.includes("'send/providerFailed'"))
      for (const provider of ['jito', 'helius', '0slot', 'temporal'])
        thrown.add(new TernError('send/providerFailed', { provider, failures: [] }).message)
    const missing = texts.filter(text => !thrown.has(blanked(text)))
    console.log(
      `Texts of section 8 that nothing throws yet, ${missing.length} of ${texts.length}:\n  ${missing.join('\n  ')}`,
    )
    expect(missing).toEqual(notThrownYet)
  })

  it('are read from a catalogue in every spelling of an entry', () => {
    const source = `
      'a/one': 'it\\'s one',
      'a/two': f =>
        \`Unsupported: \${f.text}!\`,
      'a/three': "you don't",
      'a/four':
        'four',
      'a/five': f => f.message,`
    expect([...catalogueTexts(source)]).toEqual([
      ['a/one', "it's one"],
      ['a/two', 'Unsupported: {}!'],
      ['a/three', "you don't"],
      ['a/four', 'four'],
    ])
    expect(catalogue.size).toBeGreaterThan(180)
  })

  it('are recognised if misspelt', () => {
    expect(closest('Not enough SOL to buy tokens', texts)).toBe('No enough SOL to buy tokens')
    expect(closest('token not match', texts)).toBe('toke not match')
    expect(closest('The wallet is locked', texts)).toBeUndefined()
  })
})

function letters(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9{}]/g, '')
}

/** Finds the text of the specification that differs from `text` by a few letters. */
function closest(text: string, among: Iterable<string>): string | undefined {
  for (const candidate of among) if (distance(text, candidate) <= Math.min(2, candidate.length / 8)) return candidate
  return undefined
}

/** Counts the letters to change, add or drop to turn `b` into `a`. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
