import type { Address } from '@tern/core'
import { expect, it } from 'vitest'
import { postBalances } from './balanceRoute.ts'

const one = '11111111111111111111111111111111' as Address
const other = 'So11111111111111111111111111111111111111112' as Address
const held = new Map([[one, 5n]])
const ask = (body: unknown) =>
  postBalances(
    new Request('http://vault.tern.localhost/api/balances', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    async addresses => addresses.map(address => held.get(address) ?? 0n),
  )

it('answers the balances of addresses, in their order', async () => {
  expect(await (await ask({ addresses: [other, one] })).json()).toEqual({ lamports: ['0', '5'] })
})

it.each([
  [{}],
  [[]],
  [{ addresses: [] }],
  [{ addresses: 'all' }],
  [{ addresses: ['me'] }],
  [{ addresses: [one, 5] }],
  [{ addresses: Array(65).fill(one) }],
])('refuses %j', async body => {
  await expect(ask(body)).rejects.toMatchObject({ code: 'http/badRequest' })
})
