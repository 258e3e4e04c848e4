import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Message, type SignedTransaction, TernError } from '@tern/core'
import { afterAll, describe, expect, it } from 'vitest'
import { addressOf } from '../../test/addresses.ts'
import { type Answer, type Call, type ScriptedNode, silence, startScriptedNode, text } from '../../test/scriptedNode.ts'
import { createChain } from '../chain.ts'
import { normalProvider } from './normal.ts'
import type { Provider } from './provider.ts'
import { createRelayer } from './relayer.ts'
import { confirmTransaction, sendTransaction } from './sendTransaction.ts'

/** Slow proofs run under `npm run proof` only. */
const isProof = process.env.PROOF === '1'

const nodes: ScriptedNode[] = []
afterAll(async () => {
  await Promise.all(nodes.splice(0).map(node => node.close()))
})

const message: Message = {
  bytes: Uint8Array.of(1, 2, 3),
  feePayer: addressOf(1),
  signers: [addressOf(1)],
  lifetime: { kind: 'blockhash', blockhash: addressOf(2), lastValidBlockHeight: 1000n },
}
const transaction: SignedTransaction = { bytes: Uint8Array.of(9, 9, 9), signature: 'sig', message }

interface Behaviour {
  /** Finalized height. Its slot is 1,000 higher, because some slots have no block. */
  readonly height?: (look: number) => number
  readonly epochInfo?: Answer
  /** `true` if the node accepts the blockhash at a commitment. */
  readonly isGood?: (commitment: string) => boolean
  readonly status?: (look: number) => unknown
  /** Slot of a status answer. */
  readonly statusSlot?: number
  readonly send?: Answer
}

/** A node for the named calls. `look` counts the calls of a kind from 1. */
async function nodeOf({
  height = () => 900,
  epochInfo,
  // By default, it has seen the blockhash and no longer accepts it.
  isGood = commitment => commitment === 'confirmed',
  status = () => null,
  statusSlot = 30_000_000,
  send = { result: 'sig' },
}: Behaviour) {
  const seen = new Map<string, number>()
  const node = await startScriptedNode(({ method, params }) => {
    const look = (seen.get(method) ?? 0) + 1
    seen.set(method, look)
    if (method === 'getEpochInfo') {
      const blockHeight = height(look)
      return epochInfo ?? { result: { blockHeight, absoluteSlot: blockHeight + 1000 } }
    }
    if (method === 'getSignatureStatuses') return { result: { context: { slot: statusSlot }, value: [status(look)] } }
    if (method === 'isBlockhashValid') {
      const { commitment } = params[1] as { commitment: string }
      return { result: { context: { slot: 1 }, value: isGood(commitment) } }
    }
    return method === 'sendTransaction' ? send : text('', 404)
  })
  nodes.push(node)
  return node
}

const refusal = text('{"jsonrpc":"2.0","id":0,"error":{"code":-32002,"message":"Blockhash not found"}}')

/** A clock that runs twenty times as fast as the real one. */
const fast = () => performance.now() * 20
/** Shorter than the timeout of a node that hangs, and than two polling intervals. */
const brief = { timeoutMs: 4_500 }
const chainOf = (of: readonly ScriptedNode[], now: () => number = () => performance.now()) =>
  createChain({ rpc: of.map(({ url }) => url), now })
const found = (err: unknown, confirmationStatus = 'confirmed') => ({
  slot: 7,
  confirmations: 1,
  err,
  confirmationStatus,
})
const searches = ({ calls }: ScriptedNode) =>
  calls
    .filter(({ method }) => method === 'getSignatureStatuses')
    .map(({ params }) => (params[1] as { searchTransactionHistory: boolean }).searchTransactionHistory)

