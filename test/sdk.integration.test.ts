import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData, Package } from '@arethetypeswrong/core'
import { formatAmount } from '@tern/core'
import { configAddress } from '@tern/venues/raydiumCpmm'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { rolldown } from 'rolldown'
import { build, type Rollup } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createEmptyProject, type EmptyProject, oldestNode } from './sdk/emptyProject.ts'

const root = join(import.meta.dirname, '..')
const examples = readdirSync(join(root, 'examples')).filter(name => name.endsWith('.ts'))
const script = (name: string) => import(new URL(`../scripts/${name}.mjs`, import.meta.url).href)
const packed = (await script('pack')) as {
  readonly sdkPackages: readonly string[]
  entryPoints(name: string): readonly (readonly [string, string])[]
  manifestOf(name: string): { readonly dependencies?: Readonly<Record<string, string>> }
  pack(target: string): Promise<readonly string[]>
}
const specifiers = packed.sdkPackages.flatMap(name =>
  packed.entryPoints(name).map(([subpath]) => `@tern/${name}${subpath.slice(1)}`),
)
const node = await oldestNode()

const tarballs = mkdtempSync(join(tmpdir(), 'tern-tarballs-'))
let paths: readonly string[]
let project: EmptyProject

beforeAll(async () => {
  paths = await packed.pack(tarballs)
  const dependencies = packed.sdkPackages.flatMap(name => Object.keys(packed.manifestOf(name).dependencies ?? {}))
  // The other imports of the examples, and the types that a TypeScript project has.
  const own = ['@solana/kit', '@types/node']
  project = await createEmptyProject(own, paths, dependencies)
  for (const name of examples) cpSync(join(root, 'examples', name), join(project.folder, 'src', name))
  // A worker begins to serve when it loads.
  const loadable = specifiers.filter(specifier => !specifier.endsWith('/worker'))
  const everything = loadable.map((specifier, i) => `export * as entry${i} from '${specifier}'`)
  project.write('src/everything.ts', everything.join('\n'))
  project.write('src/readme.ts', snippetOf('README.md'))
  for (const name of packed.sdkPackages)
    project.write(`src/readme-${name}.ts`, snippetOf(join('packages', name, 'README.md')))
})
afterAll(() => {
  project?.remove()
  rmSync(tarballs, { recursive: true, force: true })
})

describe('the packed SDK', () => {
  const compile = (module: string, moduleResolution: string, ...more: readonly string[]) => {
    project.write(
      'tsconfig.json',
      JSON.stringify({
        compilerOptions: {
          ...{ module, moduleResolution, target: 'ES2023', lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: ['node'] },
          ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, rootDir: 'src' },
        },
        include: ['src'],
      }),
    )
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    return project.run(process.execPath, [tsc, '-p', '.', ...more])
  }

  const resolutions = [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const
  it.each(resolutions)('has types that hold in a project of module %s, resolution %s', async (module, resolution) => {
    expect(await compile(module, resolution, '--outDir', 'dist')).toBe('')
  })

  it(`loads every entry point on Node ${node.version}`, async () => {
    expect(await project.run(node.path, ['dist/everything.js'])).toBe('')
  })

  it('exports the same names to Node as to bundlers', async () => {
    const names = packed.sdkPackages.flatMap(name =>
      packed
        .entryPoints(name)
        .filter(([subpath]) => subpath !== './worker')
        .map(([subpath, path]) => [`@tern/${name}${subpath.slice(1)}`, `./node_modules/@tern/${name}/dist/${path}.js`]),
    )
    const script = `for (const [forNode, forBundlers] of ${JSON.stringify(names)}) {
  const has = await import(forNode)
  for (const name of Object.keys(await import(forBundlers))) if (!(name in has)) console.log(forNode, name)
}`
    project.write('names.js', script)
    expect(names.length).toBeGreaterThan(20)
    expect(await project.run(node.path, ['names.js'])).toBe('')
  })

  /** Lists the files of Tern's packages that Node loads at once. */
  async function loadedBy(specifier: string): Promise<readonly string[]> {
    project.write('loads.js', `import '${specifier}'`)
    const bundle = await rolldown({
      ...{ input: join(project.folder, 'loads.js'), platform: 'node', external: /^(node:|@solana)/ },
      ...{ treeshake: false, resolve: { conditionNames: ['node', 'import'] } },
    })
    const { output } = await bundle.generate()
    await bundle.close()
    const chunks = output.flatMap(part => (part.type === 'chunk' ? [part] : []))
    const atOnce = chunks.flatMap(({ isEntry, fileName, imports }) => (isEntry ? [fileName, ...imports] : []))
    const loaded = chunks.flatMap(({ fileName, moduleIds }) => (atOnce.includes(fileName) ? moduleIds : []))
    return loaded.flatMap(id => id.split('/@tern/')[1] ?? []).toSorted()
  }

  it.each([
    ['@tern/core', ['core/dist/node/index.js']],
    ['@tern/venues', ['core/dist/node/index.js', 'venues/dist/node/index.js']],
  ])('is a handful of files to Node: %s', async (specifier, files) => {
    expect(await loadedBy(specifier)).toEqual(files)
  })

  it('loads with the client only the program that has pools to add liquidity to', async () => {
    const venues = (await loadedBy('@tern/client')).flatMap(file => file.split('venues/dist/node/')[1] ?? [])
    const shared = ['index', 'effects/index', 'mintPaid', 'readEvents', 'rolldown-runtime', 'shared']
    const routes = ['raydiumRouter/index', 'router/index', 'router/internal', 'routerNonTrading']
    const liquidity = ['raydiumCpmm', 'raydiumCpmm/index', 'raydiumCpmmNonTrading']
    expect(venues).toEqual([...shared, ...routes, ...liquidity].map(name => `${name}.js`).toSorted())
  })

  it.each([
    'boop',
    'meteoraDammV2',
    'meteoraDbc',
    'moonit',
    'pumpAmm',
    'pumpfun',
    'raydiumClmm',
    'raydiumCpmm',
    'raydiumLaunchlab',
  ])('gives Node the program that is traded on and no other: %s', name => {
    const file = readFileSync(join(project.folder, `node_modules/@tern/venues/dist/node/${name}.js`), 'utf8')
    const imported = [...file.matchAll(/^import .* from "(.*)";$/gm)].map(([, path]) => path)
    expect(imported).toContain('@tern/core')
    const shared = ['@tern/core', './rolldown-runtime.js', './shared.js', './pumpFees.js']
    expect(imported.filter(path => !shared.includes(path ?? ''))).toEqual([])
  })
})

