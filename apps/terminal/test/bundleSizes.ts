import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly isDynamicEntry?: boolean
}

type Manifest = Readonly<Record<string, Chunk>>

/** Entries of a usable Discover page: the page with the shell, and the code for buying, which loads with the list. */
export const discoverPage = ['index.html', 'src/features/discover/quickBuyNow.ts']
/** Entries of a token's page, with its chart and one venue. */
export const tokenPage = [
  'src/TokenPage.tsx',
  'src/features/token/drawChart.ts',
  '../../packages/venues/src/pumpfun/pumpfun.ts',
]

/** Returns the entry of each other page. */
export const otherPages = (dist: string): readonly string[] =>
  Object.entries(readManifest(dist))
    .filter(([name, { isDynamicEntry }]) => isDynamicEntry && /^src\/(\w+Page|features\/\w+\/\w*View)\.tsx$/.test(name))
    .map(([name]) => name)
    .filter(name => !discoverPage.includes(name) && !tokenPage.includes(name))

const readManifest = (dist: string): Manifest =>
  JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest

/** Returns the file of a module that loads on demand, such as `assets/part-1ebe068e.js`, in the terminal that tests run. */
export function fileOf(source: string): string {
  const chunk = readManifest(join(import.meta.dirname, '..', 'dist'))[source]
  if (chunk === undefined) throw new TypeError(`The build has no ${source}`)
  return chunk.file
}

/** Returns the files of `entries`, with everything that they import statically. */
function filesOf(manifest: Manifest, entries: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new TypeError(`The build has no ${name}`)
    if (seen.has(name)) return
    seen.add(name)
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const entry of entries) visit(entry)
  return files
}

/** Returns the gzipped bytes that `entries` load, by kind, without the files that `before` has loaded. */
export function loadedBytes(dist: string, entries: readonly string[], before: readonly string[] = []) {
  const manifest = readManifest(dist)
  const had = filesOf(manifest, before)
  const sizes = { js: 0, css: 0 }
  for (const file of filesOf(manifest, entries)) {
    if (had.has(file)) continue
    const kind = file.endsWith('.css') ? 'css' : 'js'
    sizes[kind] += gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  }
  return sizes
}