describe.concurrent('confirming, without a socket', () => {
  it('accepts any node’s report at confirmed', async () => {
    const chain = chainOf([await nodeOf({}), await nodeOf({ status: () => found(null, 'finalized') })])
    expect(await confirmTransaction(chain, transaction)).toEqual({
      status: 'confirmed',
      signature: 'sig',
      slot: 7n,
      isFinal: false,
    })
  })

  it('does not wait for a node that hangs', async () => {
    const hanging = await startScriptedNode(() => silence)
    nodes.push(hanging)
    const chain = chainOf([hanging, await nodeOf({ status: () => found(null) })])
    expect((await confirmTransaction(chain, transaction, brief)).status).toBe('confirmed')
  })

  it('waits while a transaction is only processed', async () => {
    const node = await nodeOf({ status: look => found(null, look < 2 ? 'processed' : 'confirmed') })
    expect((await confirmTransaction(chainOf([node]), transaction)).status).toBe('confirmed')
    expect(searches(node).length).toBe(2)
  })

  it('accepts the report of a node that gives no height', async () => {
    for (const epochInfo of [silence, text('', 503), { result: null }]) {
      const node = await nodeOf({ epochInfo, status: () => found(null) })
      expect((await confirmTransaction(chainOf([node]), transaction, brief)).status).toBe('confirmed')
    }
  })

  it('ignores an incomplete answer', async () => {
    const half = { slot: 7, confirmations: 1, confirmationStatus: 'confirmed' }
    const statuses = [half, { ...half, err: null, slot: null }, {}, undefined]
    const node = await nodeOf({ status: look => statuses[look % statuses.length], height: () => 2000 })
    expect((await confirmTransaction(chainOf([node], fast), transaction)).status).toBe('unknown')
  })

  it('reports failed with the chain’s own error', async () => {
    const err = { InstructionError: [6, { Custom: 6005 }] }
    const chain = chainOf([await nodeOf({ status: () => found(err) })])
    expect(await confirmTransaction(chain, transaction)).toMatchObject({ status: 'failed', slot: 7n })
  })

  it('reports unknown with the blocks left when the time runs out', async () => {
    const node = await nodeOf({})
    const outcome = await confirmTransaction(chainOf([node], fast), transaction)
    expect(outcome).toEqual({ status: 'unknown', blocksLeft: 100n, lastHeight: 1000n })
    expect(searches(node).every(search => !search)).toBe(true)
  })

  it('reports unknown if no node answers, and if the caller aborts', async () => {
    const down = await nodeOf({ status: () => null })
    await down.close()
    expect(await confirmTransaction(chainOf([down], fast), transaction)).toEqual({ status: 'unknown' })
    const aborted = AbortSignal.abort()
    expect(await confirmTransaction(chainOf([down]), transaction, { signal: aborted })).toEqual({
      ...{ status: 'unknown', isStopped: true },
    })
  })

  it('never reports expired within 32 blocks of the last valid height', async () => {
    const node = await nodeOf({ height: () => 1032 })
    expect(await confirmTransaction(chainOf([node], fast), transaction)).toMatchObject({
      status: 'unknown',
      blocksLeft: 0n,
    })
  })

  it('reports expired after two looks 10 s apart at a single node, with a history search', async () => {
    const node = await nodeOf({ height: () => 1033 })
    const clock = () => performance.now() * 3
    const began = clock()
    expect(await confirmTransaction(chainOf([node], clock), transaction)).toEqual({ status: 'expired', sources: 1 })
    expect(clock() - began).toBeGreaterThanOrEqual(10_000)
    expect(searches(node).filter(search => search).length).toBeGreaterThanOrEqual(2)
  })

  it('never reports expired because of a node that has not reached that height', async () => {
    // Two nodes share an address: the first reports the height, and the second lags and does not know the signature.
    const node = await nodeOf({ height: () => 1033, statusSlot: 2032 })
    expect((await confirmTransaction(chainOf([node], fast), transaction)).status).toBe('unknown')
    expect(searches(node).some(search => search)).toBe(true)
  })

  it('never reports expired if the height is not a number', async () => {
    const epochInfo = { result: { blockHeight: '5000', absoluteSlot: '5000' } }
    expect((await confirmTransaction(chainOf([await nodeOf({ epochInfo })], fast), transaction)).status).toBe('unknown')
  })

  it('does not count a look from before a node fell back', async () => {
    const stop = new AbortController()
    const height = (look: number) => {
      if (look === 4) stop.abort()
      return look % 2 === 1 ? 1033 : 900
    }
    const node = await nodeOf({ height })
    const options = { timeoutMs: 600_000, signal: stop.signal }
    const outcome = await confirmTransaction(chainOf([node], fast), transaction, options)
    expect([outcome.status, searches(node).filter(search => search).length]).toEqual(['unknown', 2])
  })

  it('finds a late landing in the history', async () => {
    const node = await nodeOf({ height: () => 5000, status: look => (look === 1 ? null : found(null, 'finalized')) })
    expect((await confirmTransaction(chainOf([node]), transaction)).status).toBe('confirmed')
    expect(searches(node)).toEqual([false, true])
  })

  it.each([
    { when: 'accepts the blockhash in its newest block', isGood: (commitment: string) => commitment !== 'finalized' },
    {
      when: 'accepts the blockhash in its finalized blocks',
      isGood: (commitment: string) => commitment !== 'processed',
    },
    { when: 'has never accepted the blockhash', isGood: () => false },
  ])('never reports expired while a node $when, for any lifetime claimed at signing', async ({ isGood }) => {
    const three = await Promise.all([1, 2, 3].map(() => nodeOf({ height: () => 5000, isGood })))
    expect((await confirmTransaction(chainOf(three, fast), transaction)).status).toBe('unknown')
  })

  it.runIf(isProof)('needs two nodes of several: a single node that runs ahead proves nothing', async () => {
    const ahead = await nodeOf({ height: () => 22_000_000 })
    const right = await nodeOf({})
    expect((await confirmTransaction(chainOf([ahead, right], fast), transaction)).status).toBe('unknown')
    const other = await nodeOf({ height: () => 1033 })
    expect((await confirmTransaction(chainOf([ahead, ahead, right], fast), transaction)).status).toBe('unknown')
    expect(await confirmTransaction(chainOf([ahead, right, other]), transaction, brief)).toEqual({
      status: 'expired',
      sources: 2,
    })
  })
})

