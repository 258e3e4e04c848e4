import {
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type KeyPairSigner,
  partiallySignTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { isTernError, memoProgram } from '@tern/core'
import { TernError } from '@tern/core/hostErrors'
import { describe, expect, it } from 'vitest'
import type { Call } from '../gateway/jsonRpc.ts'
import { createRelayer } from './relay.ts'

let counter = 0
async function transaction(payer: KeyPairSigner): Promise<string> {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    m => setTransactionMessageFeePayer(payer.address, m),
    m =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: '11111111111111111111111111111111' as Blockhash, lastValidBlockHeight: 1n },
        m,
      ),
    m =>
      appendTransactionMessageInstruction(
        { programAddress: memoProgram, data: new TextEncoder().encode(`${counter++}`) },
        m,
      ),
  )
  return getBase64EncodedWireTransaction(await partiallySignTransaction([payer.keyPair], compileTransaction(message)))
}

/** A node that answers as told, and remembers what it was asked. */
function node(answer: (call: Call) => string | Promise<string>) {
  const asked: Call[] = []
  return {
    asked,
    subscriptionsUrl: 'ws://none',
    ask: async (call: Call) => {
      asked.push(call)
      return answer(call)
    },
  }
}
const takes = () => '{"jsonrpc":"2.0","id":1,"result":"signature"}'
const refuses = () => '{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"no"}}'
const routeConfig = { mevProtection: false, tipAmount: 0 }
const programs = new Set<string>([memoProgram])

describe('relayer', async () => {
  const payer = await generateKeyPairSigner()
  const one = async () => ({ encodedTx: await transaction(payer), provider: 'normal' })

  it('sends each transaction as it came, without preflight or retries', async () => {
    const upstream = node(takes)
    const txs = [await one(), await one()]
    expect(await createRelayer(upstream, programs).relay({ txs, routeConfig })).toEqual({ allFailed: false })
    expect(upstream.asked.map(({ method, params }) => [method, params])).toEqual(
      txs.map(({ encodedTx }) => [
        'sendTransaction',
        [encodedTx, { encoding: 'base64', skipPreflight: true, preflightCommitment: 'confirmed', maxRetries: 0 }],
      ]),
    )
  })

  it('says when the node took none, and only then', async () => {
    const txs = [await one(), await one()]
    expect(await createRelayer(node(refuses), programs).relay({ txs, routeConfig })).toEqual({ allFailed: true })
    let first = true
    const takesOne = () => {
      if (!first) return takes()
      first = false
      return refuses()
    }
    expect(await createRelayer(node(takesOne), programs).relay({ txs, routeConfig })).toEqual({ allFailed: false })
    const breaks = () => {
      throw new TernError('gateway/unreachable', { method: 'sendTransaction' })
    }
    expect(await createRelayer(node(breaks), programs).relay({ txs, routeConfig })).toEqual({ allFailed: true })
  })

  it('sends a signature once, also when asked twice at the same time, and again only when the node did not take it', async () => {
    const upstream = node(takes)
    let time = 0
    const relayer = createRelayer(upstream, programs, () => time)
    const txs = [await one()]
    await Promise.all([relayer.relay({ txs, routeConfig }), relayer.relay({ txs, routeConfig })])
    expect(await relayer.relay({ txs: [...txs, ...txs], routeConfig })).toEqual({ allFailed: false })
    expect(upstream.asked).toHaveLength(1)
    time = 120_000
    await relayer.relay({ txs: [await one()], routeConfig })
    await relayer.relay({ txs, routeConfig })
    expect(upstream.asked).toHaveLength(3)

    const refusing = node(refuses)
    const other = createRelayer(refusing, programs)
    await other.relay({ txs, routeConfig })
    await other.relay({ txs, routeConfig })
    expect(refusing.asked).toHaveLength(2)
  })

  const good = await one()
  it.each([
    ['nothing', undefined, 'http/badRequest'],
    ['a list', [], 'http/badRequest'],
    ['no transactions', { txs: [], routeConfig }, 'http/badRequest'],
    ['13 transactions', { txs: Array(13).fill(good), routeConfig }, 'http/badRequest'],
    ['a transaction too long', { txs: [{ ...good, encodedTx: 'A'.repeat(1645) }], routeConfig }, 'http/badRequest'],
    ['no route', { txs: [good] }, 'http/badRequest'],
    ['a field more', { txs: [good], routeConfig, extra: 1 }, 'http/badRequest'],
    ['a field more in a transaction', { txs: [{ ...good, to: 'x' }], routeConfig }, 'http/badRequest'],
    ['a tip below zero', { txs: [good], routeConfig: { ...routeConfig, tipAmount: -1 } }, 'http/badRequest'],
    ['a tip in text', { txs: [good], routeConfig: { ...routeConfig, tipAmount: '1' } }, 'http/badRequest'],
    ['skipRelayer', { txs: [good], routeConfig: { ...routeConfig, skipRelayer: true } }, 'relayer/skipped'],
    ['another provider', { txs: [{ ...good, provider: 'jito' }], routeConfig }, 'relayer/unknownProvider'],
    [
      'a bad transaction beside a good one',
      { txs: [good, { ...good, encodedTx: 'AAAA' }], routeConfig },
      'relayer/badTransaction',
    ],
  ])('refuses %s, and sends nothing', async (_, body, code) => {
    const upstream = node(takes)
    const error = await createRelayer(upstream, programs)
      .relay(body)
      .catch((caught: unknown) => caught)
    expect(isTernError(error) && error.code).toBe(code)
    expect(upstream.asked).toEqual([])
  })
})
