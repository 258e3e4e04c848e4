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

/** The next notification. */
async function next<T>(notifications: AsyncIterable<T>): Promise<T> {
  for await (const notification of notifications) return notification
  return expect.fail('the subscription ended')
}

describe('signatureSubscribe', () => {
  it('confirms an airdrop and a transfer the way kit’s own helper does', async () => {
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
    const told: string[] = []
    const all = (['finalized', 'confirmed', 'processed'] as const).map(async commitment => {
      const stream = await on.subscriptions.signatureNotifications(signature, { commitment }).subscribe({ abortSignal })
      return async () => {
        const { value } = await next(stream)
        expect(value).toEqual({ err: null })
        told.push(commitment)
      }
    })
    const waits = (await Promise.all(all)).map(wait => wait())
    await on.rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    await Promise.all(waits)
    expect(told).toEqual(['processed', 'confirmed', 'finalized'])
  })

  it('notifies at once of what has already landed', async () => {
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
    expect(messages).toEqual([
      { jsonrpc: '2.0', result: 1, id: 0 },
      {
        jsonrpc: '2.0',
        method: 'signatureNotification',
        params: {
          result: { context: { apiVersion: expect.any(String), slot: expect.any(Number) }, value: { err: null } },
          subscription: 1,
        },
      },
    ])
  })

  it('tells of failures', async () => {
    const { wire, signature } = await on.sign(payer, [transferTo(await someone(), 1_000n * sol)])
    const stream = await on.subscriptions
      .signatureNotifications(signature, { commitment: 'confirmed' })
      .subscribe({ abortSignal })
    const told = next(stream)
    await on.rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    expect((await told).value).toEqual({ err: { InstructionError: [0n, { Custom: 1n }] } })
  })
})

describe('accountSubscribe', () => {
  it('tells of each change at its commitment', async () => {
    for (const commitment of ['processed', 'confirmed', 'finalized'] as const) {
      const receiver = await someone()
      const stream = await on.subscriptions
        .accountNotifications(receiver, { commitment, encoding: 'base64' })
        .subscribe({ abortSignal })
      const told = next(stream)
      await on.send(payer, [transferTo(receiver)])
      const { context, value } = await told
      expect(value).toMatchObject({ lamports: sol, owner: systemProgram, data: ['', 'base64'], space: 0n })
      expect(context.slot).toBeGreaterThan(0n)
    }
  })

  it('says so when the data is too long for the encoding that clients get unasked', async () => {
    const newAccount = await generateKeyPairSigner()
    const stream = await on.subscriptions
      .accountNotifications(newAccount.address, { commitment: 'confirmed' })
      .subscribe({ abortSignal })
    const told = next(stream)
    const rent = lamports(rentExemption(165))
    await on.send(payer, [
      getCreateAccountInstruction({ payer, newAccount, lamports: rent, space: 165, programAddress: tokenProgram }),
    ])
    expect((await told).value).toMatchObject({ data: 'error: data too large for bs58 encoding', space: 165n })
  })

  it('tells of an account that is gone', async () => {
    const leaver = await on.fundedSigner(sol)
    const stream = await on.subscriptions
      .accountNotifications(leaver.address, { commitment: 'confirmed', encoding: 'base64' })
      .subscribe({ abortSignal })
    const amount = lamports(sol - 5_000n)
    const told = next(stream)
    await on.send(leaver, [getTransferSolInstruction({ source: leaver, destination: payer.address, amount })])
    expect((await told).value.lamports).toBe(0n)
  })
})

describe('programSubscribe', () => {
  it('tells of accounts that the filters let through', async () => {
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
    const told = next(stream)
    await on.send(payer, [create(other, 165)])
    await on.send(payer, [create(wanted, 82)])
    expect((await told).value).toMatchObject({ pubkey: wanted.address, account: { owner: tokenProgram } })
  })
})

describe('logsSubscribe', () => {
  it('tells the logs of every transaction, or of those that name an address', async () => {
    const receiver = await someone()
    const mentioning = await on.subscriptions
      .logsNotifications({ mentions: [receiver] }, { commitment: 'confirmed' })
      .subscribe({ abortSignal })
    const all = await on.subscriptions.logsNotifications('all', { commitment: 'processed' }).subscribe({ abortSignal })
    const told = [next(all), next(mentioning)]
    const first = await on.send(payer, [transferTo(await someone())])
    const second = await on.send(payer, [transferTo(receiver)])
    const logs = [
      'Program 11111111111111111111111111111111 invoke [1]',
      'Program 11111111111111111111111111111111 success',
    ]
    const values = (await Promise.all(told)).map(({ value }) => value)
    expect(values).toEqual([
      { err: null, logs, signature: first },
      { err: null, logs, signature: second },
    ])
  })
})

describe('slotSubscribe and rootSubscribe', () => {
  it('tell of every slot and of every finalized one', async () => {
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

describe('unsubscribing', () => {
  it('ends the notifications, and only those of its kind', async () => {
    const messages = await talk(
      [
        ['slotSubscribe', []],
        ['rootUnsubscribe', [1]],
        ['slotUnsubscribe', [1]],
        ['slotUnsubscribe', [1]],
      ],
      4,
      { ignore: 'slotNotification', lingerMs: 200 },
    )
    expect(messages).toEqual([
      { jsonrpc: '2.0', result: 1, id: 0 },
      { jsonrpc: '2.0', error: { code: -32602, message: 'Invalid subscription id.' }, id: 1 },
      { jsonrpc: '2.0', result: true, id: 2 },
      { jsonrpc: '2.0', error: { code: -32602, message: 'Invalid subscription id.' }, id: 3 },
    ])
  })
})

/** Sends requests over a bare socket and returns the first `count` messages. */
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
