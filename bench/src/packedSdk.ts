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

/** What a bundle is of, and what part of it is loaded with `chunk`, the code behind a dynamic import. */
interface Page {
  readonly source: string
  readonly chunk?: string
}

const buying = (chunk: string): Page => ({
  source:
    "import { buy, createClient, planBuy } from '@tern/client'\nglobalThis.trade = { buy, createClient, planBuy }",
  chunk,
})
const alone = (name: string): Page => ({ source: `export { ${name} } from '@tern/venues/${name}'` })
const raydiumPage: Page = {
  source: `export { CpmmConfigInfoLayout, CpmmPoolInfoLayout, CurveCalculator, makeSwapCpmmBaseInInstruction } from '@raydium-io/raydium-sdk-v2'
export { Connection, TransactionMessage, VersionedTransaction } from '@solana/web3.js'`,
}
const pumpPage: Page = {
  source: `export { getBuyTokenAmountFromSolAmount, PumpSdk } from '@pump-fun/pump-sdk'
export { Connection, TransactionMessage, VersionedTransaction } from '@solana/web3.js'`,
}
const pumpSwapPage: Page = {
  source: `export { buyQuoteInput, PumpAmmSdk } from '@pump-fun/pump-swap-sdk'
export { Connection, TransactionMessage, VersionedTransaction } from '@solana/web3.js'`,
}

/** Measures the SDK as it is installed: what pages load that use it, and how long Node takes to, beside the official SDKs. */
export async function* measureSdk(): AsyncGenerator<Target> {
  const { pack, sdkPackages } = (await import(new URL('../../scripts/pack.mjs', import.meta.url).href)) as Pack
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  // Inside the workspace's folder: Solana's packages are found there.
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
  const rivals = {
    raydiumCpmm: { name: '@raydium-io/raydium-sdk-v2', weight: await weigh(folder, raydiumPage) },
    pumpfun: { name: '@pump-fun/pump-sdk', weight: await weigh(folder, pumpPage) },
    pumpAmm: { name: '@pump-fun/pump-swap-sdk', weight: await weigh(folder, pumpSwapPage) },
  }
  for (const [venue, { name, weight }] of Object.entries(rivals)) {
    const value = await weigh(folder, buying(venue))
    const detail = `${name} ${weight.toFixed(0)} kB, ${(weight / value).toFixed(1)}x`
    yield {
      name: `buying on ${venue}, all that a page loads, gzip`,
      unit: 'kB',
      value,
      detail,
      target: 40,
      is: 'atMost',
    }
  }
  for (const [venue, { name, weight }] of Object.entries(rivals)) {
    const value = await weigh(folder, alone(venue))
    const detail = `${name} ${weight.toFixed(0)} kB, ${(weight / value).toFixed(1)}x`
    yield { name: `${venue}: read, quote, instructions, gzip`, unit: 'kB', value, detail, target: 12, is: 'atMost' }
  }
}

/** In kB of 1,024 bytes: each chunk minified and compressed by itself, as a server sends them. */
async function weigh(folder: string, { source, chunk }: Page): Promise<number> {
  const entry = join(folder, 'page.js')
  const bundle = await rolldown({
    input: 'virtual:page',
    platform: 'browser',
    plugins: [page(source, entry), withoutNode],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    onLog: () => undefined,
  })
  const { output } = await bundle.generate({ format: 'es', minify: true })
  await bundle.close()
  const chunks = new Map(output.flatMap(part => (part.type === 'chunk' ? [[part.fileName, part] as const] : [])))
  const loaded = new Set<OutputChunk>()
  function load(part: OutputChunk | undefined): void {
    if (part === undefined || loaded.has(part)) return
    loaded.add(part)
    for (const name of part.imports) load(chunks.get(name))
  }

  for (const part of chunks.values()) {
    // A confirmed trade was followed over a socket, whose code is loaded then.
    const isSocket = part.moduleIds.some(id => id.includes('@solana/rpc-subscriptions/'))
    if (part.isEntry || (chunk !== undefined && (part.name === chunk || isSocket))) load(part)
  }
  return [...loaded].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0) / 1024
}

const page = (source: string, importer: string): Plugin => ({
  name: 'page',
  resolveId(id, from) {
    if (id === 'virtual:page') return id
    return from === 'virtual:page' ? this.resolve(id, importer, { skipSelf: true }) : undefined
  },
  load: id => (id === 'virtual:page' ? source : undefined),
})

/** What bundlers put in the place of Node's own modules; the official SDKs ask for some. */
const withoutNode: Plugin = {
  name: 'without-node',
  resolveId: id =>
    /^(node:)?(crypto|fs|path|os|buffer|http|https|url|stream|zlib|util|assert|events|net|tls)$/.test(id)
      ? 'virtual:nothing'
      : undefined,
  load: id => (id === 'virtual:nothing' ? 'module.exports = {}' : undefined),
}

async function* measureImports(folder: string): AsyncGenerator<Target> {
  const imports = {
    '@tern/client': "await import('@tern/client')",
    '@tern/venues': "await import('@tern/venues')",
    '@solana/kit': "await import('@solana/kit')",
    // Their ES modules do not load under Node.
    '@raydium-io/raydium-sdk-v2': "require('@raydium-io/raydium-sdk-v2')",
    '@pump-fun/pump-sdk': "require('@pump-fun/pump-sdk')",
  }
  const samples = new Map<string, number[]>()
  for (let round = 0; round < importRounds; round++)
    for (const [name, statement] of Object.entries(imports)) {
      const script = `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const began = performance.now()
${statement}
console.log(performance.now() - began)
process.exit()`
      const printed = await run(process.execPath, ['--input-type=module', '--eval', script], folder)
      samples.set(name, [...(samples.get(name) ?? []), Number(printed)])
    }
  const median = (name: string) => (samples.get(name) ?? []).toSorted((a, b) => a - b)[importRounds >> 1] ?? Number.NaN
  const targets = { '@tern/client': 30, '@tern/venues': 20 }
  const rivals = ['@solana/kit', '@raydium-io/raydium-sdk-v2', '@pump-fun/pump-sdk']
  for (const [name, target] of Object.entries(targets)) {
    const value = median(name)
    const detail = rivals
      .map(rival => `${rival} ${median(rival).toFixed(0)} ms, ${(median(rival) / value).toFixed(1)}x`)
      .join('; ')
    yield { name: `cold import of ${name}`, unit: 'ms', value, detail, target, is: 'atMost' }
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
