import type { TernError } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dialects, testKey } from '../../test/dialects.ts'
import { fault } from '../../test/fault.ts'
import {
  type Behaviour,
  breaksOff,
  hangs,
  type ProviderServer,
  says,
  stalls,
  startProviderServer,
  transactionOf,
} from '../../test/providerServer.ts'
import { bloxrouteProvider } from './bloxroute.ts'
import { heliusProvider } from './helius.ts'
import type { ProviderSettings } from './httpProvider.ts'
import { jitoProvider } from './jito.ts'
import type { Provider } from './provider.ts'
import { providerTable } from './providerTable.ts'
import { temporalProvider } from './temporal.ts'
import { zeroSlotProvider } from './zeroSlot.ts'

const makers = {
  jito: jitoProvider,
  bloxroute: bloxrouteProvider,
  helius: heliusProvider,
  '0slot': zeroSlotProvider,
  temporal: temporalProvider,
} as const
type Name = keyof typeof makers
const names = Object.keys(makers) as readonly Name[]

const servers: ProviderServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()))
})

async function start(name: Name, ...behaviours: readonly Behaviour[]) {
  const started = await Promise.all(behaviours.map(() => startProviderServer(dialects[name])))
  for (const [index, server] of started.entries()) server.behave(behaviours[index])
  servers.push(...started)
  return started
}

/** For endpoints that never answer. Others have the usual 5 s, however busy the machine is. */
const brief = { timeoutMs: 500 }
const providerAt = (name: Name, at: readonly ProviderServer[], settings: ProviderSettings = {}): Provider =>
  makers[name]({ endpoints: at.map(({ url }) => url), key: testKey, ...settings })

const transaction = transactionOf(7)
const send = (provider: Provider, frontRunningProtection?: boolean) =>
  provider.send(transaction, {
    signal: new AbortController().signal,
    ...(frontRunningProtection === undefined ? {} : { frontRunningProtection }),
  })

/** Returns each endpoint's error from the provider's error. */
function causes(error: TernError): readonly TernError[] {
  return error.cause instanceof AggregateError ? error.cause.errors : []
}

const texts: Readonly<Record<Name, string>> = {
  jito: 'Failed to send transaction',
  bloxroute: 'Failed to send transaction',
  helius: 'Failed to send helius transaction',
  '0slot': 'Failed to send 0slot transaction',
  temporal: 'Failed to send temporal transaction',
}
const otherSignature: Behaviour = response => {
  const { signature } = transactionOf(9)
  response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: signature, signature }))
}
const page = '<!doctype html><title>502 Bad Gateway</title>'

