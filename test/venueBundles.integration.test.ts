import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'

/** Bundles a page that uses this venue alone. @returns the bytes that it loads at once, after gzip. */
async function loadedBytes(venue: string): Promise<number> {
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
        load: id => (id === 'virtual:page' ? `export { ${venue} } from '@tern/venues/${venue}'` : undefined),
      },
    ],
  })
  const { output } = await bundle.generate({ minify: true, comments: { annotation: false } })
  await bundle.close()
  const chunks = new Map(output.flatMap(part => (part.type === 'chunk' ? [[part.fileName, part] as const] : [])))
  const names = new Set([...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  for (const name of names) for (const next of chunks.get(name)?.imports ?? []) names.add(next)
  return [...names].reduce((sum, name) => sum + gzipSync(chunks.get(name)?.code ?? '', { level: 9 }).length, 0)
}

// 5.5 kB of each page are the texts of all errors.
describe('a page that reads, quotes and swaps on one venue', () => {
  it.each([
    ['pumpfun', 17_000],
    ['pumpAmm', 17_000],
    ['raydiumCpmm', 14_600],
    ['raydiumClmm', 19_700],
    ['raydiumLaunchlab', 17_200],
    ['meteoraDbc', 17_700],
    ['meteoraDammV2', 17_000],
  ])('takes no more than this for %s: %i bytes', async (venue, most) => {
    const bytes = await loadedBytes(venue)
    expect(bytes).toBeGreaterThan(5_000)
    expect(bytes).toBeLessThanOrEqual(most)
  })
})
