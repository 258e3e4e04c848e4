import { type Address, generateKeyPairSigner, type KeyPairSigner, lamports, type Signature } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sol, startChain } from './rpcClients.ts'

/** A chain whose slots end only when the test ends a slot. */
const startSlowChain = () => startChain({ world: 'empty', slotMs: 3_600_000 })

let on: Awaited<ReturnType<typeof startSlowChain>>
beforeAll(async () => {
  on = await startSlowChain()
})
afterAll(() => on.chain.close())

const call = (method: string, ...params: unknown[]) => on.call(method, ...params)
const pass = async (slots: number) => {
  for (let i = 0; i < slots; i++) await on.chain.travel({ slots: 1n })
}
const slot = async (commitment = 'processed') => (await call('getSlot', { commitment })).result as number
const someone = async () => (await generateKeyPairSigner()).address
const airdrop = (to: Address, amount = sol) => on.rpc.requestAirdrop(to, lamports(amount)).send()

describe('slots without blocks', () => {
  it('have no block, no time and no height', async () => {
    const receiver = await someone()
    const signature = await airdrop(receiver)
    const before = await slot()
    await on.chain.travel({ slots: 5n })
    expect([await slot(), await slot('confirmed')]).toEqual([before + 5, before])
    await pass(1)
    const heights = await Promise.all(
      [before, before + 5].map(async at => {
        const { result } = await call('getBlock', at, { commitment: 'confirmed', transactionDetails: 'none' })
        return (result as { blockHeight: number; parentSlot: number }).blockHeight
      }),
    )
    expect(heights[1]).toBe((heights[0] ?? 0) + 1)
    const confirmed = { commitment: 'confirmed' }
    expect((await call('getBlocks', before, before + 6, confirmed)).result).toEqual([before, before + 5])
    expect((await call('getBlocks', before, confirmed)).result).toEqual([before, before + 5])
    expect((await call('getBlocksWithLimit', before, 1, confirmed)).result).toEqual([before])
    expect(await on.rpc.getBlocks(BigInt(before), undefined, { commitment: 'confirmed' }).send()).toEqual([
      BigInt(before),
      BigInt(before + 5),
    ])
    // Until the slot is final, a block may still come.
    expect((await call('getBlock', before + 1, confirmed)).error?.code).toBe(-32004)
    expect((await call('getBlocks', before)).result).toEqual([])
    await pass(40)
    for (const [method, params] of [
      ['getBlock', [before + 1]],
      ['getBlock', [before + 4, confirmed]],
      ['getBlockTime', [before + 1]],
    ] as const)
      expect([method, (await call(method, ...params)).error]).toEqual([
        method,
        {
          code: -32007,
          message: `Slot ${params[0]} was skipped, or missing due to ledger jump to recent snapshot`,
        },
      ])
    const { result } = await call('getBlock', before, { maxSupportedTransactionVersion: 0 })
    expect(JSON.stringify(result)).toContain(signature)
    expect((await call('getBlocks', before + 1, before + 6)).result).toEqual([before + 5, before + 6])
  })

  it('count against the validator that should have made a block', async () => {
    const identity = ((await call('getIdentity')).result as { identity: string }).identity
    const first = (await call('getFirstAvailableBlock')).result as number
    const last = await slot('finalized')
    const { result } = await call('getBlockProduction', { range: { firstSlot: first, lastSlot: last } })
    const blocks = (await call('getBlocks', first, last)).result as number[]
    expect(blocks.length).toBeLessThan(last - first + 1)
    expect(result).toMatchObject({
      value: {
        byIdentity: { [identity]: [last - first + 1, blocks.length] },
        range: { firstSlot: first, lastSlot: last },
      },
    })
    for (const range of [
      { firstSlot: last, lastSlot: first },
      { firstSlot: last, lastSlot: last + 1_000 },
    ])
      expect((await call('getBlockProduction', { range })).error?.code).toBe(-32602)
  })

  it('are limited to a number per request', async () => {
    expect((await call('getBlocks', 0, 600_000)).result).toBeInstanceOf(Array)
    expect((await call('getBlocksWithLimit', 0, 500_001)).error?.message).toBe('Limit too large; max 500000')
    expect((await call('getBlocks', 0, null, { commitment: 'processed' })).error?.message).toBe(
      'Method does not support commitment below `confirmed`',
    )
    expect((await call('getBlocks', 10, 5)).result).toEqual([])
    expect((await call('getBlocks', 0, { minContextSlot: 1e9 })).error?.code).toBe(-32016)
    expect((await call('getBlocksWithLimit', 0, 1, { minContextSlot: 1e9 })).error?.code).toBe(-32016)
  })
})

