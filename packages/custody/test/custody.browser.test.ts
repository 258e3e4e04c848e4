import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { type Address, computeBudgetProgram, memoProgram, systemProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import type { Bundle } from '@tern/custody/internal'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileMessage } from './compileMessage.ts'

const passphrase = 'correct horse battery staple'
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }
/** The strictest policy that the signer runs under: no eval, no WebAssembly, no connections. */
const policy = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'none'; img-src data:"

let folder: string
let server: Server
let browser: Browser
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tern-custody-'))
  await build({
    root: join(import.meta.dirname, 'page'),
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, modulePreload: false },
    worker: { format: 'es' },
  })
  server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://x').pathname)
    const file = join(folder, path === '/' ? 'index.html' : path)
    const body = await readFile(file).catch(() => undefined)
    response.writeHead(body ? 200 : 404, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': policy,
    })
    response.end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  page = await browser.newPage()
  page.on('console', message => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(String(error)))
  await page.goto(`http://tern.localhost:${(server.address() as AddressInfo).port}/`)
  await page.waitForSelector('html[data-ready]')
})

afterAll(async () => {
  await browser?.close()
  await new Promise(resolve => server?.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

/** Has no effect but the network's fee. */
const nothingFor = (address: Address) =>
  compileMessage(address, [{ program: computeBudgetProgram, accounts: [], data: Uint8Array.of(2, 1, 0, 0, 0) }])

async function sign(address: Address, message = nothingFor(address)) {
  const { bytes, ...rest } = message
  // The lifetime's block height is a bigint and cannot be serialised. The signer never reads it.
  const plain = { ...rest, lifetime: { kind: 'nonce' as const, nonce: '', nonceAccount: address, slot: 0n } }
  return page.evaluate(([a, m, b]) => window.custodyPage.sign(a, m, b), [address, plain, Array.from(bytes)] as const)
}

async function verifies(address: Address, wire: readonly number[]): Promise<boolean> {
  const publicKey = await crypto.subtle.importKey('raw', Uint8Array.from(addressBytes(address)), 'Ed25519', true, [
    'verify',
  ])
  return crypto.subtle.verify('Ed25519', publicKey, Uint8Array.from(wire.slice(1, 65)), Uint8Array.from(wire.slice(65)))
}

/** All storage of this origin, as a single text. */
const stored = () =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const caches_ = await caches.keys()
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, databases, caches_])
  })

describe('custody in a browser', () => {
  let bundle: Bundle
  let address: Address

  it('creates a wallet in the worker while the page stays live', async () => {
    const before = await page.evaluate(() => window.custodyPage.ticks())
    const created = await page.evaluate(secret => window.custodyPage.create(secret), passphrase)
    bundle = created.bundle
    const [first] = created.addresses
    if (first === undefined) throw new RangeError('no wallet')
    address = first
    expect(addressBytes(address)).toHaveLength(32)
    expect((await page.evaluate(() => window.custodyPage.ticks())) - before).toBeGreaterThan(10)
  })

  it('signs so that the signature verifies', async () => {
    const signed = await sign(address)
    expect(Array.isArray(signed) && (await verifies(address, signed[0] ?? []))).toBe(true)
  })

  it('refuses a message that is not a trade', async () => {
    const drain = compileMessage(address, [
      {
        program: systemProgram,
        accounts: [
          { address, as: 'ws' },
          { address: memoProgram, as: 'w' },
        ],
        data: Uint8Array.from([2, 0, 0, 0, 0, 202, 154, 59, 0, 0, 0, 0]),
      },
    ])
    expect(await sign(address, drain)).toMatchObject({ code: 'wallet/refusedToSign' })
  })

  it('locks, stays locked on a wrong passphrase, unlocks on the right one', async () => {
    await page.evaluate(() => window.custodyPage.lock())
    expect(await sign(address)).toMatchObject({ code: 'wallet/locked' })
    const open = (secret: string) =>
      page.evaluate(([b, s]) => window.custodyPage.unlock(b, s), [bundle, secret] as const)
    expect(await open('wrong horse')).toEqual({ code: 'wallet/wrongPassphrase', message: 'Wrong passphrase' })
    expect(await page.evaluate(() => window.custodyPage.status())).toBe('locked')
    expect(await open(passphrase)).toEqual([address])
    const signed = await sign(address)
    expect(Array.isArray(signed) && (await verifies(address, signed[0] ?? []))).toBe(true)
  })

  it('opens keys that cannot be exported', async () => {
    const [worker] = page.workers()
    if (!worker) throw new RangeError('no worker')
    await worker.evaluate(() => {
      const unwrap = crypto.subtle.unwrapKey.bind(crypto.subtle)
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      crypto.subtle.unwrapKey = (async (...args: Parameters<typeof unwrap>) => {
        const key = await unwrap(...args)
        seen.push(`${key.type} ${key.algorithm.name} ${key.extractable} ${key.usages}`)
        return key
      }) as typeof unwrap
    })
    await page.evaluate(([b, s]) => window.custodyPage.unlock(b, s), [bundle, passphrase] as const)
    expect(await worker.evaluate(() => (globalThis as { seen?: string[] }).seen)).toEqual([
      'private X25519 false deriveKey',
      'secret HKDF false deriveKey',
      'private Ed25519 false sign',
    ])
  })

  it('forgets its keys with the page', async () => {
    await page.reload()
    await page.waitForSelector('html[data-ready]')
    expect(await page.evaluate(() => window.custodyPage.status())).toBe('locked')
    expect(await sign(address)).toMatchObject({ code: 'wallet/locked' })
    expect(await page.evaluate(([b, s]) => window.custodyPage.unlock(b, s), [bundle, passphrase] as const)).toEqual([
      address,
    ])
  })

  it('leaves nothing in the storage of the page', async () => {
    expect(await stored()).toBe(JSON.stringify([{}, {}, '', [], []]))
  })

  it('writes nothing to the console and violates no policy', () => {
    expect(complaints).toEqual([])
  })
})
