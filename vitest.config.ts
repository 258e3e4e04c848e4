import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const cores = availableParallelism()

/** What random tests start from: unless given, it follows from the committed sources. */
function propertySeed(): string {
  if (process.env.PROPERTY_SEED !== undefined) return process.env.PROPERTY_SEED
  try {
    const tree = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return String(Number.parseInt(tree.slice(0, 8), 16) | 0)
  } catch {
    // No repository: what was unpacked from an archive.
    return '0'
  }
}
const seed = propertySeed()

/** Three tiers by file name: what computes, what talks over sockets and mostly waits, what needs a browser. */
const tier = (name: string, maxWorkers: number, include: string[], exclude: string[] = []) => ({
  test: {
    name,
    maxWorkers,
    include,
    exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
    env: { PROPERTY_SEED: seed },
    setupFiles: [join(import.meta.dirname, 'test/propertySeed.ts')],
    // Long enough for a machine that is busy: what happens late is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})

const roots = '{packages,apps,test}'

export default defineConfig({
  test: {
    // Tests that run at once wait for clocks.
    maxConcurrency: 20,
    projects: [
      tier('unit', cores, [`${roots}/**/*.test.{ts,tsx}`], ['**/*.integration.test.ts', '**/*.browser.test.ts']),
      tier('integration', Math.min(cores + 1, 6), [`${roots}/**/*.integration.test.ts`]),
      tier('browser', Math.min(cores, 4), [`${roots}/**/*.browser.test.ts`]),
      tier('conformance', Math.min(cores + 1, 6), ['conformance/**/*.test.ts']),
    ],
  },
})
