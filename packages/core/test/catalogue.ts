import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const errorsFiles = [
  'errors.ts',
  'numberErrors.ts',
  'failureErrors.ts',
  'launchpadErrors.ts',
  'tickErrors.ts',
  'tradeErrors.ts',
  'walletErrors.ts',
  'externalErrors.ts',
  'hostErrors.ts',
].map(name => join(root, 'packages/core/src', name))
const wholeCatalogue = () => errorsFiles.map(file => readFileSync(file, 'utf8')).join('\n')

/** Code → text of the catalogue, read from its source; what is filled in stands as `{}`. Texts that are only a fact are left out. */
export function catalogueTexts(source = wholeCatalogue()): ReadonlyMap<string, string> {
  const entry =
    /'([a-z]+\/\w+)':\s*\(\w+: [^=]*?\)\s*=>\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g
  const texts = new Map<string, string>()
  for (const [, code = '', single, double, template] of source.matchAll(entry)) {
    const text = single ?? double ?? template ?? ''
    texts.set(code, blanked(text.replace(/\$\{[^}]*\}/g, '{}').replace(/\\(.)/g, '$1')))
  }
  return texts
}

/** `Unsupported protocol: {protocol}` as `Unsupported protocol: {}`. */
export function blanked(text: string): string {
  return text.replace(/\{[^}]*\}/g, '{}')
}

/** The whole source of the product without tests and without the catalogue: who names a code in it, throws or answers it. */
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
    else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) && !errorsFiles.includes(path))
      parts.push(readFileSync(path, 'utf8'))
  }
}
