// npm run restore -- <file>: restores DATA_DIR from a file that `npm run backup` wrote.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

function fail(why) {
  console.error(why)
  process.exit(1)
}

const dataDir = resolve(process.env.DATA_DIR || '.data')
const [file] = process.argv.slice(2)
if (file === undefined) fail('Which file? npm run restore -- <file>')
if (!existsSync(file)) fail(`There is no ${file}.`)
if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
  fail(`${dataDir} is not empty: stop Tern and move it away first.`)

const staging = mkdtempSync(join(dirname(dataDir), '.tern-restore-'))
try {
  const { status, stderr } = spawnSync('tar', ['xzf', resolve(file), '-C', staging], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file} cannot be read: ${stderr.trim()}`)
  chmodSync(staging, 0o700)
  if (existsSync(dataDir)) rmdirSync(dataDir)
  renameSync(staging, dataDir)
  console.log(`${dataDir} is as it was: start Tern.`)
} catch (error) {
  rmSync(staging, { recursive: true, force: true })
  fail(error.message)
}
