import { describe, expect, it } from 'vitest'
import { assertSameSite, siteOf } from './site.ts'

const local = { publicHost: undefined }
const world = { publicHost: 'tern.example' }

describe('siteOf', () => {
  it.each([
    ['tern.localhost:8787', local, 'app', 'http://tern.localhost:8787'],
    ['TERN.localhost', local, 'app', 'http://tern.localhost'],
    ['vault.tern.localhost:8787', local, 'vault', 'http://tern.localhost:8787'],
    ['tern.example', world, 'app', 'https://tern.example'],
    ['VAULT.tern.example:444', world, 'vault', 'https://tern.example:444'],
    ['tern.localhost:8787', world, 'app', 'http://tern.localhost:8787'],
  ] as const)('knows %s', (host, settings, part, app) => {
    const origins = { app, vault: app.replace('//', '//vault.') }
    const isSecure = app.startsWith('https')
    expect(siteOf(host, settings)).toEqual({ host: host.toLowerCase(), part, isSecure, origins, pagesAt: undefined })
  })

  it.each(['localhost:9', '127.0.0.1:9', '[::1]:9'])('redirects pages at %s to the app’s host', host => {
    const origins = { app: 'http://tern.localhost:9', vault: 'http://vault.tern.localhost:9' }
    expect(siteOf(host, local)).toEqual({ host, part: 'app', isSecure: false, origins, pagesAt: origins.app })
  })

  it.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    'tern.localhost@evil.example',
    'a b',
    '10.0.0.1:8787',
    'tern.localhost:x',
    'vault.localhost:8787',
    'vault.vault.tern.localhost',
    'vault.tern.example',
    'x.tern.localhost',
  ])('does not know %s', host => {
    expect(() => siteOf(host, local)).toThrow(expect.objectContaining({ code: 'http/unknownHost' }))
  })
})

describe('assertSameSite', () => {
  const site = siteOf('tern.localhost:8787', local)
  const check = (headers: Record<string, string>, at = site) => assertSameSite(new Headers(headers), at)

  it('accepts pages of this site, and programs', () => {
    check({})
    check({ origin: 'http://tern.localhost:8787', 'sec-fetch-site': 'same-origin' })
    check({ 'sec-fetch-site': 'none' })
    check({ origin: 'https://tern.example' }, siteOf('tern.example', world))
  })

  it.each([
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'https://tern.localhost:8787' },
    { origin: 'http://tern.localhost:8788' },
    { origin: 'http://vault.tern.localhost:8787' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('refuses %o', headers => {
    expect(() => check(headers as Record<string, string>)).toThrow(expect.objectContaining({ code: 'http/crossSite' }))
  })
})
