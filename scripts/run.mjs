// npm run build | check | conformance | rehearse | lookup-table | bench | soak | pack | api | dev: runs a development command under a
// Node that runs TypeScript.
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runNode, server } from './node.mjs'
import { root } from './root.mjs'

const [name, ...rest] = process.argv.slice(2)
const bin = path => join(root, 'node_modules', path)

const commands = {
  /** Does everything that `npm start` does before it starts the server, so that a service can start at once. */
  build: async () => {
    await ensureInstalled({ dev: false })
    await ensureBuilt()
  },
  /** Formats and lints in place, then checks types and the language. */
  check: async () =>
    (await runNode([bin('@biomejs/biome/bin/biome'), 'check', '--write', '.'])) ||
    (await runNode([bin('typescript/bin/tsc'), '-p', 'tsconfig.json'])) ||
    (await runNode(['scripts/plainEnglish.mjs'])),
  conformance: () => runNode(['conformance/src/main.ts', ...rest]),
  rehearse: () => runNode(['conformance/rehearse/main.ts', ...rest]),
  'lookup-table': () => runNode(['scripts/lookupTable.mjs', ...rest]),
  bench: () => runNode(['bench/src/main.ts', ...rest]),
  /** Runs the soak of landing with two lying nodes, then a terminal in a busy market. */
  soak: async () =>
    (await runNode(['packages/chain/test/soak.ts', ...rest])) || (await runNode(['bench/src/soak.ts', ...rest])),
  pack: () => runNode(['scripts/pack.mjs', ...rest]),
  /** Writes the lists of programs and compiles the effects, then writes docs/api. */
  api: async () =>
    (await runNode(['scripts/programLists.mjs'])) ||
    (await runNode(['scripts/effects.mjs'])) ||
    (await runNode(['scripts/apiReference.mjs'])),
  /**
   * Starts the server on its practice chain, restarts it when its sources change, and serves the terminal with hot
   * reload.
   */
  dev: async () => {
    await ensureBuilt()
    const codes = await Promise.all([
      runNode(['--watch', ...server]),
      runNode([bin('vite/bin/vite.js'), '--open', ...rest], { cwd: join(root, 'apps', 'terminal') }),
    ])
    return Math.max(...codes)
  },
}

try {
  if (name !== 'build') await ensureInstalled({ dev: true })
  process.exitCode = await commands[name]()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
