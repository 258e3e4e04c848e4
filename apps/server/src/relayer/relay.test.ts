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
import type { SendOptions } from '@tern/chain'
import type { WireTransaction } from '@tern/chain/internal'
import { isTernError, memoProgram, TernError } from '@tern/core'
import { describe, expect, it } from 'vitest'
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

/** A provider that the test controls. It records its transactions. */
function provider(name: string, take: () => void | Promise<void>) {
  const given: { readonly bytes: string; readonly frontRunningProtection: boolean | undefined }[] = []
  return {
    name,
    given,
    send: async ({ bytes }: WireTransaction, { frontRunningProtection }: SendOptions) => {
      given.push({ bytes: Buffer.from(bytes).toString('base64'), frontRunningProtection })
      await take()
    },
  }
}
const takes = () => {}
const refuses = () => {
  throw new TernError('send/failed', { why: 'no' })
}
const routeConfig = { mevProtection: false, tipAmount: 0 }
const relayerOf = (
  providers: readonly ReturnType<typeof provider>[],
  more: Partial<Parameters<typeof createRelayer>[0]> = {},
) => {
  const { relay } = createRelayer({
    ...{ providers, programs: new Set<string>([memoProgram]) },
    ...{ admission: { admit: async () => {} }, limit: { take: () => 0 } },
    ...more,
  })
  return { relay: (body: unknown) => relay(body, 'client') }
}

describe('relayer', async () => {
  const payer = await generateKeyPairSigner()
  const one = async () => ({ encodedTx: await transaction(payer), provider: 'normal' })

  it('sends each transaction unchanged, through the provider that it names', async () => {
    const [normal, jito] = [provider('normal', takes), provider('jito', takes)]
    const txs = [await one(), { ...(await one()), provider: 'jito' }, await one()]
    const relayer = relayerOf([normal, jito])
    expect(await relayer.relay({ txs, routeConfig })).toEqual({ allFailed: false })
    const sent = [normal, jito].map(({ given }) => given.map(({ bytes }) => bytes))
    expect(sent).toEqual([[txs[0]?.encodedTx, txs[2]?.encodedTx], [txs[1]?.encodedTx]])
  })

  it.each([true, false])('asks for protection from front-running (%s) as the request says', async mevProtection => {
    const normal = provider('normal', takes)
    await relayerOf([normal]).relay({
      txs: [await one()],
      routeConfig: { ...routeConfig, mevProtection },
    })
    expect(normal.given[0]?.frontRunningProtection).toBe(mevProtection)
  })

  it('reports if no provider accepted any transaction, and only then', async () => {
    const txs = [await one(), { ...(await one()), provider: 'other' }]
    const outcome = (...takers: readonly (() => void)[]) => {
      const providers = takers.map((take, index) => provider(index === 0 ? 'normal' : 'other', take))
      return relayerOf(providers).relay({ txs, routeConfig })
    }
    expect(await outcome(refuses, refuses)).toEqual({ allFailed: true })
    expect(await outcome(refuses, takes)).toEqual({ allFailed: false })
    expect(await outcome(takes, refuses)).toEqual({ allFailed: false })
  })

  it('F33 sends a signature once to each provider for concurrent requests, and answers all of them alike', async () => {
    let take = () => {}
    const taking = new Promise<void>(resolve => {
      take = resolve
    })
    const [normal, other] = [provider('normal', () => taking), provider('other', takes)]
    let time = 0
    const relayer = relayerOf([normal, other], { now: () => time })
    const txs = [await one()]
    const asked = [relayer.relay({ txs, routeConfig }), relayer.relay({ txs: [...txs, ...txs], routeConfig })]
    time = 5_000
    asked.push(relayer.relay({ txs, routeConfig }))
    take()
    expect(await Promise.all(asked)).toEqual(Array(3).fill({ allFailed: false }))
    await relayer.relay({ txs: txs.map(tx => ({ ...tx, provider: 'other' })), routeConfig })
    time = 5_999
    await relayer.relay({ txs: txs.map(tx => ({ ...tx, provider: 'other' })), routeConfig })
    expect([normal.given.length, other.given.length]).toEqual([1, 1])
  })

  it('sends a refused transaction again at once', async () => {
    const refusing = provider('normal', refuses)
    const relayer = relayerOf([refusing])
    const txs = [await one()]
    await relayer.relay({ txs, routeConfig })
    await relayer.relay({ txs, routeConfig })
    expect(refusing.given).toHaveLength(2)
  })

  it('F13 sends a repeat to a provider that accepted it, and ignores its refusal then', async () => {
    let take = takes
    const normal = provider('normal', () => take())
    let time = 0
    const relayer = relayerOf([normal], { now: () => time })
    const txs = [await one()]
    await relayer.relay({ txs, routeConfig })
    take = refuses
    for (time of [1_000, 2_500, 119_000])
      expect(await relayer.relay({ txs, routeConfig })).toEqual({ allFailed: false })
    expect(normal.given.map(({ bytes }) => bytes)).toEqual(Array(4).fill(txs[0]?.encodedTx))
    time = 239_000
    expect(await relayer.relay({ txs, routeConfig })).toEqual({ allFailed: true })
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
  ])('F20 refuses %s, and sends nothing', async (_, body, code) => {
    const normal = provider('normal', takes)
    const error = await relayerOf([normal])
      .relay(body)
      .catch((caught: unknown) => caught)
    expect(isTernError(error) && error.code).toBe(code)
    expect(normal.given).toEqual([])
  })

  it('counts each transaction for its client, and the first with the request', async () => {
    const counted: [string, number][] = []
    const take = (client: string, cost: number) => (counted.push([client, cost]) > 1 ? 7 : 0)
    const normal = provider('normal', takes)
    const relayer = relayerOf([normal], { limit: { take } })
    const txs = [await one(), await one(), await one()]
    await relayer.relay({ txs: txs.slice(0, 1), routeConfig })
    await relayer.relay({ txs, routeConfig })
    expect(counted).toEqual([['client', 2]])
    await expect(relayer.relay({ txs: [await one(), await one()], routeConfig })).rejects.toMatchObject({
      code: 'http/tooManyRequests',
    })
    expect(normal.given).toHaveLength(3)
  })

  it('sends nothing if one transaction is not admitted, and checks a sent one only once', async () => {
    const asked: [string, number][] = []
    const admit = async (_: unknown, name: string, index: number) => {
      asked.push([name, index])
      if (name === 'jito') throw new TernError('relayer/badTransaction', { index, why: 'it tips nobody' })
    }
    const [normal, jito] = [provider('normal', takes), provider('jito', takes)]
    const relayer = relayerOf([normal, jito], { admission: { admit } })
    const [first, second] = [await one(), { ...(await one()), provider: 'jito' }]
    await expect(relayer.relay({ txs: [first, second], routeConfig })).rejects.toThrow('it tips nobody')
    expect(normal.given).toEqual([])
    for (let i = 0; i < 3; i++) await relayer.relay({ txs: [first], routeConfig })
    expect(asked).toEqual([
      ['normal', 0],
      ['jito', 1],
      ['normal', 0],
    ])
  })
})
