import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'

/** Takes the place of the texts of all errors. */
const noTexts = 'export const errorMessages = {}; export const errorMessage = ({ code }) => code'

/**
 * Bundles a page that uses these venues alone.
 * @returns the bytes after gzip that it loads at once, or with `onDemand` all bytes.
 */
async function bytesOf(
  venues: readonly string[],
  { hasTexts, onDemand = false }: { readonly hasTexts: boolean; readonly onDemand?: boolean },
): Promise<number> {
  const bundle = await rolldown({
    ...{ input: 'virtual:page', platform: 'browser', onLog: () => undefined },
    // Bundlers build pages so: an entry may also export code for chunks that load later.
    preserveEntrySignatures: 'allow-extension',
    plugins: [
      {
        name: 'page',
        resolveId(id, from) {
          if (id === 'virtual:page') return id
          return from === 'virtual:page' ? this.resolve(id, join(import.meta.dirname, 'page.js')) : undefined
        },
        load(id) {
          if (id === 'virtual:page')
            return venues.map(venue => `export { ${venue} } from '@tern/venues/${venue}'`).join('\n')
          return !hasTexts && id.endsWith('/errorMessages.ts') ? noTexts : undefined
        },
      },
    ],
  })
  const { output } = await bundle.generate({ minify: true, comments: { annotation: false } })
  await bundle.close()
  const chunks = new Map(output.flatMap(part => (part.type === 'chunk' ? [[part.fileName, part] as const] : [])))
  const first = [...chunks.values()].filter(({ isEntry }) => onDemand || isEntry)
  const names = new Set(first.map(({ fileName }) => fileName))
  for (const name of names) for (const next of chunks.get(name)?.imports ?? []) names.add(next)
  return [...names].reduce((sum, name) => sum + gzipSync(chunks.get(name)?.code ?? '', { level: 9 }).length, 0)
}

const limits = [
  ['boop', 7_650],
  ['moonit', 7_800],
  ['pumpfun', 10_350],
  ['pumpAmm', 10_400],
  ['raydiumCpmm', 8_200],
  ['raydiumAmmV4', 7_500],
  ['raydiumStable', 9_150],
  ['meteoraDammV1', 10_400],
  ['raydiumClmm', 13_150],
  ['raydiumLaunchlab', 10_650],
  ['meteoraDbc', 11_300],
  ['meteoraDammV2', 10_550],
] as const

// Each venue has the evidence for its trades. The texts grow with the specification's, and every page has them all, so they have a limit of their own.
describe('a page that reads, quotes and swaps on one venue', () => {
  it.each(limits)('takes no more than this for %s without the texts of errors: %i bytes', async (venue, max) => {
    const bytes = await bytesOf([venue], { hasTexts: false })
    expect(bytes).toBeGreaterThan(5_000)
    expect(bytes).toBeLessThanOrEqual(max)
  })

  it('takes no more than this for the texts of errors: 6,500 bytes', async () => {
    const [withTexts = 0, without = 0] = await Promise.all(
      [true, false].map(hasTexts => bytesOf(['raydiumCpmm'], { hasTexts })),
    )
    const texts = withTexts - without
    expect(texts).toBeGreaterThan(4_000)
    expect(texts).toBeLessThanOrEqual(6_500)
  })
})

it('a page with all venues takes no more than 80,000 bytes, with the texts of errors and all that loads on demand', async () => {
  const path = join(import.meta.dirname, '../packages/venues/programs.json')
  const programs: readonly { readonly folder: string }[] = JSON.parse(readFileSync(path, 'utf8'))
  const venues = programs.map(({ folder }) => folder)
  expect(limits.map(([venue]) => venue as string).sort()).toEqual(venues.toSorted())
  const bytes = await bytesOf(venues, { hasTexts: true, onDemand: true })
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(80_000)
})