describe('a tarball', () => {
  const tarballOf = (name: string) =>
    new Uint8Array(readFileSync(paths[packed.sdkPackages.indexOf(name)] ?? expect.fail(name)))

  it.each(packed.sdkPackages)('has a manifest that npm and bundlers read correctly: %s', async name => {
    const { messages, pkg } = await publint({ pack: { tarball: tarballOf(name).buffer } })
    expect(messages.map(message => formatMessage(message, pkg))).toEqual([])
  })

  it.each(packed.sdkPackages)('has types that match its modules: %s', async name => {
    expect(await typeProblems(createPackageFromTarballData(tarballOf(name)))).toEqual([])
  })

  it.each([
    [
      'default',
      './dist/missing.js',
      ['pkg.exports["."].default is ./dist/missing.js but the file does not exist.'],
      [],
    ],
    [
      ...(['types', './dist/missing.d.ts'] as const),
      ['pkg.exports["."].types is ./dist/missing.d.ts but the file does not exist.'],
      ['FallbackCondition'],
    ],
  ] as const)('would be refused if its manifest named a missing file as %s', async (key, path, faults, problems) => {
    const whole = createPackageFromTarballData(tarballOf('core'))
    const files = Object.fromEntries(whole.listFiles().map(name => [name, whole.readFile(name)]))
    const manifestName = '/node_modules/@tern/core/package.json'
    const manifest = JSON.parse(files[manifestName] ?? expect.fail('no manifest'))
    manifest.exports['.'][key] = path
    files[manifestName] = JSON.stringify(manifest)
    const packFiles = Object.entries(files).map(([name, text]) => ({
      name: name.replace('/node_modules/@tern/core/', 'package/'),
      data: new TextEncoder().encode(text),
    }))
    const { messages, pkg } = await publint({ pack: { files: packFiles }, pkgDir: 'package' })
    expect(messages.map(message => formatMessage(message, pkg))).toEqual(faults)
    const kinds = (await typeProblems(new Package(files, '@tern/core', whole.packageVersion))).map(({ kind }) => kind)
    expect([...new Set(kinds)]).toEqual(problems)
  })
})

async function typeProblems(tarball: Package) {
  const result = await checkPackage(tarball)
  if (!result.types) return expect.fail('no types')
  // Node 10 knows no `exports`, and CommonJS loads the modules by `import()`.
  return result.problems.filter(
    ({ kind, ...problem }) =>
      kind !== 'CJSResolvesToESM' && !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
  )
}

