// Plain JavaScript for Node 20: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withProgress } from './progress.mjs'
import { root } from './root.mjs'

const read = path => JSON.parse(readFileSync(path, 'utf8')).packages

const suits = (wanted, actual) =>
  !wanted || wanted.includes(actual) || wanted.some(w => w.startsWith('!') && w !== `!${actual}`)

/**
 * Lists the packages that the lockfile wants on this machine, and that node_modules lacks or holds in another version.
 */
function missingPackages({ dev }) {
  const wanted = read(join(root, 'package-lock.json'))
  const hidden = join(root, 'node_modules', '.package-lock.json')
  const present = existsSync(hidden) ? read(hidden) : {}
  return Object.entries(wanted)
    .filter(([path, entry]) => {
      if (!path.startsWith('node_modules/')) return false
      if (entry.dev && !dev) return false
      if (entry.optional || entry.devOptional || entry.peer) return false
      if (!suits(entry.os, process.platform) || !suits(entry.cpu, process.arch)) return false
      // An absent nested package belongs to a package that is not wanted here, or is an optional peer dependency.
      if (path.lastIndexOf('node_modules/') > 0 && !present[path]) return false
      if (entry.link) return !existsSync(join(root, path))
      return present[path]?.version !== entry.version
    })
    .map(([path]) => path.slice('node_modules/'.length))
}

function npm(args) {
  const cli = process.env.npm_execpath
  const [command, prefix] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []]
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...prefix, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm',
    })
    let output = ''
    child.stdout.on('data', chunk => (output += chunk))
    child.stderr.on('data', chunk => (output += chunk))
    child.on('error', reject)
    child.on('close', code => {
      const said = output
        .split('\n')
        .filter(line => line.startsWith('npm error'))
        .slice(0, 12)
        .join('\n')
      if (code === 0) resolve()
      else reject(new Error(`npm ${args[0]} failed:\n${said || output.trim()}`))
    })
  })
}

/**
 * Brings node_modules to the lockfile's state; without `dev`, leaves out the development dependencies. `npm ci` would
 * refuse a
 * lockfile without the binaries of platforms that a registry does not carry. `install --no-save` takes the same
 * versions and leaves
 * the lockfile as it is.
 */
export async function ensureInstalled({ dev }) {
  const missing = missingPackages({ dev })
  if (missing.length === 0) return
  const parts = dev ? '--include=dev' : '--omit=dev'
  const args = ['install', '--no-save', '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund', parts]
  await withProgress(`Installing ${missing.length} packages`, () => npm(args))
}
