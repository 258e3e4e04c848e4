import {
  type Address,
  assertIsTransactionWithBlockhashLifetime,
  generateKeyPairSigner,
  type KeyPairSigner,
  lamports,
  sendAndConfirmTransactionFactory,
} from '@solana/kit'
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system'
import { rentExemption, systemProgram, tokenProgram } from '@tern/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sol, startChain } from './rpcClients.ts'

let on: Awaited<ReturnType<typeof startChain>>
let payer: KeyPairSigner
const stop = new AbortController()
const abortSignal = stop.signal

beforeAll(async () => {
  on = await startChain({ world: 'empty' })
  payer = await on.fundedSigner()
})
afterAll(async () => {
  stop.abort()
  await on.chain.close()
})

const transferTo = (destination: Address, amount = sol) =>
  getTransferSolInstruction({ source: payer, destination, amount: lamports(amount) })
const someone = async () => (await generateKeyPairSigner()).address

/** Returns the next notification. */
async function next<T>(notifications: AsyncIterable<T>): Promise<T> {
  for await (const notification of notifications) return notification
  return expect.fail('the subscription ended')
}

describe('signatureSubscribe', () => {
  it('confirms an airdrop and a transfer with kit’s own helper', async () => {
    const { rpc, subscriptions: rpcSubscriptions } = on
    const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })
    const receiver = await someone()
    const { transaction } = await on.sign(payer, [transferTo(receiver)])
    assertIsTransactionWithBlockhashLifetime(transaction)
    await sendAndConfirm(transaction, { commitment: 'confirmed' })
    expect((await rpc.getBalance(receiver).send()).value).toBe(sol)
  })

  it('notifies once at each commitment, in order', async () => {
    const { wire, signature } = await on.sign(payer, [transferTo(await someone())])
    const commitments: string[] = []
    const all = (['finalized', 'confirmed', 'processed'] as const).map(async commitment => {
      const stream = await on.subscriptions.signatureNotifications(signature, { commitment }).subscribe({ abortSignal })
      return async () => {
        const { value } = await next(stream)
        expect(value).toEqual({ err: null })
        commitments.push(commitment)
      }
    })
    const waits = (await Promise.all(all)).map(wait => wait())
    await on.rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    await Promise.all(waits)
    expect(commitments).toEqual(['processed', 'confirmed', 'finalized'])
  })

  it('notifies at once of a landed transaction', async () => {
    const signature = await on.send(payer, [transferTo(await someone())])
    await on.until(signature)
    const stream = await on.subscriptions
      .signatureNotifications(signature, { commitment: 'confirmed' })
      .subscribe({ abortSignal })
    expect((await next(stream)).value).toEqual({ err: null })
  })

  it('sends the number before the notification', async () => {
    const signature = await on.send(payer, [transferTo(await someone())])
    await on.until(signature)
    const messages = await talk([['signatureSubscribe', [signature, { commitment: 'processed' }]]], 2)
    const [{ result: number }] = messages as [{ result: number }]
    expect(messages).toEqual([
      { jsonrpc: '2.0', result: expect.any(Number), id: 0 },
      {
        jsonrpc: '2.0',
        method: 'signatureNotification',
        params: { result: { context: { slot: expect.any(Number) }, value: { err: null } }, subscription: number },
      },
    ])
  })

  it('reports failures', async () => {
    const { wire, signature } = await on.sign(payer, [transferTo(await someone(), 1_000n * sol)])
    const stream = await on.subscriptions
      .signatureNotifications(signature, { commitment: 'confirmed' })
      .subscribe({ abortSignal })
    const notification = next(stream)
    await on.rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    expect((await notification).value).toEqual({ err: { InstructionError: [0n, { Custom: 1n }] } })
  })
})

