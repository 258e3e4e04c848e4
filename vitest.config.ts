import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const cores = availableParallelism()
/** Number of workers of the tiers that run together. Many of their tests wait, so there are two more workers than cores. */
const quick = Math.min(cores + 2, 6)

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

/** They take over half a minute each. Begun last, they would go on by themselves while processors rest. */
const long =
  /rehearse\/|bundles\/kill\.|server\/src\/(landing|main)\.|raydiumClmm\/sdk\.|\b(faults|launches|accessibility|resume|outage|lookUp|wallets|firstTrade|providers)\.browser\./

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))]
  }
}

const beforeFile = join(import.meta.dirname, 'test/beforeFile.ts')
const nothingOurs = ['**/node_modules/**', '**/dist/**']

/** Three tiers by file name: what computes, what talks over sockets and mostly waits, what needs a browser. */
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
    exclude: nothingOurs,
    env: { PROPERTY_SEED: seed },
    setupFiles: [beforeFile],
    // A module is loaded once for all files: to load it again for each costs a fifth of all that tests take.
    isolate: false,
    // A busy machine is late, which is no failure.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 100_000 } },
    // What a test changes for all, its end takes back.
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
    // Tests that run at once wait for clocks.
    maxConcurrency: 20,
    sequence: { sequencer: LongestFirst },
    projects: [
      tier('unit', quick, [`${roots}/**/*.test.{ts,tsx}`], {
        exclude: [...nothingOurs, '**/*.integration.test.ts', '**/*.browser.test.ts'],
        alias: { '@noble/hashes/argon2.js': join(import.meta.dirname, 'packages/custody/test/argon2.ts') },
      }),
      tier('integration', quick, [`${roots}/**/*.integration.test.ts`], built),
      tier('browser', Math.min(cores + 1, 4), [`${roots}/**/*.browser.test.ts`], {
        ...built,
        setupFiles: [beforeFile, join(import.meta.dirname, 'test/pagesOfFailed.ts')],
      }),
      tier('conformance', quick, ['conformance/**/*.test.ts']),
    ],
  },
})
