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

/** Returns a sorted list as one text: of each word, the number of letters it shares with the word before, and its other letters. */
function frontCoded(words: readonly string[]): string {
  const sharedBy = (word: string, before: string) => {
    const differs = [...word].findIndex((letter, at) => letter !== before[at])
    return differs < 0 ? word.length : differs
  }
  return words
    .map((word, at) => {
      const shared = sharedBy(word, words[at - 1] ?? '')
      return `${shared}${word.slice(shared)}`
    })
    .join('')
}

/** Ships the list of BIP-39 front-coded: 2 kB less after gzip than the words themselves. */
const phraseWords: Plugin = {
  name: 'phrase-words',
  enforce: 'pre',
  async transform(_, id) {
    if (!id.endsWith('/@scure/bip39/wordlists/english.js')) return undefined
    const { wordlist }: { wordlist: readonly string[] } = await import(id)
    const coded = JSON.stringify(frontCoded(wordlist))
    return `let last = ''
export const wordlist = ${coded}.match(/\\d\\D+/g).map(coded => (last = last.slice(0, coded[0]) + coded.slice(1)))`
  },
}

/**
 * Leaves error texts out of the code that throws. The worker and the page pass on code and facts only.
 * Here the message of a `TernError` is its code and facts. Only the forms load the texts, by `errorText`.
 */
const codesOnly: Plugin = {
  name: 'codes-only',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './errorMessages.ts' && importer?.endsWith('/core/src/errors.ts') ? `${importer}?codes-only` : undefined,
  load: id =>
    id.endsWith('?codes-only') ? "export { codeAndFacts as errorMessage } from './codeAndFacts.ts'" : undefined,
}

/** Errors of other wallets than the vault's. */
const foreignErrors = ['wallet/cannotSign', 'wallet/changedMessage', 'wallet/didNotSign']

/** The vault and its signer throw errors of these areas. All other texts would take a fifth of the forms. */
const vaultAreas = ['amount', 'number', 'trade/addressMismatch', 'wallet']

/**
 * Leaves out the texts of other errors. `errorMessage` shows their code and facts instead. A test compares the build with the vault's
 * own errors.
 */
const vaultTexts: Plugin = {
  name: 'vault-texts',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/core/src/errorMessages.ts')
      ? code.replace(/^ {2}'([a-z]+\/[a-zA-Z]+)':[\s\S]*?(?=^ {2}'|^\})/gm, (entry, of: string) =>
          !foreignErrors.includes(of) && vaultAreas.some(area => of === area || of.startsWith(`${area}/`)) ? entry : '',
        )
      : undefined,
}

/**
 * Leaves out rows that the signer never needs. It refuses launches and migrations. No action of the client builds claims of fees,
 * configurations or pools of Meteora. From the other rows, it leaves out data that only the indexer reads: a pool's mints, a platform's
 * configuration and the number of accounts in older transactions.
 */
const signableRows: Plugin = {
  name: 'signable-rows',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/venues/src/effects/effectRows.ts')
      ? code.replace(
          /\n(?:\S+ k[56f]|claim_\w*fee\w*|create_config|initialize_\w*pool)\b[^\n`]*| [my]\d+(,\d+)?(?=[ \n`])|(?<= n\d+(-\d+)?),\d+/g,
          '',
        )
      : undefined,
}

/** Builds a page for its own origin. It shares no file with the terminal's build. */
export default defineConfig({
  plugins: [commonPasswords, phraseWords, codesOnly, vaultTexts],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The page names every other file, and hashes do not compress. 32 bits tell the versions of a file apart.
    rolldownOptions: { output: { hashCharacters: 'hex' } },
  },
  worker: {
    format: 'es',
    plugins: () => [codesOnly, signableRows],
    // Vite leaves the annotations of pure calls in a worker, although nothing bundles it again.
    rolldownOptions: { output: { comments: { annotation: false } } },
  },
})
