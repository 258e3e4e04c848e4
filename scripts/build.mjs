import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBinary } from './node.mjs'
import { withProgress } from './progress.mjs'
import { root } from './root.mjs'

const terminal = join(root, 'apps', 'terminal')
const vault = join(root, 'apps', 'vault')
const stamp = join(terminal, 'dist', '.built-from')

/** Folders that hold no sources of the build. */
const beside = ['node_modules', 'dist', 'test']

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (beside.includes(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* files(path)
    else yield path
  }
}

/** Makes a digest of all sources of the build. */
function sources() {
  const hash = createHash('sha256')
  for (const folder of ['packages', 'apps'])
    for (const path of [...files(join(root, folder))].sort()) hash.update(path).update(readFileSync(path))
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex')
}

/**
 * Runs a script of the build. It sets NODE_ENV, because a test runner may have set another, and users get the
 * production build.
 */
function run(what, folder, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(nodeBinary(), args, {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', chunk => (output += chunk))
    child.stderr.on('data', chunk => (output += chunk))
    child.on('error', reject)
    child.on('close', code => (code === 0 ? resolve() : reject(new Error(`${what} does not build:\n${output.trim()}`))))
  })
}

const page = folder =>
  run('The terminal', folder, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'])

const database = () =>
  run('The database', root, ['--disable-warning=ExperimentalWarning', 'apps/server/src/database/prepare.ts'])

/** Builds the terminal, its vault and a server's first database, unless they were built from exactly these sources. */
export async function ensureBuilt() {
  const digest = sources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  await withProgress('Building the terminal', () => Promise.all([page(terminal), page(vault), database()]))
  writeFileSync(stamp, digest)
}
