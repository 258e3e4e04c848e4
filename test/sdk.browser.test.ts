import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startPracticeChain } from '@tern/practice-chain'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closePages, openBrowser } from './openBrowser.ts'
import { createEmptyProject, type EmptyProject } from './sdk/emptyProject.ts'

const packed = (await import(new URL('../scripts/pack.mjs', import.meta.url).href)) as {
  readonly sdkPackages: readonly string[]
  manifestOf(name: string): { readonly dependencies?: Readonly<Record<string, string>> }
  pack(target: string): Promise<readonly string[]>
}

/** A page that trades on one venue: it makes a wallet for its own lifetime, gets practice money and buys once. */
const page = `
import { buy, createClient, planBuy } from '@tern/client'
import { keyPairOwner } from '@tern/core'

globalThis.trade = async (rpc, { protocol, pool, mint }) => {
  const owner = await keyPairOwner(await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']))
  const client = createClient({ rpc, owner })
  await client.chain.rpc.requestAirdrop(owner.address, 5_000_000_000n).send()
  while ((await client.chain.readAccounts([owner.address], { maxAgeMs: 0 })).get(owner.address) === null);
  const planned = await planBuy(client, {
    mint,
    pool: { protocol, address: pool },
    amountIn: 1_000_000_000n,
    slippageBps: 100,
    priorityFeeLamports: 50_000n,
  })
  const { status, amountOut } = await buy(client, planned)
  client.chain.close()
  return { status, bought: amountOut === planned.quote.amountOut }
}
`

const folder = mkdtempSync(join(tmpdir(), 'tern-tarballs-'))
let project: EmptyProject
let practice: Awaited<ReturnType<typeof startPracticeChain>>
let server: Server
let browser: Browser

beforeAll(async () => {
  const dependencies = packed.sdkPackages.flatMap(name => Object.keys(packed.manifestOf(name).dependencies ?? {}))
  project = await createEmptyProject([], await packed.pack(folder), dependencies)
  project.write('index.html', '<!doctype html><script type="module" src="/main.js"></script>')
  project.write('main.js', page)
  // Bundlers build for production. The test runner has set another mode, in which packages keep texts for developers.
  vi.stubEnv('NODE_ENV', 'production')
  await build({ root: project.folder, configFile: false, logLevel: 'error', mode: 'production' })
  practice = await startPracticeChain({ slotMs: 100 })
  server = createServer((request, response) => {
    const path = request.url === '/' ? 'index.html' : (request.url ?? '')
    response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/html')
    try {
      response.end(readFileSync(join(project.folder, 'dist', path)))
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  browser = await openBrowser()
})
afterAll(async () => {
  await closePages()
  server?.close()
  await practice?.close()
  project?.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe('a page that was built with the packed SDK', () => {
  it.each([
    // The goal for each page is 45 kB. The texts of all errors take 6 kB. With each further venue, bundlers cut the shared code of
    // venues into more files: 1.6 kB from nine protocols to fourteen. Trades that are signed and followed like any other plan take 1.5 kB.
    // The chain's own clock at a pool's opening, and simulations that swaps share, take 0.2 kB.
    // Functions that take an object instead of more than three parameters take 0.2 kB.
    ['pumpfun', 50_350],
    ['raydium_cpmm', 47_200],
    ['raydium_clmm', 52_100],
  ] as const)(
    'buys on %s to the unit, with no more than %i bytes of script, the page’s own and Vite’s loader included',
    async (protocol, max) => {
      const address = server.address()
      if (address === null || typeof address === 'string') return expect.fail('no port')
      const visitor = await browser.newPage()
      let bytes = 0
      const complaints: string[] = []
      visitor.on('response', async answer => {
        const path = new URL(answer.url()).pathname
        if (path.endsWith('.js'))
          bytes += gzipSync(readFileSync(join(project.folder, 'dist', path)), { level: 9 }).length
      })
      visitor.on('pageerror', error => complaints.push(String(error)))
      await visitor.goto(`http://127.0.0.1:${address.port}/`)
      await visitor.waitForFunction('typeof trade === "function"')
      const token = practice.world.find(one => one.protocol === protocol && one.stage !== 'graduated')
      const { pool, mint } = token ?? expect.fail('no such token')
      const bought = await visitor.evaluate(
        `trade(${JSON.stringify(practice.rpcUrl)}, ${JSON.stringify({ protocol, pool, mint })})`,
      )
      expect(bought).toEqual({ status: 'confirmed', bought: true })
      expect(bytes).toBeGreaterThan(20 * 1024)
      expect(bytes).toBeLessThanOrEqual(max)
      expect(complaints).toEqual([])
      await visitor.close()
    },
  )
})
