// Compiles each program's effects.ts to packages/venues/src/effects/rows.ts. `npm run api` runs it first.
// --check: fails if the file is stale, and writes nothing.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

const source = join(root, 'packages', 'venues', 'src')

/** Returns the text of the generated module. */
export async function compiledRows() {
  const { compileEffect } = await import(pathToFileURL(join(source, 'effects', 'compile.ts')))
  const folders = readdirSync(source, { recursive: true }).filter(path => /^[^/\\]+[/\\]effects\.ts$/.test(path))
  const entries = []
  for (const path of folders.sort()) {
    const { effects } = await import(pathToFileURL(join(source, path)))
    const rows = effects.effects.flatMap(compileEffect).join('\n')
    for (const program of effects.programs)
      entries.push(`  ${/^\d/.test(program) ? `'${program}'` : program}: \`\n${rows}\`,\n`)
  }
  return `// Written by scripts/effects.mjs from each program's effects.ts.\n\n/** The compiled effects of each program, by address. */\nexport const rows: Readonly<Record<string, string>> = {\n${entries.join('')}}\n`
}

const target = join(source, 'effects', 'rows.ts')
if (process.argv[1] === join(import.meta.dirname, 'effects.mjs')) {
  const text = await compiledRows()
  if (!process.argv.includes('--check')) writeFileSync(target, text)
  else if (readFileSync(target, 'utf8') !== text) {
    console.error('packages/venues/src/effects/rows.ts is stale: run npm run api')
    process.exitCode = 1
  }
}
