import {
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  generateKeyPairSigner,
  isSolanaError,
  type KeyPairSigner,
  lamports,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { isTernError } from '@tern/core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { abandonUpgrades } from '../../test/abandonUpgrades.ts'
import { post, sol, startChain } from '../../test/rpcClients.ts'
import { type ProxiedCall, type RpcProxy, startProxy } from './startProxy.ts'

let on: Awaited<ReturnType<typeof startChain>>
let proxy: RpcProxy
let rpc: ReturnType<typeof createSolanaRpc>
let payer: KeyPairSigner
const calls: ProxiedCall[] = []
/** The proxy's time in milliseconds, set by the tests that depend on it. */
let time = 0
const well = {
  lagMs: 0,
  lagSlots: 0,
  requestsPerSecond: Number.POSITIVE_INFINITY,
  refuseMethods: [],
  refuseStatus: 403,
  refuseShare: 0,
  truncateShare: 0,
  dropSockets: false,
  hang: false,
}

beforeAll(async () => {
  on = await startChain()
  proxy = await startProxy({
    upstream: on.chain.rpcUrl,
    now: () => time,
    random: () => 0.25,
    onCall: call => calls.push(call),
  })
  rpc = createSolanaRpc(proxy.rpcUrl)
  payer = await on.fundedSigner()
})
afterEach(() => proxy.set(well))
afterAll(async () => {
  await proxy.close()
  await on.chain.close()
})

const call = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: method, method, params })
const ask = (body: unknown) =>
  fetch(proxy.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const pay = async (amount: bigint) => {
  const destination = (await generateKeyPairSigner()).address
  const instruction = getTransferSolInstruction({ source: payer, destination, amount: lamports(amount) })
  return { destination, signature: await on.send(payer, [instruction]) }
}
const statusOf = async (sent: Promise<unknown>) => {
  const error = await sent.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  return isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR) ? error.context.statusCode : error
}

describe('a proxy without faults', () => {
  it('passes everything on as it is', async () => {
    const { mint } = on.chain.world[0] ?? expect.fail('no token')
    const body = call('getAccountInfo', mint, { encoding: 'base64', commitment: 'finalized' })
    const [through, straight] = [await (await ask(body)).json(), await post(on.chain, body)]
    expect({ ...through, result: { ...through.result, context: 0 } }).toEqual({
      ...(straight as object),
      result: { ...(straight as typeof through).result, context: 0 },
    })
    expect(await (await ask(call('getSlot', 5))).json()).toMatchObject({ error: { code: -32602 }, id: 'getSlot' })
    const raw = await (await ask(body)).text()
    expect(raw).toContain('"rentEpoch":18446744073709551615')
    expect(await (await ask([call('getHealth'), call('nothing')])).json()).toMatchObject([
      { id: 'getHealth', result: 'ok' },
      { id: 'nothing', error: { code: -32601 } },
    ])
    const broken = await fetch(proxy.rpcUrl, { method: 'POST', body: '{' })
    expect([broken.status, await broken.json()]).toMatchObject([400, { error: { code: -32700 } }])
    expect(calls.slice(0, 2)).toEqual([
      { method: 'getAccountInfo', verdict: 'passed', atMs: 0 },
      { method: 'getSlot', verdict: 'passed', atMs: 0 },
    ])
  })

  it('relays subscriptions', async () => {
    const stop = new AbortController()
    const { destination, signature } = await pay(sol)
    await on.until(signature)
    const changes = await createSolanaRpcSubscriptions(proxy.wsUrl)
      .accountNotifications(destination, { commitment: 'confirmed' })
      .subscribe({ abortSignal: stop.signal })
    const next = changes[Symbol.asyncIterator]().next()
    await on.send(payer, [getTransferSolInstruction({ source: payer, destination, amount: lamports(1n) })])
    expect((await next).value?.value.lamports).toBe(sol + 1n)
    stop.abort()
  })
})

