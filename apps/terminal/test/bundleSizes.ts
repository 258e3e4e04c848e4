import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

type Manifest = Readonly<Record<string, Chunk>>

/** The files of `entries` and all that they import statically. */
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

/** Bytes after gzip of what `entries` load, by kind, without what `before` had loaded already. */
export function loadedBytes(dist: string, entries: readonly string[], before: readonly string[] = []) {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const had = filesOf(manifest, before)
  const sizes = { js: 0, css: 0 }
  for (const file of filesOf(manifest, entries)) {
    if (had.has(file)) continue
    const kind = file.endsWith('.css') ? 'css' : 'js'
    sizes[kind] += gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  }
  return sizes
}