// Without Node 20 the tests run on the oldest supported Node of the machine. Their names have its version.
it.skipIf(!/^20\./.test(node.version) && process.env.REQUIRE_ALL !== '1')(
  'the SDK is tried on Node 20, the oldest that it supports: one must be on the path',
  () => expect(node.version).toMatch(/^20\./),
)

describe(`the examples on Node ${node.version}`, () => {
  it('are short', () => {
    const lines = (name: string) => readFileSync(join(root, 'examples', name), 'utf8').split('\n').length - 1
    expect(examples.filter(name => lines(name) >= 40)).toEqual([])
  })

  it('all run against a practice chain', async () => {
    const ran = new Set<string>()
    const port = await freePort()
    const env = { RPC_PORT: String(port), RPC_URL: `http://127.0.0.1:${port}` }
    const path = (name: string) => {
      ran.add(name)
      return join('dist', name.replace(/\.ts$/, '.js'))
    }
    const example = (name: string, ...args: readonly string[]) => project.run(node.path, [path(name), ...args], env)
    /** Runs an example until it has printed `lines` lines, then ends it with Ctrl-C. */
    const start = async (name: string, lines: number, ...args: readonly string[]) => {
      const options = { cwd: project.folder, env: { ...process.env, ...env } }
      const child = spawn(node.path, [path(name), ...args], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
      const printed: string[] = []
      for await (const line of createInterface({ input: child.stdout })) {
        printed.push(line)
        if (printed.length === lines) break
      }
      const end = async () => {
        child.kill('SIGINT')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
      return { printed, end }
    }

    const chain = await start('startPracticeChain.ts', 55)
    try {
      const row = (pattern: RegExp) => {
        const line = chain.printed.find(text => pattern.test(text)) ?? ''
        return { mint: /mint (\w+)/.exec(line)?.[1] ?? '', pool: /pool (\w+)$/.exec(line)?.[1] ?? '' }
      }
      const [cpmm, curve, finished] = [row(/raydium_cpmm/), row(/ curve /), row(/ graduated /)]
      const files = ['wallet.json', 'other.json']
      const [wallet = '', other = ''] = await Promise.all(
        files.map(async file => (await example('newWallet.ts', file)).trim()),
      )

      await Promise.all([
        expect(example('quotePool.ts', cpmm.pool)).resolves.toMatch(/^[\d.]+ of \w+\ntrade fee: \d+ lamports\n/),
        expect(example('ownRpc.ts', env.RPC_URL)).resolves.toMatch(/^slot \d+, epoch 0\nnode version /),
        expect(example('refusals.ts', curve.mint)).resolves.toMatch(/^trade\/notEnoughToBuy: .+\naddress\/invalid: /),
        expect(example('findGraduatedPool.ts', curve.mint)).resolves.toContain(`on its curve ${curve.pool}`),
        expect(example('findGraduatedPool.ts', finished.mint)).resolves.toMatch(
          /^complete: from its curve \w+ to pumpamm \w+$/m,
        ),
        expect(example('signOnly.ts', 'wallet.json', curve.mint)).resolves.toContain('would succeed'),
        expect(example('testYourBot.test.ts')).resolves.toMatch(/pass 1\n/),
      ])
      expect(await example('ownProvider.ts', 'wallet.json', wallet)).toMatch(/…\nconfirmed\n$/)

      const bought = /^confirmed: (\d+) raw units, (\w+)$/m.exec(await example('buy.ts', 'wallet.json', curve.mint))
      const [, amount = '', signature = ''] = bought ?? []
      expect(await example('readTransaction.ts', signature)).toMatch(/^pumpfun swap: at most 100000000 in, /)
      const held = formatAmount(BigInt(amount), 6)
      expect(await example('holdings.ts', wallet)).toContain(`${held} of ${curve.mint}`)
      expect(await example('planAndBuy.ts', 'wallet.json', curve.mint)).toMatch(
        /^get [\d.]+ tokens\nat least [\d.]+\n[\s\S]*^the wallet needs \d+ lamports\nconfirmed: \d+ raw units, /m,
      )
      expect(await example('slippage.ts', 'wallet.json', cpmm.mint)).toMatch(
        /^0\.5%: ([\d.]+) expected, .+\n[\s\S]*^5%: \1 expected, /m,
      )
      const yes = await project.run(
        'sh',
        ['-c', `echo yes | ${node.path} ${path('ownSigner.ts')} wallet.json ${other}`],
        env,
      )
      expect(yes).toMatch(/confirmed: \w+$/m)
      const watch = await start('watchToken.ts', 1, curve.mint)
      expect(watch.printed[0]).toMatch(/^slot \d+: 0\.0+\d+ SOL, /)
      await watch.end()
      const pools = chain.printed.flatMap(text =>
        text.includes('raydium_cpmm') ? (/pool (\w+)$/.exec(text)?.[1] ?? []) : [],
      )
      const watched = await start('watchPools.ts', 2, ...pools.slice(0, 2))
      expect(watched.printed.map(line => /^slot \d+: 1 SOL buys \d+ raw units of \w+$/.test(line))).toEqual([
        true,
        true,
      ])
      await watched.end()
      expect(await example('buyByNonce.ts', 'wallet.json', curve.mint)).toMatch(
        /^confirmed: \d+ raw units\n1500000 lamports of the nonce account came back$/m,
      )
      expect(await example('wrapSol.ts', 'wallet.json')).toMatch(/^confirmed: 102039280 lamports came back$/m)
      const config = await configAddress(0)
      expect(await example('createPool.ts', 'wallet.json', curve.mint, config)).toMatch(
        /Pool creation fee: 150000000 lamports\n[\s\S]*^confirmed: \w+$/m,
      )
      await example('planAndBuy.ts', 'wallet.json', cpmm.mint)
      expect(await example('addLiquidity.ts', 'wallet.json', cpmm.pool)).toMatch(
        /^confirmed: \d+ LP tokens\nconfirmed: \d+ and \d+ raw units came back$/m,
      )
      expect(await example('swap.ts', 'wallet.json', cpmm.mint)).toMatch(
        /^100% through raydium_cpmm\nconfirmed: at least \d+ raw units$/m,
      )
      expect(await example('sell.ts', 'wallet.json', curve.mint)).toMatch(/^confirmed: \d+ lamports, /)
      expect(await example('reclaimRent.ts', 'wallet.json')).toMatch(/^confirmed: (\d+) of \1 lamports came back /)
      expect(await example('withdraw.ts', 'wallet.json', other)).toMatch(/^confirmed: \w+$/m)
      expect(await example('withdraw.ts', 'wallet.json', curve.mint)).toMatch(/^withdraw\/toMint: /)
    } finally {
      await chain.end()
    }
    expect(examples.filter(name => !ran.has(name))).toEqual([])
  })
})

describe('the SDK in a bundle for browsers', () => {
  async function bundle(source: string) {
    // Bundlers build for production. In the test runner's mode, packages keep texts for developers.
    vi.stubEnv('NODE_ENV', 'production')
    project.write('page/main.js', source)
    const built = (await build({
      ...{ root: join(project.folder, 'page'), configFile: false, logLevel: 'error', mode: 'production' },
      build: { write: false, target: 'es2023', rolldownOptions: { input: join(project.folder, 'page', 'main.js') } },
    })) as Rollup.RollupOutput
    const chunks = built.output.filter(part => part.type === 'chunk')
    return {
      code: chunks.map(({ code }) => code).join('\n'),
      names: chunks.map(({ name }) => name),
      gzip: chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0),
    }
  }

  it('needs no module of Node', async () => {
    const { code, names } = await bundle(
      "import { buy, createClient, planBuy } from '@tern/client'\nglobalThis.tern = { buy, createClient, planBuy }",
    )
    expect(code).not.toMatch(/__vite-browser-external|["'`]node:|process\.env/)
    // Each venue's code is a chunk of its own. It loads when a client trades on the venue.
    expect(names).toEqual(expect.arrayContaining(['pumpfun', 'pumpAmm', 'raydiumCpmm']))
  })

  it('contains only the used code', async () => {
    const { code, gzip } = await bundle(
      "import { formatAmount } from '@tern/core'\nimport { venues } from '@tern/venues/all'\nconsole.log(formatAmount(1n, 9))",
    )
    expect(code).not.toContain('pumpfun')
    // 7 kB are the texts of all errors.
    expect(gzip).toBeLessThan(7_650)
  })
})

/** Returns the TypeScript of a README, after declarations of the names that it assumes. */
function snippetOf(path: string): string {
  const [, shown] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, path), 'utf8')) ?? []
  const given = [
    'keyPair: CryptoKeyPair',
    'mintText: string',
    'poolText: string',
    "signedTransaction: import('@tern/core').SignedTransaction",
  ]
  return [...given.map(name => `declare const ${name}`), shown, 'export {}'].join('\n')
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise(resolve => probe.close(resolve))
  return address !== null && typeof address === 'object' ? address.port : expect.fail('no port')
}
