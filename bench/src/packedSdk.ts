import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import type { Target } from './target.ts'

const root = join(import.meta.dirname, '..', '..')
const importRounds = 15

interface Pack {
  readonly sdkPackages: readonly string[]
  pack(target: string): Promise<readonly string[]>
}

interface Projects {
  oldestNode(): Promise<{ readonly path: string; readonly version: string }>
}

/** Imports a file of the workspace that lies outside its packages. */
const beside = async <T>(path: string) => (await import(new URL(`../../${path}`, import.meta.url).href)) as T

/**
 * The source of a page, the part of it that is loaded with `chunk` behind a dynamic import, and the modules that are
 * left out.
 */
interface Page {
  readonly source: string
  readonly chunk?: string
  readonly external?: RegExp
}

const buying = (chunk: string): Page => ({
  source:
    "import { buy, createClient, planBuy } from '@tern/client'\nglobalThis.trade = { buy, createClient, planBuy }",
  chunk,
})
const alone = (name: string): Page => ({ source: `export { ${name} } from '@tern/venues/${name}'` })
const without = (external: RegExp, page: Page): Page => ({ ...page, external })

/**
 * Makes a page that imports from an official SDK everything to read a pool, quote and build the instruction, and
 * web3.js to send it.
 */
const official = (sdk: string, names: string): Page => ({ source: `export { ${names} } from '${sdk}'\n${web3}` })
const web3 = "export { Connection, TransactionMessage, VersionedTransaction } from '@solana/web3.js'"
const raydiumSdk = '@raydium-io/raydium-sdk-v2'
const cpmm = 'CpmmConfigInfoLayout, CpmmPoolInfoLayout, CurveCalculator, makeSwapCpmmBaseInInstruction'
const clmm = 'ClmmConfigLayout, ClmmInstrument, PoolInfoLayout, PoolUtils, TickArrayLayout'
const launchlab = 'buyExactInInstruction, Curve, LaunchpadConfig, LaunchpadPool, PlatformConfig'
const rivals = {
  pumpfun: { sdk: '@pump-fun/pump-sdk', names: 'getBuyTokenAmountFromSolAmount, PumpSdk' },
  pumpAmm: { sdk: '@pump-fun/pump-swap-sdk', names: 'buyQuoteInput, PumpAmmSdk' },
  raydiumCpmm: { sdk: raydiumSdk, names: cpmm },
  raydiumClmm: { sdk: raydiumSdk, names: clmm },
  raydiumLaunchlab: { sdk: raydiumSdk, names: launchlab },
  meteoraDbc: { sdk: '@meteora-ag/dynamic-bonding-curve-sdk', names: 'DynamicBondingCurveClient, swapQuote' },
  meteoraDammV2: { sdk: '@meteora-ag/cp-amm-sdk', names: 'CpAmm' },
}

/**
 * Measures the installed SDK against the official SDKs: the size that pages load, and the time that Node takes to load
 * it.
 */