describe.each(names)('%s', name => {
  it('gives each endpoint 5 s by default', async () => {
    const given = vi.spyOn(AbortSignal, 'timeout')
    const countOf = (ms: number) => given.mock.calls.filter(([one]) => one === ms).length
    const both = await start(name, undefined, undefined)
    await send(providerAt(name, both))
    // A chain of an earlier file in this worker may still poll, with its own timeout of 5 s.
    expect(countOf(5_000)).toBeGreaterThanOrEqual(2)
    expect(countOf(brief.timeoutMs)).toBe(0)
    await send(providerAt(name, both, brief))
    expect(countOf(brief.timeoutMs)).toBe(2)
  })

  it('has the endpoints, tip accounts and minimum tip of the specification, and rejects an invalid endpoint', () => {
    const provider = makers[name]({ key: testKey })
    const wanted = { jito: [7, 8], bloxroute: [6, 4], helius: [7, 10], '0slot': [5, 21], temporal: [6, 17] } as const
    expect([provider.endpoints?.length, provider.tipAccounts.length]).toEqual(wanted[name])
    expect(new Set(provider.tipAccounts).size).toBe(provider.tipAccounts.length)
    for (const account of provider.tipAccounts) expect(addressBytes(account).length).toBe(32)
    expect(provider.minimumTip).toBe(name === 'jito' ? 1_000n : 1_000_000n)
    const changed = makers[name]({ key: testKey, minimumTip: 5n, tipAccounts: [] })
    expect([changed.minimumTip, changed.tipAccounts]).toEqual([5n, []])
    expect(() => makers[name]({ key: testKey, endpoints: ['http://a', 'ftp://b'] })).toThrow(
      `Endpoint 2 of ${name} must begin with http:// or https://`,
    )
  })

  it('submits to all endpoints at once, in the documented format', async () => {
    const at = await start(name, undefined, undefined)
    const provider = providerAt(name, at)
    await Promise.all(
      (provider.endpoints ?? []).map(one => one.send(transaction, { signal: AbortSignal.timeout(5000) })),
    )
    await send(provider)
    expect(at.map(({ seen }) => seen.length)).toEqual([2, 2])
  })

  it('succeeds when one endpoint accepts, for any results of the others', async () => {
    const at = await start(name, hangs, says(500, page), undefined, says(429, ''), otherSignature)
    const began = performance.now()
    await send(providerAt(name, at))
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it.each([
    ['a page with an error', says(502, page), 'send/endpointFailed', 'does not work: HTTP 502 Bad Gateway'],
    ['a page without one', says(200, page), 'send/endpointFailed', 'does not work: no JSON'],
    ['half an answer', says(200, '{"jsonrpc":"2.0","re'), 'send/endpointFailed', 'does not work: no JSON'],
    ['an answer without end', says(200, 'a'.repeat(200_000)), 'send/endpointFailed', 'does not work: no JSON'],
    ['nothing', says(200, '{}'), 'send/endpointFailed', 'does not work: no signature'],
    ['a refusal', says(200, error(-32602, 'bad')), 'send/endpointRefused', 'refused the transaction: bad (-32602)'],
    ['a refusal as 400', says(400, error(-1, 'bad')), 'send/endpointRefused', 'refused the transaction: bad (-1)'],
    ['no admission', says(403, ''), 'send/endpointFailed', 'does not work: HTTP 403 Forbidden'],
    ['too often', says(429, ''), 'send/tooManyRequests', 'gets too many requests: try again shortly'],
    [
      'too often in JSON',
      says(200, error(419, 'Rate limit exceeded')),
      'send/tooManyRequests',
      'gets too many requests',
    ],
    ['F15 another signature', otherSignature, 'send/wrongSignature', 'answered with another signature'],
    ['silence', hangs, 'send/timedOut', 'Transaction sending timed out'],
    ['half an answer and silence', stalls, 'send/timedOut', 'Transaction sending timed out'],
    ['half an answer, hanging up', breaksOff, 'send/endpointFailed', 'does not work: '],
  ] as const)('answering with %s is an error', async (_, behaviour, code, text) => {
    const at = await start(name, behaviour)
    const isSilent = code === 'send/timedOut'
    const provider = providerAt(name, at, isSilent ? brief : {})
    const [endpoint] = provider.endpoints ?? []
    const alone = await fault(
      endpoint?.send(transaction, { signal: new AbortController().signal }) ?? Promise.resolve(),
    )
    expect(alone.code).toBe(code)
    expect(alone.message).toContain(text)
    const whole = await fault(send(provider))
    expect([whole.code, whole.message]).toEqual(
      isSilent ? ['send/timedOut', 'Transaction sending timed out'] : ['send/providerFailed', texts[name]],
    )
    expect(causes(whole).map(cause => cause.code)).toEqual([code])
  })

  it('reports each endpoint’s error, and a timeout only if all time out', async () => {
    const at = await start(name, hangs, says(500, page))
    const whole = await fault(send(providerAt(name, at, { timeoutMs: 1_500 })))
    expect(whole.code).toBe('send/providerFailed')
    expect(whole.facts).toEqual({
      provider: name,
      failures: ['Transaction sending timed out', expect.stringContaining('HTTP 500 Internal Server Error')],
    })
  })

  it('follows no redirect, because the target would get the key', async () => {
    const [elsewhere] = await start(name, undefined)
    const [server] = await start(name, says(307, '', { location: elsewhere?.url ?? '' }))
    const whole = await fault(send(providerAt(name, server === undefined ? [] : [server])))
    expect([causes(whole)[0]?.code, elsewhere?.seen]).toEqual(['send/endpointFailed', []])
  })

  it('reports Retry-After', async () => {
    const wait = async (headers: Readonly<Record<string, string>>) => {
      const [server] = await start(name, says(429, page, headers))
      return causes(await fault(send(providerAt(name, server === undefined ? [] : [server]))))[0]?.facts
    }
    expect(await wait({ 'retry-after': '7' })).toMatchObject({ retryAfterMs: 7_000 })
    expect(await wait({ 'retry-after': '600' })).toMatchObject({ retryAfterMs: 60_000 })
    expect(await wait({})).toMatchObject({ retryAfterMs: 1_000 })
  })

  it('stops when the caller aborts, with the caller’s reason', async () => {
    const provider = providerAt(name, await start(name, hangs))
    const abort = new AbortController()
    const sending = provider.send(transaction, { signal: abort.signal })
    abort.abort('enough')
    await expect(sending).rejects.toBe('enough')
  })

  it('is measured by its own call, and any proper answer counts', async () => {
    const [server] = await start(name, says(404, 'nothing here'))
    const probe = (settings = {}) =>
      providerAt(name, servers, settings).endpoints?.[0]?.probe(new AbortController().signal) ?? expect.fail()
    await probe()
    const asked = server?.seen.map(({ method, path, body }) => [method, path, body])
    const calls = {
      jito: ['POST', '/api/v1/getTipAccounts', { jsonrpc: '2.0', id: 1, method: 'getTipAccounts', params: [] }],
      bloxroute: ['GET', '/health', ''],
      helius: ['GET', '/ping', ''],
      '0slot': ['POST', '/health', {}],
      temporal: ['GET', '/ping', ''],
    }
    expect(asked).toEqual([calls[name]])
    server?.behave(says(503, ''))
    expect((await fault(probe())).code).toBe('send/endpointFailed')
    server?.behave(hangs)
    expect((await fault(probe(brief))).code).toBe('send/timedOut')
  })

  it('never shows its key, wherever an endpoint repeats it', async () => {
    const inQuery = new URLSearchParams({ c: testKey }).toString().slice(2)
    const repeats: Behaviour = (response, { headers, query }) => {
      const echoed = JSON.stringify([encodeURIComponent(testKey), inQuery, query, headers])
      response.writeHead(401).end(error(403, echoed))
    }
    const signs: Behaviour = response =>
      response.end(JSON.stringify({ result: `sig ${testKey}`, signature: `sig ${testKey}` }))
    const at = await start(name, repeats, signs, breaksOff, says(302, '', { location: `/?c=${testKey}` }))
    const gone = `http://127.0.0.1:1/${encodeURIComponent('a-secret-path')}?token=${'b'.repeat(8)}`
    const provider = providerAt(name, at, { endpoints: [...at.map(({ url }) => url), gone] })
    const whole = await fault(send(provider))
    const exposed = [whole, ...causes(whole)].flatMap(each => [each.message, each.stack, JSON.stringify(each.facts)])
    expect(causes(whole).map(({ cause }) => cause)).toEqual(Array(5).fill(undefined))
    for (const secret of [testKey, encodeURIComponent(testKey), inQuery, 'a-secret-path', 'bbbbbbbb'])
      expect(`${exposed.join()}${provider.endpoints?.map(one => one.name).join()}`).not.toContain(secret)
  })
})

function error(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: 1, code, message })
}

