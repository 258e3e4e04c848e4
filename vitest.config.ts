import { defineConfig } from 'vitest/config'

/** Three tiers by file name: what computes, what talks over sockets, what needs a browser. */
const tier = (name: string, include: string[], exclude: string[] = []) => ({
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})

const roots = '{packages,apps,test}'

export default defineConfig({
  test: {
    projects: [
      tier('unit', [`${roots}/**/*.test.{ts,tsx}`], ['**/*.integration.test.ts', '**/*.browser.test.ts']),
      tier('integration', [`${roots}/**/*.integration.test.ts`]),
      tier('browser', [`${roots}/**/*.browser.test.ts`]),
      tier('conformance', ['conformance/**/*.test.ts']),
    ],
  },
})