export async function* measureSdk(): AsyncGenerator<Target> {
  const { pack, sdkPackages } = await beside<Pack>('scripts/pack.mjs')
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  // The folder is inside the workspace, so that Node finds Solana's packages there.
  const folder = mkdtempSync(join(cache, 'tern-bench-'))
  try {
    const tarballs = await pack(join(folder, 'tarballs'))
    for (const [i, name] of sdkPackages.entries()) {
      const target = join(folder, 'node_modules', '@tern', name)
      mkdirSync(target, { recursive: true })
      await run('tar', ['xzf', tarballs[i] ?? '', '-C', target, '--strip-components', '1'], folder)
    }
    yield* measureWeights(folder)
    yield* measureImports(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function* measureWeights(folder: string): AsyncGenerator<Target> {
  const weighed = await Promise.all(
    Object.entries(rivals).map(async ([venue, { sdk, names }]) => {
      const weight = await weigh(folder, official(sdk, names))
      return { venue, beside: (value: number) => `${sdk} ${weight.toFixed(0)} kB, ${(weight / value).toFixed(1)}x` }
    }),
  )
  for (const { venue, beside } of weighed) {
    const name = `buying on ${venue}, all that a page loads, gzip`
    const value = await weigh(folder, buying(venue))
    yield { name, unit: 'kB', value, detail: beside(value), target: 45, is: 'atMost' }
  }
  // Counts everything but Kit: also the parts of core, and the shared files of venues, that a page with that venue
  // alone loads.
  for (const { venue, beside } of weighed) {
    const page = alone(venue)
    const value = await weigh(folder, page)
    const withoutCore = await weigh(folder, without(/^@tern\/core/, page))
    const own = await weigh(folder, without(/^@tern\/core|@tern\/venues\/dist\/\w+\.js$/, page))
    const parts = [`core ${(value - withoutCore).toFixed(1)}`, `beside ${(withoutCore - own).toFixed(1)}`]
    const limit = value > maxOfVenue ? `: ${await modulesOf(folder, page, own)}` : ''
    const detail = `${parts.join(', ')}, its own ${own.toFixed(1)}${limit}; ${beside(value)}`
    const name = `${venue}: read, quote, instructions, gzip`
    yield { name, unit: 'kB', value, detail, target: maxOfVenue, is: 'atMost' }
  }
  const venues = Object.keys(rivals)
  const value = await weigh(folder, { source: venues.map(venue => alone(venue).source).join('\n') })
  const theirs = await weigh(folder, officialOfAll())
  const each = `${(value / venues.length).toFixed(1)} kB a venue`
  const detail = `${each}; their SDKs ${theirs.toFixed(0)} kB, ${(theirs / value).toFixed(1)}x`
  const name = `all ${venues.length} venues: read, quote, instructions, gzip`
  yield { name, unit: 'kB', value, detail, target: maxOfVenues, is: 'atMost' }
}

/** kB, with the parts of core that the venue uses. Above this limit, the report lists the venue's modules. */
const maxOfVenue = 17.5
/** kB of all venues together. */
const maxOfVenues = 80

/** Makes a page for every venue with the official SDKs. A prefix keeps apart the exports that share a name. */
const officialOfAll = (): Page => ({
  source: Object.entries(rivals)
    .map(([venue, { sdk, names }]) => {
      const renamed = names.split(', ').map(name => `${name} as ${venue}${name}`)
      return `export { ${renamed.join(', ')} } from '${sdk}'`
    })
    .concat(web3)
    .join('\n'),
})

/**
 * Lists the modules of the venue's folder, the largest first. `kB` is divided between the modules in proportion to
 * their length.
 */
async function modulesOf(folder: string, page: Page, kB: number): Promise<string> {
  const chunks = await bundled(folder, page)
  const own = chunks
    .filter(part => part.isEntry)
    .flatMap(part => Object.entries(part.modules))
    .flatMap(([id, { code }]) => {
      const name = /@tern\/venues\/dist\/\w+\/(\w+)\.js$/.exec(id)?.[1]
      return name === undefined ? [] : [{ name, length: withoutComments(code ?? '').length }]
    })
  const all = own.reduce((sum, { length }) => sum + length, 0)
  const sorted = own.filter(({ length }) => length > 0).toSorted((a, b) => b.length - a.length)
  return sorted.map(({ name, length }) => `${name} ${((kB * length) / all).toFixed(1)}`).join(' ')
}

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^\s+/gm, '')

/** Measures in kB. Each chunk is minified and compressed by itself, as a server sends it. */
async function weigh(folder: string, page: Page): Promise<number> {
  const all = await bundled(folder, page)
  const { chunk } = page
  const chunks = new Map(all.map(part => [part.fileName, part]))
  const loaded = new Set<OutputChunk>()
  function load(part: OutputChunk | undefined): void {
    if (part === undefined || loaded.has(part)) return
    loaded.add(part)
    for (const name of part.imports) load(chunks.get(name))
  }

  for (const part of chunks.values()) {
    if (part.isEntry || part.name === chunk) load(part)
  }
  return [...loaded].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0) / 1_000
}

async function bundled(folder: string, { source, external = /^$/ }: Page): Promise<readonly OutputChunk[]> {
  const entry = join(folder, 'page.js')
  const bundle = await rolldown({
    ...{ input: 'virtual:page', platform: 'browser', external },
    // Bundlers of pages do the same: an entry may also hold code that a lazy chunk uses.
    preserveEntrySignatures: 'allow-extension',
    plugins: [page(source, entry), withoutNode],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    onLog: () => undefined,
  })
  const { output } = await bundle.generate({ format: 'es', minify: true, comments: { annotation: false } })
  await bundle.close()
  return output.flatMap(part => (part.type === 'chunk' ? [part] : []))
}

const page = (source: string, importer: string): Plugin => ({
  name: 'page',
  resolveId(id, from) {
    if (id === 'virtual:page') return id
    return from === 'virtual:page' ? this.resolve(id, importer, { skipSelf: true }) : undefined
  },
  load: id => (id === 'virtual:page' ? source : undefined),
})

/** Replaces Node's own modules by empty modules, as bundlers do. Some of the official SDKs import these modules. */
const withoutNode: Plugin = {
  name: 'without-node',
  resolveId: id =>
    /^(node:)?(crypto|fs|path|os|buffer|http|https|url|stream|zlib|util|assert|events|net|tls)$/.test(id)
      ? 'virtual:nothing'
      : undefined,
  load: id => (id === 'virtual:nothing' ? 'module.exports = {}' : undefined),
}

/** The wait of a program that trades on one venue only: here the largest venue. */
const withLargest = '@tern/venues, and CLMM loaded with it'

async function* measureImports(folder: string): AsyncGenerator<Target> {
  const imports = {
    '@tern/client': "await import('@tern/client')",
    '@tern/venues': "await import('@tern/venues')",
    [withLargest]: "await (await import('@tern/venues')).loadVenue('raydium_clmm')",
    '@tern/venues/all': "await import('@tern/venues/all')",
    // Both packages are dependencies of every entry point above.
    '@tern/core': "await import('@tern/core')",
    '@solana/kit': "await import('@solana/kit')",
    // The ES modules of these SDKs fail under Node.
    '@raydium-io/raydium-sdk-v2': "require('@raydium-io/raydium-sdk-v2')",
    '@pump-fun/pump-sdk': "require('@pump-fun/pump-sdk')",
  }
  const node = await (await beside<Projects>('test/sdk/emptyProject.ts')).oldestNode()
  const samples = new Map<string, number[]>()
  for (let round = 0; round < importRounds; round++)
    for (const [name, statement] of Object.entries(imports)) {
      const script = `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const began = performance.now()
${statement}
console.log(performance.now() - began)
process.exit()`
      const printed = await run(node.path, ['--input-type=module', '--eval', script], folder)
      samples.set(name, [...(samples.get(name) ?? []), Number(printed)])
    }
  const median = (name: string) => (samples.get(name) ?? []).toSorted((a, b) => a - b)[importRounds >> 1] ?? Number.NaN
  const targets = { '@tern/client': 30, '@tern/venues': 20, [withLargest]: 20 }
  const rivals = ['@solana/kit', '@raydium-io/raydium-sdk-v2', '@pump-fun/pump-sdk']
  for (const [name, target] of Object.entries(targets)) {
    const value = median(name)
    const others = rivals.map(
      rival => `${rival} ${median(rival).toFixed(0)} ms, ${(median(rival) / value).toFixed(1)}x`,
    )
    const own = ['@tern/core', '@tern/venues/all'].map(part => `${part} ${median(part).toFixed(1)} ms`)
    const detail = [...others, `by the side: ${own.join(', ')}`].join('; ')
    yield { name: `cold import of ${name}, Node ${node.version}`, unit: 'ms', value, detail, target, is: 'atMost' }
  }
}

function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', chunk => (output += chunk))
    child.on('error', reject)
    child.on('close', code => (code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}`))))
  })
}