describe('the signatures of an address', () => {
  it('can be bounded by any transaction, of the address or not', async () => {
    const [receiver, other] = [await someone(), await someone()]
    const first = await airdrop(receiver)
    const between = await airdrop(other)
    const second = await airdrop(receiver)
    await pass(1)
    const third = await airdrop(receiver)
    const page = async (config: object) =>
      ((await call('getSignaturesForAddress', receiver, config)).result as { signature: string }[]).map(
        ({ signature }) => signature,
      )
    const confirmed = { commitment: 'confirmed' }
    expect(await page(confirmed)).toEqual([second, first])
    expect(await page({})).toEqual([])
    await pass(1)
    expect(await page(confirmed)).toEqual([third, second, first])
    expect(await page({ ...confirmed, limit: 2 })).toEqual([third, second])
    expect(await page({ ...confirmed, before: second })).toEqual([first])
    expect(await page({ ...confirmed, before: between })).toEqual([first])
    expect(await page({ ...confirmed, until: between })).toEqual([third, second])
    expect(await page({ ...confirmed, before: third, until: first })).toEqual([second])
    const unknown = '1'.repeat(64)
    expect(await page({ ...confirmed, before: unknown })).toEqual([])
    expect(await page({ ...confirmed, until: unknown })).toEqual([third, second, first])
    expect((await call('getSignaturesForAddress', receiver, { minContextSlot: 1e9 })).error?.code).toBe(-32016)
    expect((await call('getSignaturesForAddress', receiver, { before: 'x' })).error?.code).toBe(-32602)
  })
})