describe('accountSubscribe', () => {
  it('reports each change at its commitment', async () => {
    for (const commitment of ['processed', 'confirmed', 'finalized'] as const) {
      const receiver = await someone()
      const stream = await on.subscriptions
        .accountNotifications(receiver, { commitment, encoding: 'base64' })
        .subscribe({ abortSignal })
      const notification = next(stream)
      await on.send(payer, [transferTo(receiver)])
      const { context, value } = await notification
      expect(value).toMatchObject({ lamports: sol, owner: systemProgram, data: ['', 'base64'], space: 0n })
      expect(context.slot).toBeGreaterThan(0n)
    }
  })

  it('sends an error text if the data is too long for the default encoding', async () => {
    const newAccount = await generateKeyPairSigner()
    const stream = await on.subscriptions
      .accountNotifications(newAccount.address, { commitment: 'confirmed' })
      .subscribe({ abortSignal })
    const notification = next(stream)
    const rent = lamports(rentExemption(165))
    await on.send(payer, [
      getCreateAccountInstruction({ payer, newAccount, lamports: rent, space: 165, programAddress: tokenProgram }),
    ])
    expect((await notification).value).toMatchObject({ data: 'error: data too large for bs58 encoding', space: 165n })
  })

  it('reports a deleted account', async () => {
    const leaver = await on.fundedSigner(sol)
    const stream = await on.subscriptions
      .accountNotifications(leaver.address, { commitment: 'confirmed', encoding: 'base64' })
      .subscribe({ abortSignal })
    const amount = lamports(sol - 5_000n)
    const notification = next(stream)
    await on.send(leaver, [getTransferSolInstruction({ source: leaver, destination: payer.address, amount })])
    expect((await notification).value.lamports).toBe(0n)
  })
})

describe('programSubscribe', () => {
  it('reports accounts that match the filters', async () => {
    const stream = await on.subscriptions
      .programNotifications(tokenProgram, { commitment: 'confirmed', encoding: 'base64', filters: [{ dataSize: 82n }] })
      .subscribe({ abortSignal })
    const other = await generateKeyPairSigner()
    const wanted = await generateKeyPairSigner()
    const create = (newAccount: KeyPairSigner, space: number) =>
      getCreateAccountInstruction({
        payer,
        newAccount,
        lamports: lamports(2_100_000n),
        space,
        programAddress: tokenProgram,
      })
    const notification = next(stream)
    await on.send(payer, [create(other, 165)])
    await on.send(payer, [create(wanted, 82)])
    expect((await notification).value).toMatchObject({ pubkey: wanted.address, account: { owner: tokenProgram } })
  })
})

describe('logsSubscribe', () => {
  it('sends the logs of every transaction, or of transactions that name an address', async () => {
    const receiver = await someone()
    const mentioning = await on.subscriptions
      .logsNotifications({ mentions: [receiver] }, { commitment: 'confirmed' })
      .subscribe({ abortSignal })
    const all = await on.subscriptions.logsNotifications('all', { commitment: 'processed' }).subscribe({ abortSignal })
    const notifications = [next(all), next(mentioning)]
    const first = await on.send(payer, [transferTo(await someone())])
    const second = await on.send(payer, [transferTo(receiver)])
    const logs = [
      'Program 11111111111111111111111111111111 invoke [1]',
      'Program 11111111111111111111111111111111 success',
    ]
    const values = (await Promise.all(notifications)).map(({ value }) => value)
    expect(values).toEqual([
      { err: null, logs, signature: first },
      { err: null, logs, signature: second },
    ])
  })
})

describe('slotSubscribe and rootSubscribe', () => {
  it('report every slot and every finalized slot', async () => {
    const slots = await on.subscriptions.slotNotifications().subscribe({ abortSignal })
    const roots = await on.subscriptions.rootNotifications().subscribe({ abortSignal })
    const seen: bigint[] = []
    for await (const { slot, parent, root } of slots) {
      expect([parent, root < slot || slot === 0n]).toEqual([slot - 1n, true])
      seen.push(slot)
      if (seen.length === 3) break
    }
    expect(seen).toEqual([0n, 1n, 2n].map(i => (seen[0] ?? 0n) + i))
    expect(await next(roots)).toBeTypeOf('bigint')
  })
})

