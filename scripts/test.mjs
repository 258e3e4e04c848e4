// npm test: every check, each in its own step, with the time that it took. REQUIRE_ALL=1 fails when a tier is skipped.
// npm run proof: the same with PROOF=1, which adds the slow proofs that CONTRIBUTING.md lists.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { nodeBinary } from './node.mjs'
import { root } from './root.mjs'

const isProof = process.argv.includes('--proof')
const bin = path => join(root, 'node_modules', path)
const reports = mkdtempSync(join(tmpdir(), 'tern-test-'))
const temporary = join(reports, 'tmp')
mkdirSync(temporary)
const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const failedTests = []
const skipped = []

/** Runs a script of Node. Its output goes to the terminal, or to `onOutput` if that is given. @returns the exit code. */
function run(args, env, onOutput) {
  return new Promise(resolve => {
    const output = onOutput === undefined ? 'inherit' : 'pipe'
    const child = spawn(nodeBinary(), args, {
      cwd: root,
      // The tests start many processes. All share a compile cache.
      // The temporary directory is removed at the end with everything that tests left in it.
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(reports, 'compiled'),
        TMPDIR: temporary,
        ...(isProof && { PROOF: '1' }),
        ...env,
      },
      stdio: ['ignore', output, output],
    })
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput)
    child.on('close', code => resolve(code ?? 1))
  })
}

function report(name, code, started) {
  console.log(`── ${name}: ${code === 0 ? 'ok' : 'FAILED'}, ${((Date.now() - started) / 1000).toFixed(1)} s`)
  if (code !== 0) failures.push(name)
}

async function step(name, work) {
  const started = Date.now()
  console.log(`\n── ${name}`)
  report(name, await work(), started)
}

/**
 * Lists the failed tests of a file with the first lines of their errors. A file that could not run counts as a failed
 * test.
 */
function failuresOf({ name, message, status, assertionResults }) {
  const failed = assertionResults.filter(test => test.status === 'failed')
  const failures = failed.map(({ fullName, failureMessages }) => [fullName, failureMessages.join('\n')])
  if (status === 'failed' && failures.length === 0) failures.push(['the file', message])
  const firstLines = text => text.split('\n').slice(0, 6).join('\n    ')
  return failures.map(([test, why]) => `${relative(root, name)}: ${test}\n    ${firstLines(why)}`)
}

/** Runs a check, and prints its output once it has ended, because others run at the same time. */
async function check(name, args) {
  const started = Date.now()
  let output = ''
  const code = await run(args, {}, chunk => (output += chunk))
  if (output.trim() !== '') console.log(`\n${output.trim()}`)
  report(name, code, started)
  total[code === 0 ? 'passed' : 'failed'] += 1
}

/** Runs these tiers at the same time. */
const tiers = (names, env = {}) =>
  step(`${names.join(' and ')} tests`, async () => {
    const file = join(reports, `${names.join('-')}.json`)
    const code = await run(
      [
        bin('vitest/vitest.mjs'),
        'run',
        ...names.flatMap(name => ['--project', name]),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ],
      env,
    )
    try {
      const report = JSON.parse(readFileSync(file, 'utf8'))
      total.passed += report.numPassedTests
      total.failed += report.numFailedTests
      total.skipped += report.numPendingTests
      failedTests.push(...report.testResults.flatMap(failuresOf))
      if (report.numTotalTests === 0) return 1
    } catch {
      return code || 1
    }
    return code
  })

/** A process that ends late still writes its compile cache. A directory that stays behind fails no check. */
async function removeReports() {
  for (let attempt = 1; attempt <= 20; attempt++) {
    try {
      return rmSync(reports, { recursive: true, force: true })
    } catch (error) {
      if (attempt === 20) console.log(`Left behind: ${reports} (${error.code})`)
      else await setTimeout(250)
    }
  }
}

try {
  await ensureInstalled({ dev: true })
  await Promise.all([
    check('types', [bin('typescript/bin/tsc'), '-p', 'tsconfig.json']),
    check('format and lint', [bin('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '.']),
    check('unused code', [bin('knip/bin/knip.js')]),
    check('plain English', ['scripts/plainEnglish.mjs']),
    step('build', async () => {
      await ensureBuilt()
      return 0
    }),
  ])
  // Integration tests mostly wait, and unit tests compute in the meantime.
  await tiers(['integration', 'conformance', 'unit'])
  const browser = await chromium()
  if (browser) await tiers(['browser'], { CHROMIUM: browser })
  else skipped.push('browser (no Chromium found; set CHROMIUM to its path)')
} catch (error) {
  console.error(error.message)
  failures.push('set-up')
}
await removeReports()

if (skipped.length > 0 && process.env.REQUIRE_ALL === '1') failures.push(...skipped.map(name => `skipped: ${name}`))
if (!process.env.PROGRAMS_DIR) skipped.push('real programs (set PROGRAMS_DIR to a folder of <program id>.so)')
if (!process.env.RECORDINGS_DIR) skipped.push('mainnet recordings (set RECORDINGS_DIR, see CONTRIBUTING.md)')
if (failures.length > 0) console.log(`\nFailed: ${failures.join('; ')}`)
for (const failed of failedTests) console.log(`\n  ${failed}`)
if (!isProof) skipped.push('slow proofs (npm run proof)')
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
console.log(`Skipped tiers: ${skipped.length === 0 ? 'none' : skipped.join('; ')}`)
process.exitCode = failures.length > 0 ? 1 : 0