describe('a rollback', () => {
  let payer: KeyPairSigner
  let chain: Awaited<ReturnType<typeof startSlowChain>>
  const notifications: string[] = []
  const sockets: WebSocket[] = []
  beforeAll(async () => {
    chain = await startSlowChain()
    const signer = generateKeyPairSigner()
    payer = await signer
    await chain.rpc.requestAirdrop(payer.address, lamports(10n * sol)).send()
    for (let i = 0; i < 40; i++) await chain.chain.travel({ slots: 1n })
  })
  afterAll(async () => {
    for (const socket of sockets) socket.close()
    await chain.chain.close()
  })

  /** Collects a subscription's notifications as `name value`. */
  async function follow(name: string, method: string, ...params: unknown[]) {
    const socket = new WebSocket(chain.chain.wsUrl)
    sockets.push(socket)
    await new Promise(resolve => socket.once('open', resolve))
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    await new Promise<void>(resolve => {
      socket.on('message', data => {
        const message = JSON.parse(String(data))
        if (message.id === 1) return resolve()
        const { result } = message.params
        notifications.push(`${name} ${JSON.stringify(result.value?.lamports ?? result.value ?? result)}`)
      })
    })
    await settle()
  }
  const settle = () => new Promise(resolve => setTimeout(resolve, 40))
  const pass = async (slots: number) => {
    for (let i = 0; i < slots; i++) await chain.chain.travel({ slots: 1n })
    await settle()
  }
  const received = async () => {
    await settle()
    return notifications.splice(0).filter(text => !text.startsWith('slot'))
  }

  it('is reported as a change back, only to listeners that got the change', async () => {
    const receiver = await someone()
    const transaction = await chain.sign(payer, [
      getTransferSolInstruction({ source: payer, destination: receiver, amount: lamports(sol) }),
    ])
    const encoding = 'base64'
    for (const commitment of ['processed', 'confirmed', 'finalized'] as const) {
      await follow(commitment, 'accountSubscribe', receiver, { commitment, encoding })
      await follow(`${commitment} signature`, 'signatureSubscribe', transaction.signature, { commitment })
    }
    await follow('logs', 'logsSubscribe', { mentions: [receiver] }, { commitment: 'confirmed' })
    await chain.rpc.sendTransaction(transaction.wire, { encoding }).send()
    expect(await received()).toEqual([`processed ${sol}`, 'processed signature {"err":null}'])
    await chain.chain.rollback(1n)
    expect(await received()).toEqual(['processed 0'])
    expect((await chain.rpc.getSignatureStatuses([transaction.signature]).send()).value).toEqual([null])
    await pass(2)
    expect(await received()).toEqual([])

    // Sent again, it lands in another fork, and is confirmed there before it is undone.
    await chain.rpc.sendTransaction(transaction.wire, { encoding }).send()
    await pass(1)
    const confirmed = (await received()).sort()
    expect(confirmed.map(text => text.replace(/\{"err":null,"logs".*/, '…'))).toEqual([
      `confirmed ${sol}`,
      'confirmed signature {"err":null}',
      'logs …',
      `processed ${sol}`,
    ])
    await chain.chain.rollback(2n)
    expect(await received()).toEqual(['processed 0'])
    await pass(1)
    expect(await received()).toEqual(['confirmed 0'])
    await pass(40)
    expect(await received()).toEqual([])

    await chain.rpc.sendTransaction(transaction.wire, { encoding }).send()
    await pass(40)
    expect((await received()).sort().filter(text => text.startsWith('finalized'))).toEqual([
      `finalized ${sol}`,
      'finalized signature {"err":null}',
    ])
  })

  it('shows in the following slots', async () => {
    const slots: { slot: number; parent: number }[] = []
    const socket = new WebSocket(chain.chain.wsUrl)
    sockets.push(socket)
    await new Promise(resolve => socket.once('open', resolve))
    socket.on('message', data => {
      const { params } = JSON.parse(String(data))
      if (params !== undefined) slots.push(params.result)
    })
    socket.send('{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}')
    await settle()
    await pass(1)
    await chain.chain.rollback(2n)
    await pass(1)
    const [first, second, third] = slots
    expect(second).toMatchObject({ slot: (first?.slot ?? 0) + 1, parent: (first?.slot ?? 0) - 2 })
    expect(third).toMatchObject({ parent: second?.slot })
  })
})

describe('blocks', () => {
  it('come with as much of their transactions as the client asks for', async () => {
    const payer = await generateKeyPairSigner()
    await airdrop(payer.address, 10n * sol)
    await pass(1)
    const receiver = await someone()
    const signature: Signature = await on.send(payer, [
      getTransferSolInstruction({ source: payer, destination: receiver, amount: lamports(sol) }),
    ])
    const at = await slot()
    await pass(1)
    const block = async (config: object) => (await call('getBlock', at, { commitment: 'confirmed', ...config })).result
    const version = { maxSupportedTransactionVersion: 0 }
    const parsed = { type: 'transfer', info: { source: payer.address, destination: receiver, lamports: 1e9 } }
    expect(await block({ ...version, encoding: 'jsonParsed' })).toMatchObject({
      rewards: [],
      transactions: [
        {
          version: 0,
          meta: { rewards: [], innerInstructions: [], computeUnitsConsumed: 150 },
          transaction: {
            message: {
              instructions: [{ parsed, program: 'system', programId: '1'.repeat(32), stackHeight: 1 }],
            },
          },
        },
      ],
    })
    const accounts = await block({ ...version, transactionDetails: 'accounts', rewards: false })
    expect(accounts).not.toHaveProperty('rewards')
    expect(accounts).toMatchObject({
      transactions: [
        {
          transaction: {
            signatures: [signature],
            accountKeys: [
              { pubkey: payer.address, signer: true, writable: true, source: 'transaction' },
              { pubkey: receiver, signer: false, writable: true, source: 'transaction' },
              { pubkey: '1'.repeat(32), signer: false, writable: false, source: 'transaction' },
            ],
          },
        },
      ],
    })
    expect(await block({ transactionDetails: 'signatures' })).toMatchObject({ signatures: [signature] })
    const none = await block({ transactionDetails: 'none' })
    expect([Object.hasOwn(none as object, 'transactions'), Object.hasOwn(none as object, 'signatures')]).toEqual([
      false,
      false,
    ])
    for (const encoding of ['base58', 'base64', 'binary'])
      expect(await block({ ...version, encoding })).toMatchObject({ transactions: [{ version: 0 }] })
    expect((await call('getBlock', at, { commitment: 'confirmed' })).error).toMatchObject({ code: -32015 })
    expect((await call('getBlock', at, { commitment: 'confirmed', transactionDetails: 'some' })).error?.code).toBe(
      -32602,
    )
    expect((await call('getTransaction', signature, { commitment: 'confirmed', ...version })).result).toMatchObject({
      slot: at,
      transactionIndex: 0,
    })
  })

  it('are sent to subscribers', async () => {
    const payer = await generateKeyPairSigner()
    await airdrop(payer.address, 10n * sol)
    await pass(1)
    const receiver = await someone()
    const socket = new WebSocket(on.chain.wsUrl)
    await new Promise(resolve => socket.once('open', resolve))
    const results = new Map<number, unknown[]>()
    const numbers: number[] = []
    socket.on('message', data => {
      const { id, result, params } = JSON.parse(String(data))
      if (id !== undefined) numbers[id] = result
      else results.set(params.subscription, [...(results.get(params.subscription) ?? []), params.result])
    })
    for (const [id, params] of [
      ['all', { commitment: 'confirmed', transactionDetails: 'signatures' }],
      [{ mentionsAccountOrProgram: receiver }, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 }],
      ['all', { commitment: 'finalized', transactionDetails: 'none', showRewards: true }],
      [{ mentionsAccountOrProgram: receiver }, { commitment: 'confirmed' }],
    ].entries())
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'blockSubscribe', params }))
    await new Promise(resolve => setTimeout(resolve, 50))
    const amount = lamports(sol)
    const signature = await on.send(payer, [
      getTransferSolInstruction({ source: payer, destination: receiver, amount }),
    ])
    const at = await slot()
    await pass(2)
    await new Promise(resolve => setTimeout(resolve, 50))
    const of = (i: number) => results.get(numbers[i] ?? -1)
    expect(of(0)).toMatchObject([
      { context: { slot: at }, value: { slot: at, err: null, block: { signatures: [signature] } } },
      { context: { slot: at + 1 }, value: { slot: at + 1, block: { signatures: [] } } },
    ])
    expect(of(1)).toMatchObject([
      { context: { slot: at }, value: { block: { transactions: [{ transaction: [expect.any(String), 'base64'] }] } } },
    ])
    expect(of(2)).toHaveLength(2)
    expect(of(2)?.[0]).toMatchObject({ value: { block: { rewards: [], blockHeight: expect.any(Number) } } })
    expect(of(3)).toEqual([
      { context: { slot: at }, value: { slot: at, block: null, err: { UnsupportedTransactionVersion: 0 } } },
    ])
    socket.close()
  })
})

describe('updates on slots', () => {
  it('report a slot’s progress', async () => {
    const socket = new WebSocket(on.chain.wsUrl)
    await new Promise(resolve => socket.once('open', resolve))
    const updates: { type: string; slot: number }[] = []
    socket.on('message', data => {
      const { params } = JSON.parse(String(data))
      if (params !== undefined) updates.push(params.result)
    })
    socket.send('{"jsonrpc":"2.0","id":1,"method":"slotsUpdatesSubscribe"}')
    await new Promise(resolve => setTimeout(resolve, 50))
    const at = await slot()
    await pass(1)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(updates.filter(({ type }) => type !== 'root')).toMatchObject([
      { type: 'createdBank', slot: at + 1, parent: at, timestamp: expect.any(Number) },
      { type: 'frozen', slot: at, stats: { numFailedTransactions: 0 } },
      { type: 'optimisticConfirmation', slot: at },
    ])
    expect(updates.filter(({ type }) => type === 'root').length).toBe(1)
    socket.close()
  })
})
