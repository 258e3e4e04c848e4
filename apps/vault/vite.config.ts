import { readFile } from 'node:fs/promises'
import { defineConfig, type Plugin } from 'vite'
import { listLength } from './src/strength/listLength.ts'

/** Ships the most common passwords of a list of 49,000 as a single text, the form that compresses best. */
const commonPasswords: Plugin = {
  name: 'common-passwords',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('/language-common/src/passwords.json')) return undefined
    const listed: string[] = JSON.parse(await readFile(id, 'utf8'))
    return {
      code: `export default ${JSON.stringify(listed.slice(0, listLength).join(' '))}.split(' ')`,
      moduleType: 'js',
    }
  },
}

/**
 * Leaves error texts out of the code that throws. The worker and the page pass on code and facts only.
 * Here the message of a `TernError` is its code and facts. The forms alone load `errorText`, which has the texts.
 */
const codesOnly: Plugin = {
  name: 'codes-only',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './errorMessages.ts' && importer?.endsWith('/core/src/errors.ts') ? `${importer}?codes-only` : undefined,
  load: id =>
    id.endsWith('?codes-only') ? "export { codeAndFacts as errorMessage } from './codeAndFacts.ts'" : undefined,
}

/** Builds a page for its own origin. It shares no file with the terminal's build. */
export default defineConfig({
  plugins: [commonPasswords, codesOnly],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es', plugins: () => [codesOnly] },
})