describe('a socket', () => {
  it('gets the number of its existing subscription again, and ends it once', async () => {
    const { ask, received, close } = await openSocket()
    const [first, again, other] = [await ask('slotSubscribe'), await ask('slotSubscribe'), await ask('rootSubscribe')]
    expect([again, typeof other.result]).toEqual([first, 'number'])
    expect(other).not.toEqual(first)
    // Any kind of unsubscribe ends any kind of subscription.
    expect(await ask('accountUnsubscribe', first.result)).toEqual({ jsonrpc: '2.0', result: true, id: 1 })
    const count = received('slotNotification').length
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(received('slotNotification').length).toBe(count)
    expect(received('rootNotification').length).toBeGreaterThan(0)
    expect(await ask('slotUnsubscribe', first.result)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32602, message: 'Invalid subscription id.' },
      id: 1,
    })
    close()
  })

  it('shares a subscription with every other socket that asks for the same', async () => {
    const [a, b] = [await openSocket(), await openSocket()]
    const params = [payer.address, { commitment: 'processed', encoding: 'base64' }] as const
    const { result: number } = await a.ask('accountSubscribe', ...params)
    expect((await b.ask('accountSubscribe', ...params)).result).toBe(number)
    expect((await b.ask('accountSubscribe', payer.address)).result).not.toBe(number)
    a.close()
    await on.send(payer, [transferTo(await someone())])
    await until(() => b.received('accountNotification').length > 0)
    expect(b.received('accountNotification')[0]).toMatchObject({ params: { subscription: number } })
    b.close()
  })

  it('that does not read is cut off, and other sockets go on', async () => {
    const reader = await openSocket()
    const program = ['11111111111111111111111111111111', { commitment: 'processed', encoding: 'base64' }] as const
    await reader.ask('programSubscribe', ...program)
    const { socket } = await openSocket()
    let isClosed = false
    socket.on('close', () => {
      isClosed = true
    })
    const ask = (method: string, ...params: unknown[]) =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    // Each change of the large account is sent in 100 subscriptions.
    const large = await largeAccount()
    for (let i = 0; i < 100; i++) {
      const filters = [{ dataSize: 10_240 }, { memcmp: { offset: i, bytes: '' } }]
      ask('programSubscribe', systemProgram, { encoding: 'base64', commitment: 'processed', filters })
    }
    await new Promise(resolve => setTimeout(resolve, 200))
    socket.pause()
    for (let i = 0; i < 40; i++) await on.send(payer, [transferTo(large, 1n + BigInt(i))])
    socket.resume()
    await until(() => isClosed)
    expect(reader.received('programNotification').length).toBeGreaterThan(0)
    reader.close()
  })
})

/** Resolves once the condition holds. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(resolve => setTimeout(resolve, 5))
}

/** Creates an account of 10 KiB that any wallet may pay into. */
async function largeAccount(): Promise<Address> {
  const newAccount = await generateKeyPairSigner()
  const size = 10_240
  const rent = lamports(rentExemption(size))
  const space = getCreateAccountInstruction({
    payer,
    newAccount,
    lamports: rent,
    space: size,
    programAddress: systemProgram,
  })
  await on.until(await on.send(payer, [space]))
  return newAccount.address
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly result?: unknown
}

/** Opens a plain socket that sends a request at a time and collects all messages. */
async function openSocket() {
  const socket = new WebSocket(on.chain.wsUrl)
  const messages: Message[] = []
  let answered: (message: Message) => void = () => undefined
  socket.on('message', data => {
    const message = JSON.parse(String(data)) as Message
    if (message.id === undefined) messages.push(message)
    else answered(message)
  })
  await new Promise(resolve => socket.once('open', resolve))
  return {
    socket,
    close: () => socket.close(),
    received: (method: string) => messages.filter(message => message.method === method),
    ask: (method: string, ...params: unknown[]) =>
      new Promise<Message>(resolve => {
        answered = resolve
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
      }),
  }
}

/** Sends requests over a plain socket and returns the first `count` messages. */
async function talk(
  requests: readonly (readonly [string, readonly unknown[]])[],
  count: number,
  { ignore, lingerMs = 0 }: { ignore?: string; lingerMs?: number } = {},
): Promise<unknown[]> {
  const socket = new WebSocket(on.chain.wsUrl)
  const messages: unknown[] = []
  await new Promise<void>(resolve => {
    socket.on('message', data => {
      const message = JSON.parse(String(data)) as { method?: string }
      if (ignore === undefined || message.method !== ignore) messages.push(message)
      if (messages.length === count) resolve()
    })
    socket.on('open', () => {
      for (const [id, [method, params]] of requests.entries())
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  })
  let late = 0
  socket.on('message', () => {
    late += 1
  })
  await new Promise(resolve => setTimeout(resolve, lingerMs))
  socket.close()
  expect(late).toBe(0)
  return messages
}