describe('a plan', () => {
  it('limits requests, and reports when to ask again', async () => {
    time += 10_000
    proxy.set({ requestsPerSecond: 3 })
    expect(
      [await ask(call('getSlot')), await ask([call('getSlot'), call('getSlot')])].map(({ status }) => status),
    ).toEqual([200, 200])
    const limited = await ask(call('getHealth'))
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1'])
    expect(await limited.json()).toMatchObject({ error: { code: 429 }, id: 'getHealth' })
    expect(await statusOf(rpc.getSlot().send())).toBe(429)
    time += 1000
    expect((await ask(call('getHealth'))).status).toBe(200)
  })

  it('refuses methods', async () => {
    proxy.set({ refuseMethods: ['getProgramAccounts', 'accountSubscribe'] })
    const asked = call('getProgramAccounts', payer.address)
    const refused = await ask(asked)
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: -32601 } }])
    expect(await (await ask([asked, call('getHealth')])).json()).toMatchObject([{ error: {} }, { result: 'ok' }])
    proxy.set({ refuseStatus: 200 })
    expect((await ask(asked)).status).toBe(200)
    expect(calls.filter(({ verdict }) => verdict === 'refused').length).toBe(3)
    const socket = new WebSocket(proxy.wsUrl)
    await new Promise(resolve => socket.once('open', resolve))
    socket.send(JSON.stringify(call('accountSubscribe', payer.address)))
    const answer = await new Promise(resolve => socket.once('message', resolve))
    expect(JSON.parse(String(answer))).toMatchObject({ error: { code: -32601 }, id: 'accountSubscribe' })
    socket.terminate()
  })

  it('fails a share of the requests', async () => {
    proxy.set({ refuseShare: 0.25 })
    expect((await ask(call('getSlot'))).status).toBe(200)
    proxy.set({ refuseShare: 0.3 })
    expect((await ask(call('getSlot'))).status).toBe(503)
  })

  it('breaks off a share of the answers', async () => {
    proxy.set({ truncateShare: 0.25 })
    expect(await (await ask(call('getSlot'))).json()).toMatchObject({ result: expect.any(Number) })
    proxy.set({ truncateShare: 0.3 })
    const answer = await ask(call('getSlot'))
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow('terminated')
  })
})

describe('a node that is behind', () => {
  const lagSlots = 12
  const inContext = async (method: string, ...params: unknown[]) => {
    const answer = await (await ask(call(method, ...params))).json()
    return answer.error === undefined ? answer.result : expect.fail(JSON.stringify(answer.error))
  }
  const confirmed = { commitment: 'confirmed' }
  const until = async (slot: bigint) => {
    while ((await on.rpc.getSlot({ commitment: 'processed' }).send()) < slot) await new Promise(r => setTimeout(r, 20))
  }

  it('reports the slot, the height and the blockhash of its own slot', async () => {
    await until(40n)
    proxy.set({ lagSlots })
    const tip = Number(await on.rpc.getSlot({ commitment: 'confirmed' }).send())
    const slot = await inContext('getSlot', confirmed)
    expect(slot).toBeGreaterThanOrEqual(tip - lagSlots)
    expect(slot).toBeLessThan(tip)
    const { context, value } = await inContext('getLatestBlockhash', confirmed)
    const block = await on.rpc
      .getBlock(BigInt(context.slot), { commitment: 'confirmed', transactionDetails: 'none', rewards: false })
      .send()
    expect(block).toMatchObject({
      blockhash: value.blockhash,
      blockHeight: BigInt(value.lastValidBlockHeight - 150),
    })
    expect(await inContext('getBlockHeight', confirmed)).toBeGreaterThanOrEqual(value.lastValidBlockHeight - 150)
    const { absoluteSlot } = await inContext('getEpochInfo', confirmed)
    expect(absoluteSlot).toBeLessThan(Number(await on.rpc.getSlot({ commitment: 'confirmed' }).send()))
    const tooNew = Number(await on.rpc.getSlot({ commitment: 'confirmed' }).send())
    expect(await (await ask(call('getSlot', { ...confirmed, minContextSlot: tooNew }))).json()).toMatchObject({
      error: { code: -32016, data: { contextSlot: expect.any(Number) } },
    })
    expect(await (await ask(call('getBlock', tooNew, confirmed))).json()).toMatchObject({ error: { code: -32004 } })
  })

  it('reports a transaction later', async () => {
    const { signature, destination } = await pay(sol)
    await on.until(signature)
    const found = () =>
      Promise.all([
        inContext('getSignatureStatuses', [signature]).then(({ value }) => value[0]),
        inContext('getTransaction', signature, { ...confirmed, maxSupportedTransactionVersion: 0 }),
        inContext('getSignaturesForAddress', destination, confirmed).then(list => list[0] ?? null),
      ])
    proxy.set({ lagSlots: 100_000 })
    expect(await found()).toEqual([null, null, null])
    proxy.set({ lagSlots })
    const { value } = await on.rpc.getSignatureStatuses([signature]).send()
    await until((value[0]?.slot ?? 0n) + BigInt(lagSlots) + 4n)
    expect(await found()).toMatchObject([{ err: null, confirmationStatus: 'confirmed' }, { meta: {} }, { signature }])
  })

  it('reports accounts as old as its last read of them', async () => {
    const { destination, signature } = await pay(sol)
    await on.until(signature)
    proxy.set({ lagSlots })
    const balance = async () => (await inContext('getBalance', destination, confirmed)).value
    expect(await balance()).toBe(Number(sol))
    const again = await on.send(payer, [
      getTransferSolInstruction({ source: payer, destination, amount: lamports(sol) }),
    ])
    await on.until(again)
    expect(await balance()).toBe(Number(sol))
    const slot = await on.rpc.getSlot({ commitment: 'confirmed' }).send()
    await until(slot + BigInt(lagSlots) + 3n)
    expect(await balance()).toBe(2 * Number(sol))
  })

  it('notifies later', async () => {
    proxy.set({ lagSlots })
    const stop = new AbortController()
    const slots = await createSolanaRpcSubscriptions(proxy.wsUrl)
      .slotNotifications()
      .subscribe({ abortSignal: stop.signal })
    for await (const { slot } of slots) {
      expect(await on.rpc.getSlot({ commitment: 'processed' }).send()).toBeGreaterThanOrEqual(slot + BigInt(lagSlots))
      break
    }
    stop.abort()
  })

  it('is unhealthy from 129 slots on, and reports the distance', async () => {
    await on.chain.travel({ slots: 300n })
    await on.until((await pay(sol)).signature)
    const health = async (lagSlots: number) => {
      proxy.set({ lagSlots })
      return rpc
        .getHealth()
        .send()
        .catch((error: unknown) =>
          isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY) ? error.context : error,
        )
    }
    expect(await health(128)).toBe('ok')
    expect(await health(129)).toMatchObject({ numSlotsBehind: 129n })
    expect(await (await ask(call('getHealth'))).json()).toMatchObject({
      error: { code: -32005, message: 'Node is behind by 129 slots', data: { numSlotsBehind: 129 } },
    })
    // It refuses a transaction that it must simulate first. It passes on a transaction without preflight.
    expect(await (await ask(call('sendTransaction', 'AA=='))).json()).toMatchObject({ error: { code: -32005 } })
    const unchecked = call('sendTransaction', 'AA==', { skipPreflight: true, encoding: 'base64' })
    expect(await (await ask(unchecked)).json()).toMatchObject({ error: { code: -32602 } })
  })
})

