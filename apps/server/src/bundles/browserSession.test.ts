import { describe, expect, it } from 'vitest'
import { siteOf } from '../http/site.ts'
import { createSession, sessionOf } from './browserSession.ts'

const site = siteOf('tern.localhost:8787', { publicHost: undefined })
const secure = siteOf('tern.example', { publicHost: 'tern.example' })
const hashIn = (cookie: string, at = site) => sessionOf(new Headers({ cookie }), at)?.hash

describe('session', () => {
  it('is known by the hash of its token, at any position of the cookie', () => {
    const { cookie, hash } = createSession(site)
    const [pair = ''] = cookie.split(';')
    expect(hashIn(pair)).toBe(hash)
    expect(hashIn(`other=1; ${pair}; more=2`)).toBe(hash)
    expect(cookie).not.toContain(hash)
    expect(createSession(site).hash).not.toBe(hash)
    expect(sessionOf(new Headers({ cookie: pair }), site)?.cookie).toBe(cookie)
  })

  it('is hidden from scripts, other sites and plain connections', () => {
    expect(createSession(site).cookie).toMatch(
      /^tern_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
    )
    expect(createSession(secure).cookie).toMatch(/^__Host-tern_session=[\w-]{43}; Path=\/; .*; Secure$/)
  })

  it('ignores a plain cookie on a site with secure ones', () => {
    const [pair = ''] = createSession(site).cookie.split(';')
    expect(hashIn(pair, secure)).toBeUndefined()
  })

  it.each(['', 'tern_session', 'tern_session=', 'tern_session=short', `tern_session=${'a'.repeat(44)}`, ';;='])(
    'is not read from the cookie %o',
    cookie => {
      expect(hashIn(cookie)).toBeUndefined()
    },
  )
})
