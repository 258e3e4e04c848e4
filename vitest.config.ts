import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const cores = availableParallelism()
/** Number of workers of the tiers that run together. Many of their tests wait, so there are two more workers than cores. */
const quick = Math.min(cores + 2, 6)

/** Returns the seed of random tests. By default it follows from the committed sources. */
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
    // An unpacked archive has no repository.
    return '0'
  }
}
const seed = propertySeed()

/** The files that take longest. They begin first, because otherwise they would run alone at the end while cores rest. */
const long =
  /practice\/makers\.|server\/src\/(landing|main|startServer)\.|database\/database\.|test\/(sdk|backup)\.integration|anyPlan|mutations|raydiumClmm\/sdk\.|builtTerms|\b(accessibility|firstTrade|launches|resume|keyboard|outage|phrase|providers|wallets|token|tabs|pools|portfolio|swap)\.browser\./

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))]
  }
}

/** Argon2id by Node's own library. Tests stretch passphrases hundreds of times. The pages of browser tests use the shipped one. */
const alias = { '@noble/hashes/argon2.js': join(import.meta.dirname, 'packages/custody/test/argon2.ts') }

const beforeFile = join(import.meta.dirname, 'test/beforeFile.ts')
/** Test files that run under `npm run proof` only. CONTRIBUTING describes each file. */
const slowFiles: readonly string[] = JSON.parse(readFileSync(join(import.meta.dirname, 'test/slowFiles.json'), 'utf8'))
const left = ['**/node_modules/**', '**/dist/**', ...(process.env.PROOF === '1' ? [] : slowFiles)]

/** Makes a tier of tests, chosen by file name: computations, tests over sockets that mostly wait, tests in a browser, conformance. */
const tier = (
  name: string,
  maxWorkers: number,
  include: string[],
  more: TestProjectInlineConfiguration['test'] = {},
) => ({
  test: {
    name,
    maxWorkers,
    include,
    exclude: left,
    env: { PROPERTY_SEED: seed },
    setupFiles: [beforeFile],
    // The files of a worker share their modules. Loading modules again for each file would take a fifth of the whole time.
    isolate: false,
    // Generous, because a busy machine is slow and slowness is not a failure.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 100_000 } },
    // Undoes a test's changes of mocks, environment and globals.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    ...more,
  },
})

const roots = '{packages,apps,test,bench}'
const built = { globalSetup: [join(import.meta.dirname, 'test/built.ts')] }

export default defineConfig({
  test: {
    // Concurrent tests mostly wait for timers, so many may run at once.
    maxConcurrency: 20,
    sequence: { sequencer: LongestFirst },
    projects: [
      tier('unit', quick, [`${roots}/**/*.test.{ts,tsx}`], {
        exclude: [...left, '**/*.integration.test.ts', '**/*.browser.test.ts'],
        alias,
      }),
      tier('integration', quick, [`${roots}/**/*.integration.test.ts`], { ...built, alias }),
      tier('browser', Math.min(cores + 1, 4), [`${roots}/**/*.browser.test.ts`], {
        ...built,
        alias,
        setupFiles: [beforeFile, join(import.meta.dirname, 'test/pagesOfFailed.ts')],
      }),
      tier('conformance', quick, ['conformance/**/*.test.ts']),
    ],
  },
})
