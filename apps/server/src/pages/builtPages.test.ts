import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { siteOf } from '../http/site.ts'
import { isTerminalScreen, type Pages, readPages } from './builtPages.ts'
import { pagePolicy, scriptPolicy, vaultPolicy } from './headers.ts'
import { vaultPage } from './vaultPage.ts'

const site = siteOf('tern.localhost:8787', { publicHost: undefined })
const terminal = { policy: pagePolicy, isScreen: isTerminalScreen }
const script = `console.log("${'x'.repeat(2000)}")`
let pages: Pages

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tern-pages-'))
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Tern</title>')
  writeFileSync(join(directory, 'assets', 'index-Ab3_x9Zq.js'), script)
  writeFileSync(join(directory, 'assets', 'logo.svg'), '<svg/>')
  pages = await readPages(directory, terminal)
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  pages.answer(new Request(`http://tern.localhost:8787${path}`, { headers, method }), site)

describe('pages', () => {
  it.each(['/', '/discover', '/t/So11111111111111111111111111111111111111112', '/index.html'])(
    'answers the screen %s with the terminal',
    async path => {
      const response = await get(path)
      expect(await response?.text()).toContain('<title>Tern</title>')
      expect(response?.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response?.headers.get('cache-control')).toBe('no-cache')
    },
  )

  it.each(['/assets/missing-Ab3_x9Zq.js', '/favicon.ico', '/assets/missing', '/../package.json', '/..%2fpackage.json'])(
    'has no file %s',
    async path => {
      const response = await get(path)
      if (response !== undefined) expect(await response.text()).toContain('<title>Tern</title>')
      else expect(response).toBeUndefined()
      if (path.startsWith('/assets')) expect(response).toBeUndefined()
    },
  )

  const directivesOf = (policy: string) =>
    new Map(policy.split('; ').map(part => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]))

  it('allows a page its own site only, and the vault in a frame', async () => {
    const policy = (await get('/'))?.headers.get('content-security-policy') ?? ''
    const directives = directivesOf(policy)
    expect(directives.get('default-src')).toBe("'none'")
    expect(directives.get('script-src')).toBe("'self'")
    expect(directives.get('connect-src')).toBe("'self' ws://tern.localhost:8787")
    expect(directives.get('frame-ancestors')).toBe("'none'")
    expect(directives.get('style-src')).toBe("'self'")
    expect(directives.get('require-trusted-types-for')).toBe("'script'")
    expect(directives.get('trusted-types')).toBe("'none'")
    expect(directives.get('frame-src')).toBe('http://vault.tern.localhost:8787')
    expect(policy).not.toContain('unsafe-')
  })

  it.each([
    ['vault.tern.localhost:8787', undefined, 'http://tern.localhost:8787'],
    ['vault.tern.example', 'tern.example', 'https://tern.example'],
  ])('allows only the terminal to frame the vault at %s', (host, publicHost, app) => {
    const policy = vaultPolicy(siteOf(host, { publicHost }), '/')
    const directives = directivesOf(policy)
    expect(directives.get('default-src')).toBe("'none'")
    expect(directives.get('script-src')).toBe("'self'")
    expect(directives.get('frame-ancestors')).toBe(app)
    expect(vaultPolicy(siteOf(host, { publicHost }), '/window')).toContain("; frame-ancestors 'none'; ")
    const vault = app.replace('//', '//vault.')
    expect(directives.get('connect-src')).toBe(
      `${vault}/api/balances ${vault}/api/bundle ${vault}/api/network ${vault}/api/session ${app}/api/session`,
    )
    expect(directives.get('require-trusted-types-for')).toBe("'script'")
    expect(policy).not.toContain('unsafe-')
    for (const absent of ['img-src', 'frame-src', 'object-src']) expect(directives.has(absent)).toBe(false)
  })

  it('allows a script that runs as a worker no connection', async () => {
    const response = await get('/assets/index-Ab3_x9Zq.js')
    expect(response?.headers.get('content-security-policy')).toBe("default-src 'none'; script-src 'self'")
    expect(scriptPolicy(siteOf('vault.tern.localhost:8080', { publicHost: undefined }))).toBe(
      "default-src 'none'; script-src 'self'; connect-src ws://vault.tern.localhost:8080/api/prices",
    )
    expect(scriptPolicy(siteOf('vault.tern.example', { publicHost: 'tern.example' }))).toContain(
      'connect-src wss://vault.tern.example/api/prices',
    )
    expect((await get('/assets/logo.svg'))?.headers.get('content-security-policy')).toContain('sandbox')
  })

  it('compresses by the browser’s preferences, and lets it cache files named by their content', async () => {
    const path = '/assets/index-Ab3_x9Zq.js'
    const read = async (encoding: string) => {
      const response = await get(path, { 'accept-encoding': encoding })
      return {
        name: response?.headers.get('content-encoding'),
        bytes: Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0)),
      }
    }
    const brotli = await read('gzip, deflate, br')
    expect(brotli.name).toBe('br')
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(script)
    const gzip = await read('gzip;q=1.0, br;q=0')
    expect(gzip.name).toBe('gzip')
    expect(gunzipSync(gzip.bytes).toString()).toBe(script)
    const plain = await read('')
    expect(plain.name).toBeNull()
    expect(plain.bytes.toString()).toBe(script)
    expect((await get(path))?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  it('answers 304 for an unchanged file, and only headers to HEAD', async () => {
    const etag = (await get('/'))?.headers.get('etag') ?? ''
    const again = await get('/', { 'if-none-match': etag })
    expect(again?.status).toBe(304)
    const head = await get('/', {}, 'HEAD')
    expect(await head?.text()).toBe('')
    expect(Number(head?.headers.get('content-length'))).toBeGreaterThan(0)
  })

  describe('of the vault', () => {
    const source = readFileSync(join(import.meta.dirname, '../../../vault/index.html'), 'utf8')
    const served = async (tipAccounts: readonly string[], payees: readonly string[] = []) => {
      const directory = mkdtempSync(join(tmpdir(), 'tern-vault-page-'))
      writeFileSync(join(directory, 'index.html'), source)
      const complete = (html: string) => vaultPage(html, { tipAccounts, payees })
      const vault = await readPages(directory, { policy: vaultPolicy, isScreen: path => path === '/', complete })
      const ask = async (headers: Record<string, string> = {}) =>
        (await vault.answer(new Request('http://vault.tern.localhost:8787/', { headers }), site)) ?? expect.fail()
      const page = await ask()
      const etag = page.headers.get('etag') ?? expect.fail()
      return { text: await page.text(), etag, ask }
    }
    const [one, other] = ['So11111111111111111111111111111111111111112', '11111111111111111111111111111111']

    it('name other tip accounts, and change the entity tag with them', async () => {
      const [none, some] = [await served([]), await served([one, other])]
      expect(none.text).toBe(source)
      expect(some.text).toBe(source.replace('content="">', `content="${one} ${other}">`))
      const again = await some.ask({ 'if-none-match': none.etag })
      expect([again.status, await again.text()]).toEqual([200, some.text])
      expect((await some.ask({ 'if-none-match': some.etag })).status).toBe(304)
    })

    it('name the accounts that trades may pay their fee to', async () => {
      const fee = '<meta name="payees" content="">'
      expect((await served([], [one])).text).toBe(source.replace(fee, fee.replace('""', `"${one}"`)))
      expect((await served([], ['"><script>'])).text).toBe(source)
    })

    it('leave out invalid addresses', async () => {
      const { text } = await served(['"><script src="x.js"></script>', one, '$&', `${one} ${other}`])
      expect(text).toBe(source.replace('content="">', `content="${one}">`))
    })
  })

  it('answers nothing without a build', async () => {
    const none = await readPages(join(tmpdir(), 'there-is-no-such-directory'), terminal)
    expect(none.answer(new Request('http://tern.localhost/'), site)).toBeUndefined()
  })
})
