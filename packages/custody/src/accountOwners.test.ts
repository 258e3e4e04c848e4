import { type Address, encodeBase58 } from '@tern/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOwners, maxWaitMs } from './accountOwners.ts'

const [wallet, first, second] = [1, 2, 3].map(byte => encodeBase58(new Uint8Array(32).fill(byte)) as Address) as [
  Address,
  Address,
  Address,
]
const requests: { readonly id: number; readonly owners: readonly Address[] }[] = []
const connected = () =>
  createOwners(request => {
    requests.push(request as (typeof requests)[number])
  })
const answer = (id: number | undefined, owners: readonly unknown[]) => JSON.stringify({ id, owners })

beforeEach(() => {
  vi.useFakeTimers()
  requests.length = 0
})
afterEach(() => vi.useRealTimers())

describe('the owners of token accounts', () => {
  it('are the answer to the request, even after other messages', async () => {
    const owners = connected()
    const [one, other] = [owners.ask([first, second]), owners.ask([second])]
    const [asked, askedToo] = requests
    expect([asked?.owners, askedToo?.owners]).toEqual([[first, second], [second]])
    owners.receive(answer(askedToo?.id, [[second, wallet]]))
    expect(await other).toEqual(new Map([[second, wallet]]))
    const known = [
      [first, wallet],
      [second, null],
    ]
    const ignored = [
      ...['', 'null', '{}', '[]', 7, undefined, answer(undefined, known), answer(99, known)],
      ...[['x', wallet], [first], [first, 7], [first, 'x'], first].map(row => answer(asked?.id, [row])),
    ]
    for (const text of ignored) owners.receive(text)
    owners.receive(answer(asked?.id, known))
    // A second answer changes nothing.
    owners.receive(answer(asked?.id, []))
    expect(await one).toEqual(new Map(known as [Address, Address | null][]))
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are unknown without an answer in time', async () => {
    const owners = connected()
    const settled = vi.fn()
    void owners.ask([first]).then(settled)
    await vi.advanceTimersByTimeAsync(maxWaitMs - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledExactlyOnceWith(new Map())
    owners.receive(answer(requests[0]?.id, [[first, wallet]]))
    expect(vi.getTimerCount()).toBe(0)
  })
})
