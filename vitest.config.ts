import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const cores = availableParallelism()

/** Three tiers by file name: what computes, what talks over sockets and mostly waits, what needs a browser. */
const tier = (name: string, maxWorkers: number, include: string[], exclude: string[] = []) => ({
  test: {
    name,
    maxWorkers,
    include,
    exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
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
