import { describe, expect, it } from 'vitest'
import { contrast, difference, type Eyes } from '../../test/colour.ts'
import { allRules, colourSets, coloursOf, heightsOf, themes } from '../../test/sheets.ts'
import { rowHeights } from '../ui/rowHeights.ts'

const surfaces = ['bg0', 'bg1', 'bg2', 'bg3'] as const

/** Every text colour and its backgrounds. A selected row has `iris-bg`; a changed value has its side's tint. */
const texts: Readonly<Record<string, readonly string[]>> = {
  fg0: [...surfaces, 'iris-bg', 'buy-bg', 'sell-bg', 'segment-on'],
  fg1: [...surfaces, 'iris-bg', 'buy-bg', 'sell-bg'],
  fg2: [...surfaces, 'iris-bg'],
  buy: [...surfaces, 'iris-bg', 'buy-bg'],
  sell: [...surfaces, 'iris-bg', 'sell-bg'],
  warn: [...surfaces, 'iris-bg', 'warn-bg'],
  danger: [...surfaces, 'iris-bg', 'danger-bg'],
  ok: [...surfaces, 'iris-bg', 'ok-bg'],
  iris: [...surfaces, 'iris-bg'],
  'on-buy': ['buy'],
  'on-sell': ['sell'],
  'on-paper': ['paper'],
}

/** Visible elements without text: field borders, the focus ring, marks, bars, candles. */
const graphics: Readonly<Record<string, readonly string[]>> = {
  line2: ['bg0', 'bg1', 'bg2'],
  iris: surfaces,
  fg0: surfaces,
  fg1: surfaces,
  buy: surfaces,
  sell: surfaces,
  warn: surfaces,
  danger: surfaces,
  ok: surfaces,
  paper: surfaces,
  'on-iris': ['iris'],
}

/** Variables that components set on an element. */
const setByScript = ['--filled']

const pairs = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([colour, grounds]) => grounds.map(ground => [colour, ground] as const))

describe.each(themes.flatMap(theme => colourSets.map(colourSet => [theme, colourSet] as const)))(
  'in the %s theme with the colours %s',
  (theme, colourSet) => {
    const colours = coloursOf(theme, colourSet)
    const ratio = (colour: string, ground: string) => contrast(colours.get(colour) ?? '', colours.get(ground) ?? '')

    it.each(pairs(texts))('%s on %s can be read', (colour, ground) => {
      expect(ratio(colour, ground)).toBeGreaterThanOrEqual(4.5)
    })

    it.each(pairs(graphics))('%s on %s can be seen', (colour, ground) => {
      expect(ratio(colour, ground)).toBeGreaterThanOrEqual(3)
    })
  },
)

describe('the table', () => {
  const variable = /^var\(--([\w-]+)\)$/
  const colourOf = (value = '') => variable.exec(value)?.[1]

  it('holds every pair of colour and background in the rules', () => {
    const unknown = allRules().flatMap(({ file, selector, declarations }) => {
      const [colour, ground] = [colourOf(declarations.get('color')), colourOf(declarations.get('background'))]
      return colour === undefined || ground === undefined || texts[colour]?.includes(ground)
        ? []
        : [`${file}: ${selector}: ${colour} on ${ground}`]
    })
    expect(unknown).toEqual([])
  })

  it('holds every text colour of the rules', () => {
    const colours = allRules().flatMap(({ declarations }) => colourOf(declarations.get('color')) ?? [])
    expect(colours.filter(colour => texts[colour] === undefined)).toEqual([])
  })

  it('knows every variable in the rules', () => {
    const values = allRules().flatMap(({ declarations }) => [...declarations.values()])
    const named = values.flatMap(value => [...value.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name))
    const declared = new Set(allRules().flatMap(({ declarations }) => [...declarations.keys()]))
    expect(named.filter(name => !declared.has(name) && !setByScript.includes(name))).toEqual([])
  })
})

/** The OKLab distance × 100 between buy and sell, for normal and colour-blind eyes. */
const distances: Readonly<Record<string, Readonly<Record<Eyes, number>>>> = {
  'dark harbour': { normal: 28.3, protan: 22.5, deutan: 21.6, tritan: 31.4 },
  'light harbour': { normal: 24.7, protan: 16.3, deutan: 19.4, tritan: 27.4 },
  'dark high-separation': { normal: 30.5, protan: 24.7, deutan: 28.8, tritan: 28.6 },
  'light high-separation': { normal: 34.3, protan: 28.9, deutan: 31.5, tritan: 27.7 },
}

describe('buy and sell are distinguishable', () => {
  it.each(Object.entries(distances))('%s', (name, expected) => {
    const [theme, colourSet] = [themes.find(one => name.startsWith(one)), colourSets.find(one => name.endsWith(one))]
    if (theme === undefined || colourSet === undefined) throw new TypeError(name)
    const colours = coloursOf(theme, colourSet)
    for (const [who, distance] of Object.entries(expected) as [Eyes, number][])
      expect(difference(colours.get('buy') ?? '', colours.get('sell') ?? '', who)).toBeCloseTo(distance, 1)
  })

  it('better than the usual green and red for all eyes', () => {
    const usual = Math.min(
      ...(['protan', 'deutan', 'tritan'] as const).map(who => difference('#16c784', '#ea3943', who)),
    )
    expect(usual).toBeCloseTo(11.2, 1)
    for (const expected of Object.values(distances)) expect(Math.min(...Object.values(expected))).toBeGreaterThan(usual)
  })

  it('with the colours swapped if red is up', () => {
    for (const theme of themes) {
      const [classic, redUp] = [coloursOf(theme, 'classic'), coloursOf(theme, 'red-up')]
      expect([redUp.get('buy'), redUp.get('sell')]).toEqual([classic.get('sell'), classic.get('buy')])
    }
  })
})

it('virtual lists use the row heights of the style sheet', () => {
  for (const [density, heights] of Object.entries(rowHeights)) expect(heightsOf(density)).toEqual(heights)
})