describe('the wire', () => {
  const seenBy = async (name: Name, frontRunningProtection?: boolean) => {
    const [server] = await start(name, undefined)
    const provider = providerAt(name, servers)
    for (let i = 0; i < 2; i++) await send(provider, frontRunningProtection)
    return server?.seen ?? []
  }

  it('counts the calls of JSON-RPC from 1', async () => {
    for (const name of names.filter(one => one !== 'bloxroute')) {
      expect((await seenBy(name)).map(({ body }) => (body as { id: number }).id)).toEqual([1, 2])
      await Promise.all(servers.splice(0).map(server => server.close()))
    }
  })

  it.each([undefined, false, true])('of bloXroute asks for protection (%s) in the body', async isProtected => {
    const [seen] = await seenBy('bloxroute', isProtected)
    expect(seen?.body).toMatchObject({
      skipPreFlight: true,
      useStakedRPCs: true,
      frontRunningProtection: isProtected ?? false,
    })
    expect(seen?.headers.authorization).toBe(testKey)
  })

  it.each([undefined, false, true])('of 0slot asks for protection (%s) in the query', async isProtected => {
    const [seen] = await seenBy('0slot', isProtected)
    expect(seen?.query).toEqual({ 'api-key': testKey, ...(isProtected ? { 'anti-mev': 'true' } : {}) })
  })

  it('of bloXroute accepts the formerly documented answer', async () => {
    const [server] = await start('bloxroute', undefined)
    server?.behave(response => response.end(JSON.stringify({ result: transaction.signature })))
    await send(providerAt('bloxroute', servers))
  })

  it('of Jito and Helius works without a key; the others require one', async () => {
    const without = async (name: 'jito' | 'helius') => {
      const [server] = await start(name, undefined)
      await send(makers[name]({ endpoints: [server?.url ?? ''] }))
      return server?.seen[0]
    }
    expect((await without('jito'))?.headers['x-jito-auth']).toBeUndefined()
    expect((await without('helius'))?.query).toEqual({})
    expect(names.filter(name => providerTable[name].needsKey)).toEqual(['bloxroute', '0slot', 'temporal'])
  })

  it('keeps the path of an endpoint that has one', async () => {
    const [server] = await start('helius', undefined)
    server?.behave((response, seen) => response.end(JSON.stringify({ result: transaction.signature, seen })))
    await send(heliusProvider({ endpoints: [`${server?.url}/region/`] }))
    expect(server?.seen[0]?.path).toBe('/region/fast')
  })
})

describe('from a page', () => {
  it('only keyless https endpoints are used', () => {
    for (const { fromPage, needsKey } of Object.values(providerTable)) {
      if (needsKey) expect(fromPage).toBe('none')
      if (typeof fromPage !== 'string') for (const url of fromPage) expect(url).toMatch(/^https:/)
    }
    expect(providerTable.jito.fromPage).toBe('all')
  })
})
