import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { withProgress } from './progress.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function find() {
  if (process.env.CHROMIUM && existsSync(process.env.CHROMIUM)) return process.env.CHROMIUM
  for (const name of NAMES) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout?.trim()
    if (found) return found
  }
  return APPS.find(existsSync)
}

/** Finds the system's Chromium, and installs Debian's package if that is allowed. `undefined` without a browser. */
export async function chromium() {
  const found = find()
  if (found) return found
  const mayInstall =
    process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (!mayInstall) return undefined
  await withProgress('Installing Chromium', async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { env })
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { env })
  })
  return find()
}
