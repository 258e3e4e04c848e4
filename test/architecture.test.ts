import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brokenArrows, foldersInCircles, importsOf, LAYER_FOLDERS } from './arrows.ts'

const root = join(import.meta.dirname, '..')
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(path => path !== '' && path !== 'test/architecture.test.ts' && existsSync(join(root, path)))
const files = new Map(paths.map(path => [path, readFileSync(join(root, path), 'utf8')]))
const lines = (path: string) => (files.get(path) ?? '').split('\n').length

describe('architecture', () => {
  it('finds the sources', () => {
    expect(files.size).toBeGreaterThan(50)
  })

  it('follows the arrows', () => {
    expect(brokenArrows(files)).toEqual([])
  })

  it('lets the terminal’s data flow one way', () => {
    expect(foldersInCircles(files, 'apps/terminal/src/data/')).toEqual([])
  })

  it('lets imports between the server’s folders run one way', () => {
    expect(foldersInCircles(files, 'apps/server/src/')).toEqual([])
  })

  it('keeps files short', () => {
    const isTable = (path: string) => /(addresses|layout)\.ts$/.test(path)
    expect(paths.filter(path => !isTable(path) && lines(path) > 500)).toEqual([])
    const lengths = paths.map(lines).sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length * 0.95)]).toBeLessThan(400)
  })

  it('names folders after things, not layers', () => {
    expect(paths.filter(path => LAYER_FOLDERS.test(path))).toEqual([])
  })

  it('lists every slow proof in CONTRIBUTING', () => {
    const list = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
    const isPartlySlow = (path: string) =>
      path !== 'vitest.config.ts' &&
      files.get(path)?.includes(path.startsWith('test/') ? "from './proof.ts'" : 'process.env.PROOF')
    const slowFiles: readonly string[] = JSON.parse(readFileSync(join(root, 'test/slowFiles.json'), 'utf8'))
    const slow = [...slowFiles, ...paths.filter(isPartlySlow)]
    expect(slow.length).toBeGreaterThan(10)
    expect(slow.filter(path => !list.includes(`\`${path}\``))).toEqual([])
    expect(slowFiles.filter(path => globSync(path, { cwd: root }).length === 0)).toEqual([])
  })

  it('throws only errors of the catalogue', () => {
    const own = paths.filter(path => /^packages\/[^/]+\/src\//.test(path) && !path.endsWith('.test.ts'))
    expect(own.filter(path => files.get(path)?.includes('throw new Error('))).toEqual([])
  })
})

describe('the checks themselves', () => {
  const broken = (path: string, source: string) => brokenArrows(new Map([[path, source]]))

  it.each([
    ['packages/venues/src/x.ts', "import { createChain } from '@tern/chain'"],
    ['packages/client/src/x.ts', "import { venues } from '@tern/venues/all'"],
    ['apps/terminal/src/x.ts', "import { findPools } from '@tern/venues/internal/finder'"],
    ['packages/custody/src/x.ts', "import { createChain } from '@tern/chain'"],
    ['packages/client/src/x.ts', "import { makeWalletFile } from '../../custody/test/walletFile.ts'"],
    ['packages/client/src/x.test.ts', "import { word } from '../../custody/src/words.ts'"],
    ['examples/x.ts', "import { land } from '@tern/chain/internal'"],
    ['packages/core/src/x.ts', "import { createSolanaRpc } from '@solana/kit'"],
    ['packages/core/src/x.ts', "import { globSync, readFileSync } from 'node:fs'"],
    ['packages/chain/src/x.ts', "import BN from 'bn.js'"],
    ['packages/client/src/x.ts', "const sdk = await import('@raydium-io/raydium-sdk-v2')"],
    ['apps/terminal/src/x.ts', "import { LiteSVM } from 'litesvm'"],
    ['apps/terminal/src/x.ts', "import { appRouter } from '@tern/server/appRouter'"],
    ['apps/server/src/x.ts', "import { connectKeys } from '@tern/custody/internal'"],
    ['apps/vault/src/x.ts', "import { createClient } from '@tern/client'"],
    ['apps/vault/src/x.ts', "import { Icon } from '@tern/terminal/ui/Icon.tsx'"],
    ['apps/terminal/src/x.ts', "import { createWallets } from '@tern/vault'"],
    ['packages/venues/src/raydiumCpmm/quote.ts', "import { tick } from '../raydiumClmm/tick.ts'"],
    ['apps/terminal/src/features/trade/Trade.tsx', "export { x } from '../wallet/x.ts'"],
    ['apps/terminal/src/data/trade/x.ts', "import { Price } from '../../ui/Amount.tsx'"],
    ['packages/core/src/x.ts', "import { y } from '../../chain/src/y.ts'"],
  ])('%s may not say %s', (path, source) => {
    expect(broken(path, source)).not.toEqual([])
  })

  it.each([
    ['packages/client/src/x.ts', "import { loadVenue } from '@tern/venues'"],
    ['apps/terminal/src/x.ts', "import type { AppRouter } from '@tern/server/appRouter'"],
    ['apps/vault/src/x.ts', "import { errorText } from '@tern/terminal/text/errorText.ts'"],
    ['packages/venues/src/pumpAmm/quote.ts', "import { tiers } from '../pumpFees/tiers.ts'"],
    ['conformance/src/x.test.ts', "import { Raydium } from '@raydium-io/raydium-sdk-v2'"],
  ])('%s may say %s', (path, source) => {
    expect(broken(path, source)).toEqual([])
  })

  it('finds folders that import each other through a third', () => {
    const files = new Map([
      ['a/b/x.ts', "import { y } from '../c/y.ts'"],
      ['a/c/y.ts', "import { z } from '../d/z.ts'"],
      ['a/d/z.ts', "import type { x } from '../b/x.ts'"],
      ['a/e/w.ts', "import { x } from '../b/x.ts'"],
    ])
    expect(foldersInCircles(files, 'a/')).toEqual(['b', 'c', 'd'])
  })

  it('reads imports over several lines, re-exports and dynamic imports', () => {
    const source =
      "import {\n  a,\n  b,\n} from './a.ts'\nexport type { C } from './c.ts'\nimport './d.css'\nconst e = () => import('./e.ts')"
    expect(importsOf(source).map(found => found.name)).toEqual(['./a.ts', './c.ts', './d.css', './e.ts'])
  })
})
