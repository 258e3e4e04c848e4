import { readFile } from 'node:fs/promises'
import { defineConfig, type Plugin } from 'vite'
import { listLength } from './src/strength/listLength.ts'

/** Ships the commonest passwords of a list of 49,000, as one text: that compresses best. */
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
 * Leaves the texts of errors out of what throws errors. The worker and the page pass on code and facts, and the message of
 * a `TernError` is code and facts here. `errorText` says the texts, and only the forms load them.
 */
const codesOnly: Plugin = {
  name: 'codes-only',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './errorMessages.ts' && importer?.endsWith('/core/src/errors.ts') ? `${importer}?codes-only` : undefined,
  load: id =>
    id.endsWith('?codes-only') ? "export { codeAndFacts as errorMessage } from './codeAndFacts.ts'" : undefined,
}

/** A page of its own origin, with nothing of the terminal's build in it. */
export default defineConfig({
  plugins: [commonPasswords, codesOnly],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es', plugins: () => [codesOnly] },
})