describe.concurrent('sending', () => {
  const send = async (of: readonly ScriptedNode[], relayerUrl?: string, timeoutMs?: number) => {
    const chain = chainOf(of)
    const reports: string[] = []
    const outcome = await sendTransaction(chain, transaction, {
      providers: [normalProvider(chain)],
      ...(relayerUrl === undefined ? {} : { relayer: createRelayer(relayerUrl, 'normal') }),
      onSent: () => reports.push('sent'),
      onFailure: error => reports.push(error.message),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    })
    return { reports, outcome }
  }
  const sends = ({ calls }: ScriptedNode) => calls.filter(({ method }) => method === 'sendTransaction')

  it('sends the same bytes to every node, without preflight, until the outcome is known', async () => {
    const nodes = [await nodeOf({}), await nodeOf({ status: look => (look > 2 ? found(null) : null) })]
    const { reports, outcome } = await send(nodes)
    expect([reports, outcome.status]).toEqual([['sent'], 'confirmed'])
    for (const node of nodes) {
      expect(sends(node).length).toBeGreaterThanOrEqual(2)
      for (const { params } of sends(node))
        expect(params).toEqual([
          'CQkJ',
          { encoding: 'base64', skipPreflight: true, preflightCommitment: 'confirmed', maxRetries: 0 },
        ])
    }
  })

  it('counts as sent when one node accepts', async () => {
    const nodes = [await nodeOf({ send: silence }), await nodeOf({ status: look => (look > 1 ? found(null) : null) })]
    expect((await send(nodes)).reports).toEqual(['sent'])
  })

  it('is not delayed by a provider that throws or hangs', async () => {
    const chain = chainOf([await nodeOf({ status: look => (look > 1 ? found(null) : null) })])
    const provider = { name: 'other', minimumTip: 0n, tipAccounts: [] }
    const hanging: Provider = { ...provider, send: () => new Promise(() => undefined) }
    const throwing: Provider = {
      ...provider,
      send() {
        throw new TernError('send/timedOut', {})
      },
    }
    let sent = 0
    const providers = [hanging, throwing, normalProvider(chain)]
    const outcome = await sendTransaction(chain, transaction, { providers, onSent: () => sent++ })
    expect([sent, outcome.status]).toEqual([1, 'confirmed'])
  })

  it('follows a transaction that every provider refused, because it may have arrived', async () => {
    const node = await nodeOf({ send: text('', 503), status: look => (look > 1 ? found(null) : null) })
    const relayer = await startScriptedNode(() => text('{"allFailed":true}'))
    nodes.push(relayer)
    const { reports, outcome } = await send([node], relayer.url)
    expect(reports).toEqual(['Both direct and relay transactions failed'])
    expect(outcome.status).toBe('confirmed')
  })

  it.each([
    ['is down', text('', 503), 'Failed to send transaction: Service Unavailable'],
    ['answers nonsense', text('<html>'), 'Failed to send transaction: no JSON'],
    ['refuses it', refusal, 'Failed to send transaction: Blockhash not found'],
  ] as const)('reports unknown, never failed, when the only node %s', async (_, answer, report) => {
    const { reports, outcome } = await send([await nodeOf({ send: answer })], undefined, 3000)
    expect(reports).toEqual([report])
    expect(outcome).toEqual({ status: 'unknown', blocksLeft: 100n, lastHeight: 1000n })
  })

  it('reports a timeout of the only node', async () => {
    const { reports } = await send([await nodeOf({ send: silence })], undefined, 6000)
    expect(reports).toEqual(['Transaction sending timed out'])
  })

  it('F19 lands by a node when the relayer reports that all failed', async () => {
    const relayer = await startScriptedNode(() => text('{"allFailed":true}'))
    nodes.push(relayer)
    const node = await nodeOf({ status: look => (look > 1 ? found(null) : null) })
    const { reports, outcome } = await send([node], relayer.url)
    expect([reports, outcome.status]).toEqual([['sent'], 'confirmed'])
  })

  it('skips the relayer on request', async () => {
    const node = await nodeOf({ status: () => found(null) })
    let given = 0
    const relayer = await startScriptedNode(() => {
      given++
      return text('{"allFailed":false}')
    })
    nodes.push(relayer)
    const chain = chainOf([node])
    const submission = {
      providers: [normalProvider(chain)],
      relayer: createRelayer(relayer.url, 'normal'),
      skipRelayer: true,
    }
    expect((await sendTransaction(chain, transaction, { ...submission, ...brief })).status).toBe('confirmed')
    expect(given).toBe(0)
  })

  it('uses the relayer too, in its format', async () => {
    const bodies: unknown[] = []
    const relayer = await startScriptedNode(call => {
      bodies.push(call as unknown as Call)
      return text('{"allFailed":false}')
    })
    nodes.push(relayer)
    const node = await nodeOf({ send: text('', 503), status: look => (look > 1 ? found(null) : null) })
    expect((await send([node], relayer.url)).reports).toEqual(['sent'])
    expect(bodies[0]).toEqual({
      txs: [{ encodedTx: 'CQkJ', provider: 'normal' }],
      routeConfig: { mevProtection: false, tipAmount: 0 },
    })
  })
})