describe('a bad day', () => {
  it('keeps everyone waiting', async () => {
    proxy.set({ lagMs: 300 })
    const started = performance.now()
    await rpc.getSlot().send()
    expect(performance.now() - started).toBeGreaterThanOrEqual(299)
  })

  it('hangs', async () => {
    proxy.set({ hang: true })
    await expect(rpc.getSlot().send({ abortSignal: AbortSignal.timeout(200) })).rejects.toThrow(/aborted|timeout/i)
    expect(calls.findLast(({ method }) => method === 'getSlot')?.verdict).toBe('hung')
  })

  it('drops sockets', async () => {
    const socket = new WebSocket(proxy.wsUrl)
    await new Promise(resolve => socket.once('open', resolve))
    const closed = new Promise(resolve => socket.once('close', resolve))
    proxy.set({ dropSockets: true })
    await closed
    const refused = new WebSocket(proxy.wsUrl)
    expect(String(await new Promise(resolve => refused.once('error', resolve)))).toContain('503')
    await abandonUpgrades(proxy.wsUrl)
    proxy.set({ dropSockets: false })
    const welcome = new WebSocket(proxy.wsUrl)
    await new Promise(resolve => welcome.once('open', resolve))
    welcome.terminate()
  })

  it('ends when the node is gone: requests and sockets are cut', async () => {
    const gone = await startProxy({ upstream: 'http://127.0.0.1:1' })
    await expect(createSolanaRpc(gone.rpcUrl).getSlot().send()).rejects.toThrow('fetch failed')
    const socket = new WebSocket(gone.wsUrl)
    await new Promise(resolve => socket.once('close', resolve))
    await gone.close()
  })
})

describe('faults', () => {
  it('out of range are refused', async () => {
    for (const wrong of [
      { lagMs: -1 },
      { lagSlots: 0.5 },
      { requestsPerSecond: 0 },
      { refuseShare: 2 },
      { truncateShare: -1 },
      { refuseStatus: 99 },
      { refuseMethods: 'getSlot' as unknown as string[] },
      { refuse: 1 },
    ])
      expect(() => proxy.set(wrong), JSON.stringify(wrong)).toThrow(/ is /)
    const error = await startProxy({ upstream: 'nowhere' }).catch((cause: unknown) => cause)
    expect(isTernError(error, 'practice/proxy') && error.message).toBe('upstream is no URL')
  })
})
