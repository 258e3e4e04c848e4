import { type Address, encodeBase58 } from '@tern/core'
import { bundleDigest, bundleMessage } from '@tern/core/internal'
import { afterAll, expect, it } from 'vitest'
import { openBundleServer } from '../../test/bundleServer.ts'
import { sampleBundle, sampleWallet } from '../../test/sampleBundle.ts'

const host = 'vault.tern.localhost:8787'
const server = await openBundleServer(host)
afterAll(() => server.close())

it('accepts the next revision only from a holder of a key of the stored wallets', async () => {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign'])) as CryptoKeyPair
  const address = encodeBase58(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))) as Address
  const at = (rev: number) => ({ ...sampleBundle(rev), wallets: [{ ...sampleWallet, address }] })
  const send = (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const all = new Headers({ 'content-type': 'application/json', ...headers })
    return server.answer(method, path, all, body && JSON.stringify(body))
  }
  const outcome = async (response: Response) => [response.status, (await response.json()).code]
  const first = await send('POST', '/api/bundle', {}, at(1))
  const cookie = (first.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
  const { session } = await first.json()
  const next = async (rev: number, by = host) => {
    const message = bundleMessage('store', address, { host: by, session, rev, digest: bundleDigest(at(rev)) })
    const signature = Buffer.from(await crypto.subtle.sign('Ed25519', pair.privateKey, message)).toString('base64url')
    return send('PUT', '/api/bundle', { cookie, 'tern-proof': `${address}.${signature}` }, at(rev))
  }
  expect(await outcome(await next(2, 'evil.example'))).toEqual([403, 'bundle/notProved'])
  const second = await next(2)
  expect(await second.json()).toEqual({ rev: 2, session })
  expect(second.headers.getSetCookie()).toEqual([])
  const conflict = await next(4)
  expect(conflict.status).toBe(409)
  expect(await conflict.json()).toMatchObject({ code: 'bundle/revConflict', rev: 2 })
  expect(await (await send('GET', '/api/bundle?rev=1', { cookie })).json()).toEqual(at(1))
  expect((await send('GET', '/api/bundle?rev=3', { cookie })).status).toBe(204)
  const again = await send('POST', '/api/bundle', { cookie }, at(9))
  expect(again.headers.getSetCookie()[0]).not.toContain(cookie)
  expect(await (await send('GET', '/api/bundle', { cookie })).json()).toEqual(at(2))
})