describe.concurrent('the relayer', () => {
  it('a refusal without a status text, as in HTTP/2, is reported by its status', async () => {
    const server = createServer((_, response) => response.writeHead(503, '').end())
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const routeConfig = { mevProtection: false, tipAmount: 0 }
    const sending = createRelayer(`http://127.0.0.1:${port}`, 'normal').send(
      [transaction],
      routeConfig,
      new AbortController().signal,
    )
    await expect(sending).rejects.toThrow('Failed to send transaction: 503')
    server.close()
  })

  it.each([
    ['that failed everywhere', text('{"allFailed":true}'), 'All transactions failed to send via relayer'],
    ['that answers nonsense', text('<html>'), 'All transactions failed to send via relayer'],
    ['that refuses', text('', 400), 'Failed to send transaction: Bad Request'],
    ['that hangs', silence, 'Transaction sending timed out'],
  ] as const)('%s', async (_, answer, message) => {
    const node = await startScriptedNode(() => answer)
    nodes.push(node)
    const sent = createRelayer(node.url, 'normal').send(
      [transaction],
      { mevProtection: false, tipAmount: 0 },
      new AbortController().signal,
    )
    const error = await sent.catch((reason: unknown) => reason)
    expect(error instanceof TernError && error.message).toBe(message)
  })
})
