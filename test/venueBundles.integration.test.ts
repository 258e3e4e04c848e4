import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'

/** Bytes after gzip of what a page loads at once that takes a venue and nothing else. */
async function loadedBytes(venue: string): Promise<number> {
  const bundle = await rolldown({
    ...{ input: 'virtual:page', platform: 'browser', onLog: () => undefined },
    // As bundlers make pages: an entry may hold what is loaded later takes of it.
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

// The texts of all errors take 5.5 kB of it.
describe('a page that reads, quotes and swaps on one venue', () => {
  it.each([
    ['pumpfun', 17_000],
    ['pumpAmm', 17_000],
    ['raydiumCpmm', 14_600],
    ['raydiumClmm', 19_700],
    ['raydiumLaunchlab', 17_200],
    ['meteoraDbc', 17_700],
    ['meteoraDammV2', 17_000],
  ])('takes no more than this of %s: %i bytes', async (venue, most) => {
    const bytes = await loadedBytes(venue)
    expect(bytes).toBeGreaterThan(5_000)
    expect(bytes).toBeLessThanOrEqual(most)
  })
})
