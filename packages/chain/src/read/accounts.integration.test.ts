import { type AccountSet, type Address, encodeBase58, encodeBase64, isTernError, tokenProgram } from '@tern/core'
import { afterEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../test/addresses.ts'
import { type Answer, type Call, type ScriptedNode, startScriptedNode, text } from '../../test/scriptedNode.ts'
import { createChain } from '../chain.ts'

let node: ScriptedNode | undefined
afterEach(async () => {
  await node?.close()
})

const owner = addressOf(3)
const wire = (lamports = 5, data: unknown = [encodeBase64(Uint8Array.of(1, 2)), 'base64']) => ({
  owner,
  lamports,
  executable: false,
  data,
  rentEpoch: 0,
  space: 2,
})
const wrapped = (value: unknown): Answer => ({ result: { context: { slot: 42 }, value } })
const listOf = (call: Call) => call.params[0] as readonly Address[]
const many = (count: number): readonly Address[] =>
  Array.from({ length: count }, (_, i) => {
    const bytes = new Uint8Array(32).fill(7)
    new DataView(bytes.buffer).setUint32(0, i)
    return encodeBase58(bytes) as Address
  })

async function chainOf(script: (call: Call, count: number) => Answer, now?: () => number) {
  node = await startScriptedNode(script)
  return createChain({ rpc: node.url, ...(now === undefined ? {} : { now }) })
}

describe('reading accounts', () => {
  it('returns existing accounts, and null for missing accounts', async () => {
    const chain = await chainOf(() => wrapped([wire(), null]))
    const read = await chain.readAccounts([addressOf(1), addressOf(2)])
    expect(read.get(addressOf(1))).toEqual({
      owner,
      lamports: 5n,
      executable: false,
      data: Uint8Array.of(1, 2),
      slot: 42n,
    })
    expect(read.get(addressOf(2))).toBeNull()
    expect(node?.calls[0]?.params[1]).toMatchObject({ commitment: 'confirmed', encoding: 'base64' })
  })

  it('requests 100 at a time, ten requests together, each account once', async () => {
    const waiting: (() => void)[] = []
    const sizes: number[] = []
    const chain = await chainOf(call => (response, { id }) => {
      sizes.push(listOf(call).length)
      waiting.push(() =>
        response.end(
          JSON.stringify({ jsonrpc: '2.0', id, result: { context: { slot: 1 }, value: listOf(call).map(() => null) } }),
        ),
      )
      const isBatchFull = waiting.length === 10 || sizes.length === 13
      if (isBatchFull) for (const answer of waiting.splice(0)) answer()
    })
    const addresses = many(1201)
    const read = await chain.readAccounts([...addresses, ...addresses])
    expect([...read.keys()]).toEqual(addresses)
    expect(sizes.toSorted((a, b) => a - b)).toEqual([1, ...Array.from({ length: 12 }, () => 100)])
  })

  it.each([
    ['fewer accounts', wrapped([wire()])],
    ['more accounts', wrapped([wire(), null, null])],
    ['no list', wrapped(null)],
    ['no context', { result: { value: [null, null] } }],
    ['text for an account', wrapped([null, 'x'])],
    ['an account without an owner', wrapped([null, { ...wire(), owner: undefined }])],
    ['a fraction of a lamport', wrapped([null, wire(0.5)])],
    ['a page', text('<html>')],
    ['a truncated answer', text('{"jsonrpc":"2.0","result":{"context":{"slot":1},"val')],
    ['a fault', text('', 500)],
  ] as const)('F47 refuses %s', async (_, answer) => {
    const chain = await chainOf(() => answer)
    const error = await chain.readAccounts([addressOf(1), addressOf(2)]).catch((reason: unknown) => reason)
    expect(isTernError(error, 'rpc/accounts') && error.message).toBe(
      'failed to get info for multiple accounts, RPC_ERROR',
    )
  })

  it.each([
    ['base58 data', wire(5, ['abc', 'base58'])],
    ['data that is no base64', wire(5, ['*', 'base64'])],
    ['bare data', wire(5, 'AQI=')],
  ])('F47 refuses %s', async (_, account) => {
    const chain = await chainOf(() => wrapped([null, account]))
    const error = await chain.readAccounts([addressOf(1), addressOf(2)]).catch((reason: unknown) => reason)
    expect(isTernError(error, 'rpc/notBase64') && error.message).toBe('account info must be base64')
  })

  it('caches an account for 5 s, and reads again on demand', async () => {
    let time = 0
    const chain = await chainOf(
      (_, count) => wrapped([wire(count)]),
      () => time,
    )
    const lamports = async (options?: { maxAgeMs: number }) =>
      (await chain.readAccounts([addressOf(1)], options)).get(addressOf(1))?.lamports
    expect(await lamports()).toBe(1n)
    time = 4999
    expect(await lamports()).toBe(1n)
    time = 5000
    expect(await lamports()).toBe(2n)
    expect(await lamports({ maxAgeMs: 0 })).toBe(3n)
  })

  it('shares a request among simultaneous readers', async () => {
    const chain = await chainOf(call => wrapped(listOf(call).map(() => wire())))
    await Promise.all([chain.readAccounts([addressOf(1)]), chain.readAccounts([addressOf(1), addressOf(2)])])
    expect(node?.calls.map(listOf)).toEqual([[addressOf(1)], [addressOf(2)]])
  })

  it('reads a written account again, and shares no request that began before the write', async () => {
    const answers: (() => void)[] = []
    const chain = await chainOf((_, count) => (response, { id }) => {
      const result = { context: { slot: count }, value: [wire(count)] }
      answers.push(() => response.end(JSON.stringify({ jsonrpc: '2.0', id, result })))
      if (count === 2) for (const answer of answers) answer()
    })
    const early = chain.readAccounts([addressOf(1)])
    while (answers.length === 0) await new Promise(resolve => setTimeout(resolve, 5))
    chain.forget([addressOf(1)], 2n)
    const late = chain.readAccounts([addressOf(1)])
    const lamports = (read: AccountSet) => read.get(addressOf(1))?.lamports
    expect([lamports(await early), lamports(await late)]).toEqual([1n, 2n])
    expect(lamports(await chain.readAccounts([addressOf(1)]))).toBe(2n)
  })

  describe('never goes back in slot', () => {
    /** Answers with these slots, in order. The lamports equal the slot. */
    async function chainAt(slots: readonly number[], time: { now: number }) {
      return chainOf(
        (call, count) => {
          const slot = slots[count - 1] ?? slots.at(-1) ?? 0
          return { result: { context: { slot }, value: listOf(call).map(() => wire(slot)) } }
        },
        () => time.now,
      )
    }

    it('when a lagging node answers later', async () => {
      const time = { now: 0 }
      const chain = await chainAt([9, 8, 7, 10], time)
      const lamports = async (options?: { maxAgeMs: number }) =>
        (await chain.readAccounts([addressOf(1)], options)).get(addressOf(1))?.lamports
      expect(await lamports()).toBe(9n)
      time.now = 5000
      expect([await lamports(), await lamports({ maxAgeMs: 0 }), await lamports({ maxAgeMs: 0 })]).toEqual([
        9n,
        9n,
        10n,
      ])
    })

    it('when a watcher begins', async () => {
      const time = { now: 0 }
      const chain = await chainAt([9, 8], time)
      await chain.readAccounts([addressOf(1)])
      time.now = 5000
      const seen: (bigint | undefined)[] = []
      const stop = chain.watchAccount(addressOf(1), account => seen.push(account?.lamports))
      await expect.poll(() => seen).toEqual([9n])
      stop()
      chain.close()
    })
  })

  it.each([
    ['says 429', text('', 429)],
    ['says 503', text('', 503)],
    ['breaks off', (response: { destroy(): void }) => response.destroy()],
  ] as const)('retries when its only node briefly %s', async (_, answer) => {
    const chain = await chainOf((_, count) => (count === 1 ? answer : wrapped([wire()])))
    expect((await chain.readAccounts([addressOf(1)])).get(addressOf(1))?.lamports).toBe(5n)
    expect(node?.calls.length).toBe(2)
  })

  it('does not cache a failure', async () => {
    const chain = await chainOf((_, count) => (count === 1 ? text('', 500) : wrapped([wire()])))
    await expect(chain.readAccounts([addressOf(1)])).rejects.toThrow('RPC_ERROR')
    expect((await chain.readAccounts([addressOf(1)])).get(addressOf(1))?.lamports).toBe(5n)
  })
})

describe('reading the rest', () => {
  it('F45 reports no blockhash if the node returns none', async () => {
    const blockhash = addressOf(9)
    for (const answer of [
      wrapped(null),
      wrapped({ blockhash }),
      wrapped({ blockhash: 'x', lastValidBlockHeight: 5 }),
      text('', 500),
    ]) {
      const chain = await chainOf(() => answer)
      await expect(chain.readBlockhash()).rejects.toThrow('No blockhash')
      await node?.close()
    }
  })

  it('requests the rent of a size once', async () => {
    const chain = await chainOf(() => ({ result: 2_039_280 }))
    expect(await chain.readRent(165)).toBe(2_039_280n)
    await chain.readRent(165)
    expect(node?.calls.length).toBe(1)
  })

  it('skips invalid token accounts and other owners’ accounts', async () => {
    const entry = (data: Uint8Array) => ({
      pubkey: addressOf(8),
      account: { ...wire(), owner: tokenProgram, data: [encodeBase64(data), 'base64'] },
    })
    const good = new Uint8Array(165).fill(7, 0, 32).fill(6, 32, 64)
    good[108] = 1
    const foreign = Uint8Array.from(good).fill(5, 32, 64)
    const broken = [
      null,
      5,
      {},
      { pubkey: 5, account: wire() },
      { pubkey: 'x', account: wire() },
      { pubkey: addressOf(8) },
    ]
    const chain = await chainOf((_, count) =>
      wrapped(count === 1 ? [...broken, entry(good), entry(foreign), entry(good.subarray(1))] : []),
    )
    expect(await chain.readTokenAccounts(addressOf(6))).toMatchObject([
      { address: addressOf(8), mint: addressOf(7), owner: addressOf(6), isAssociated: false, isNative: false },
    ])
  })

  it('keeps the newest epoch when a lagging node answers', async () => {
    let time = 0
    const slots = [50, 40, 60]
    const chain = await chainOf(
      (_, count) => ({
        result: { epoch: 3, absoluteSlot: slots[count - 1], blockHeight: 1, slotIndex: 4, slotsInEpoch: 432_000 },
      }),
      () => time,
    )
    const epochSlots: bigint[] = []
    for (; epochSlots.length < 3; time += 30_000) epochSlots.push((await chain.readEpoch()).slot)
    expect(epochSlots).toEqual([50n, 50n, 60n])
  })

  it('keeps the newer balance when a lagging node lists token accounts', async () => {
    const holding = (amount: number) => {
      const data = new Uint8Array(165).fill(7, 0, 32).fill(6, 32, 64)
      ;[data[64], data[108]] = [amount, 1]
      return { ...wire(), owner: tokenProgram, data: [encodeBase64(data), 'base64'] }
    }
    const chain = await chainOf(({ method }, count) =>
      method === 'getMultipleAccounts'
        ? { result: { context: { slot: 43 }, value: [holding(2)] } }
        : wrapped(count === 2 ? [{ pubkey: addressOf(8), account: holding(1) }] : []),
    )
    await chain.readAccounts([addressOf(8)])
    expect(await chain.readTokenAccounts(addressOf(6))).toMatchObject([{ amount: 2n }])
  })

  it('rejects an invalid epoch and an invalid rent', async () => {
    for (const result of [{ epoch: 1 }, null, 'x']) {
      const chain = await chainOf(() => ({ result }))
      const errors = await Promise.all([chain.readEpoch(), chain.readRent(0)].map(read => read.catch(error => error)))
      expect(errors.map(error => isTernError(error, 'rpc/badAnswer'))).toEqual([true, true])
      await node?.close()
    }
  })

  it('caches the epoch for 30 s and advances the chain time for 5 minutes; the slot is the newest reported', async () => {
    let time = 0
    const clock = new Uint8Array(40)
    new DataView(clock.buffer).setBigInt64(32, 1_000_000n, true)
    let readSlot = 42
    const chain = await chainOf(
      ({ method }) =>
        method === 'getEpochInfo'
          ? { result: { epoch: 3, absoluteSlot: 1234 + time, blockHeight: 1000, slotIndex: 4, slotsInEpoch: 432_000 } }
          : { result: { context: { slot: readSlot }, value: [{ ...wire(), data: [encodeBase64(clock), 'base64'] }] } },
      () => time,
    )
    expect(await chain.readClock()).toEqual({ slot: 1234n, epoch: 3n, unixTimestamp: 1_000_000n })
    time = 29_999
    expect(await chain.readClock()).toEqual({ slot: 1234n, epoch: 3n, unixTimestamp: 1_000_029n })
    readSlot = 1_300
    await chain.readAccounts([addressOf(1)])
    expect(await chain.readClock()).toMatchObject({ slot: 1_300n, epoch: 3n })
    readSlot = 1_250
    await chain.readAccounts([addressOf(2)])
    expect((await chain.readClock({ slotMs: 30_000 })).slot).toBe(1_300n)
    expect((await chain.readClock({ slotMs: 1_000 })).slot).toBe(31_233n)
    time = 59_999
    expect((await chain.readClock()).slot).toBe(61_233n)
    time = 299_999
    await chain.readClock()
    const reads = () => node?.calls.filter(({ method }) => method === 'getMultipleAccounts').length
    expect(reads()).toBe(3)
    time = 300_000
    await chain.readClock()
    expect(reads()).toBe(4)
  })
})
