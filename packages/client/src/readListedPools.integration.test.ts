import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Address, wrappedNativeMint } from '@tern/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../test/market.ts'
import { readListedPools } from './readListedPools.ts'

interface Answer {
  readonly status: number
  readonly body: string
}

/** The index's next answer, its next answer at the newer endpoint if that differs, and the requested URLs. */
let next: Answer
let newer: Answer | undefined
let asked: URL[] = []
const index = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://index')
  asked.push(url)
  const { status, body } = url.pathname === '/pools/info/list-v2' ? (newer ?? next) : next
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
})
beforeEach(() => {
  asked = []
  newer = undefined
})
beforeAll(() => new Promise<void>(resolve => index.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise(resolve => index.close(resolve)))

const read = (against?: Address | 'any') =>
  readListedPools(addressOf(3), {
    api: `http://127.0.0.1:${(index.address() as AddressInfo).port}`,
    ...(against && { against }),
  })
const listed = (...data: readonly unknown[]) => ({
  status: 200,
  body: JSON.stringify({ id: 'x', success: true, data: { count: data.length, data } }),
})

describe('the pools that Raydium’s index lists', () => {
  it('are limited to programs of supported venues, in the index’s order', async () => {
    next = listed(
      { type: 'Standard', programId: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', id: addressOf(1) },
      { type: 'Standard', programId: 'HWy1jotHpo6UqeQxx49dpYYdQB8wj9Qk9MdxwjLvDHB8', id: addressOf(2) },
      { type: 'Standard', programId: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', id: addressOf(5) },
      { type: 'Concentrated', programId: 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', id: addressOf(4) },
      { type: 'Standard' },
    )
    expect(await read()).toEqual([
      { protocol: 'raydiumammv4', address: addressOf(1) },
      { protocol: 'raydium_cpmm', address: addressOf(5) },
      { protocol: 'raydium_clmm', address: addressOf(4) },
    ])
    const mints = [addressOf(3), wrappedNativeMint].toSorted()
    const [{ pathname, searchParams }, ...further] = asked as [URL, ...URL[]]
    expect(pathname).toBe('/pools/info/mint')
    expect([searchParams.get('mint1'), searchParams.get('mint2')]).toEqual(mints)
    expect(searchParams.get('page')).toBe('1')
    expect(further).toEqual([])
  })

  it('are requested against another token, or against any', async () => {
    next = listed({ programId: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', id: addressOf(5) })
    expect(await read(addressOf(9))).toHaveLength(1)
    expect(await read('any')).toHaveLength(1)
    const mints = asked.map(({ searchParams }) => [searchParams.get('mint1'), searchParams.get('mint2')])
    expect(mints).toEqual([[addressOf(3), addressOf(9)].toSorted(), [addressOf(3), null]])
    await expect(read('nonsense' as Address)).rejects.toMatchObject({ code: 'address/invalid' })
  })

  it('are requested from the newer endpoint if the older endpoint is closed', async () => {
    next = { status: 404, body: '{}' }
    newer = listed({ programId: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', id: addressOf(5) })
    expect(await read()).toEqual([{ protocol: 'raydium_cpmm', address: addressOf(5) }])
    expect(asked.map(({ pathname }) => pathname)).toEqual(['/pools/info/mint', '/pools/info/list-v2'])
    const mints = [addressOf(3), wrappedNativeMint].toSorted()
    expect(Object.fromEntries(asked[1]?.searchParams ?? [])).toEqual({
      ...{ mint1: mints[0], mint2: mints[1], sortField: 'liquidity', sortType: 'desc', size: '100' },
    })
  })

  it.each([
    ['a refusal', { status: 200, body: '{"id":"x","success":false,"msg":"no"}' }],
    ['a failure', { status: 503, body: '{}' }],
    ['what is no JSON', { status: 200, body: '<html>' }],
    ['another shape', { status: 200, body: '{"success":true,"data":[]}' }],
  ])('are an error of the catalogue after %s', async (_, answer) => {
    next = answer
    await expect(read()).rejects.toThrow('fetch pool info error')
  })

  it('fail for an invalid address', async () => {
    next = listed({ programId: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', id: 'nonsense' })
    await expect(read()).rejects.toMatchObject({ code: 'address/invalid' })
  })
})
