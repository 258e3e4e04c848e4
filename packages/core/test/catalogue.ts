import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const tables = ['errorMessages.ts', 'errorTable.ts'].map(name => join(root, 'packages/core/src', name))

/**
 * Reads code → text from the source of the message table. Each fact in a text becomes `{}`. Entries without a text of their own are left out.
 */
export function catalogueTexts(source = readFileSync(tables[0] ?? '', 'utf8')): ReadonlyMap<string, string> {
  const entry = /'([a-z]+\/\w+)':\s*(?:f\s*=>\s*)?(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g
  const texts = new Map<string, string>()
  for (const [, code = '', single, double, template] of source.matchAll(entry)) {
    const text = single ?? double ?? template ?? ''
    texts.set(code, blanked(text.replace(/\$\{[^}]*\}/g, '{}').replace(/\\(.)/g, '$1')))
  }
  return texts
}

/** Turns `Unsupported protocol: {protocol}` into `Unsupported protocol: {}`. */
export function blanked(text: string): string {
  return text.replace(/\{[^}]*\}/g, '{}')
}

/** Reads the product's whole source without tests and without the error tables. A file that names a code throws or answers it. */
export function productSource(): string {
  const parts: string[] = []
  for (const group of ['packages', 'apps']) {
    for (const name of existsSync(join(root, group)) ? readdirSync(join(root, group)) : []) {
      const folder = join(root, group, name, 'src')
      if (existsSync(folder)) collect(folder, parts)
    }
  }
  return parts.join('\n')
}

function collect(folder: string, parts: string[]): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) collect(path, parts)
    else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) && !tables.includes(path))
      parts.push(readFileSync(path, 'utf8'))
  }
}
