// Compiles each program's effects.ts to packages/venues/src/effects/effectRows.ts, for signers and indexers, and landedRows.ts, for
// indexers only. `npm run api` runs it first.
// --check: fails if a file is stale, and writes nothing.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

const source = join(root, 'packages', 'venues', 'src')
const folders = readdirSync(source, { recursive: true }).filter(path => /^[^/\\]+[/\\]effects\.ts$/.test(path))
const { compileEffect } = await import(pathToFileURL(join(source, 'effects', 'compile.ts')))
const programs = []
for (const path of folders.sort()) programs.push((await import(pathToFileURL(join(source, path)))).effects)

/** Returns the text of a module with a constant of rows. */
function moduleOf(name, comment, isIncluded) {
  const entries = programs.flatMap(({ programs, effects }) => {
    const rows = effects.filter(isIncluded).flatMap(compileEffect).join('\n')
    const keys = programs.map(program => (/^\d/.test(program) ? `'${program}'` : program))
    return rows === '' ? [] : keys.map(key => `  ${key}: \`\n${rows}\`,\n`)
  })
  return `// Written by scripts/effects.mjs from each program's effects.ts.\n\n/** ${comment} */\nexport const ${name}: Readonly<Record<string, string>> = {\n${entries.join('')}}\n`
}

const isLandedOnly = ({ lengths }) => lengths.landedOnly === true
const modules = {
  'effectRows.ts': moduleOf('rows', 'The compiled effects of each program, by address.', one => !isLandedOnly(one)),
  'landedRows.ts': moduleOf(
    'landedRows',
    'The compiled effects of instructions that no signer takes, by the address of the program.',
    isLandedOnly,
  ),
}
for (const [name, text] of Object.entries(modules)) {
  const target = join(source, 'effects', name)
  if (!process.argv.includes('--check')) writeFileSync(target, text)
  else if (readFileSync(target, 'utf8') !== text) {
    console.error(`packages/venues/src/effects/${name} is stale: run npm run api`)
    process.exitCode = 1
  }
}
