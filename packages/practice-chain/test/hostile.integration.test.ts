import { encodeBase58, systemProgram, token2022Program, tokenProgram } from '@tern/core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { methods } from '../src/methods/index.ts'
import { abandonUpgrades } from './abandonUpgrades.ts'
import { post, startChain } from './rpcClients.ts'

let on: Awaited<ReturnType<typeof startChain>>
/** Values of the chain that a client may know. */
let seen: readonly unknown[]

beforeAll(async () => {
  on = await startChain()
  const { address } = await on.fundedSigner()
  const [landed] = await on.rpc.getSignaturesForAddress(address).send()
  const { mint, pool } = on.chain.world[0] ?? expect.fail('no token')
  seen = [address, landed?.signature, Number(landed?.slot), mint, pool, tokenProgram, token2022Program, systemProgram]
})
afterAll(() => on.chain.close())

const words = [
  ...[
    'processed',
    'confirmed',
    'finalized',
    'base58',
    'base64',
    'base64+zstd',
    'json',
    'jsonParsed',
    'binary',
    'bytes',
  ],
  ...['full', 'accounts', 'signatures', 'none', 'all', 'allWithVotes', 'tokenAccountState', 'dataSize', 'memcmp', ''],
]
const names = [
  ...['commitment', 'encoding', 'minContextSlot', 'dataSlice', 'offset', 'length', 'filters', 'dataSize', 'memcmp'],
  ...['bytes', 'withContext', 'sortResults', 'mint', 'programId', 'limit', 'before', 'until', 'rewards', 'accounts'],
  ...['addresses', 'transactionDetails', 'maxSupportedTransactionVersion', 'searchTransactionHistory', 'sigVerify'],
  ...['replaceRecentBlockhash', 'innerInstructions', 'skipPreflight', 'preflightCommitment', 'maxRetries', 'range'],
  ...['firstSlot', 'lastSlot', 'identity', 'epoch', 'votePubkey', 'mentions', 'mentionsAccountOrProgram', '__proto__'],
]

const bytes = fc.uint8Array({ maxLength: 1300 })
const text = fc.oneof(
  fc.constantFrom(...words),
  fc.string(),
  bytes.map(value => Buffer.from(value).toString('base64')),
  fc.uint8Array({ maxLength: 70 }).map(encodeBase58),
  fc.constant('1'.repeat(5_000)),
)
const number = fc.oneof(
  fc.integer({ min: -2, max: 400 }),
  fc.double(),
  fc.constantFrom(2 ** 53, 2 ** 64, 2 ** 65, -1, 1e300),
)
const { value: parameter } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.nat(7).map(i => seen[i]),
    fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), tie('value'), { maxKeys: 4 }),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
}))
const parameters = fc.oneof(fc.array(parameter, { maxLength: 4 }), parameter)

/** The codes of JSON-RPC and of a node, except the code for an internal error. */
const codes = new Set([-32600, -32601, -32602, ...Array.from({ length: 19 }, (_, i) => -32001 - i)])

interface Answer {
  readonly id: number | null
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

const isProper = ({ result, error }: Answer): boolean =>
  error === undefined ? result !== undefined : codes.has(error.code) && typeof error.message === 'string'

describe('any input of a client', () => {
  it.each([...methods.keys()])('%s answers or refuses', async method => {
    await fc.assert(
      fc.asyncProperty(fc.array(parameters, { minLength: 20, maxLength: 30 }), async many => {
        const calls = many.map((params, id) => ({ jsonrpc: '2.0', id, method, params }))
        const body = JSON.stringify(calls)
        fc.pre(body.length < 50_000)
        const answers = (await post(on.chain, body)) as readonly Answer[]
        expect(answers.map(({ id }) => id)).toEqual(calls.map(({ id }) => id))
        // A faucet that cannot pay answers with an internal error on a cluster, too.
        const isFaucet = ({ error }: Answer) => method === 'requestAirdrop' && error?.code === -32603
        expect(answers.filter(answer => !isProper(answer) && !isFaucet(answer))).toEqual([])
      }),
      { numRuns: 8 },
    )
  })

  it('any text gets an answer, or no answer if it asks for none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async body => {
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
        const answer = await (await fetch(on.chain.rpcUrl, init)).text()
        if (answer !== '') expect([JSON.parse(answer)].flat().every(one => one.error.code < 0)).toBe(true)
      }),
    )
  })

  it('a socket answers or refuses, and stays open', async () => {
    const kinds = ['account', 'block', 'logs', 'program', 'root', 'signature', 'slot', 'slotsUpdates', 'vote']
    const verbs = kinds.flatMap(kind => [`${kind}Subscribe`, `${kind}Unsubscribe`])
    const socket = new WebSocket(on.chain.wsUrl)
    await new Promise(resolve => socket.once('open', resolve))
    let answered: (answer: Answer) => void = () => undefined
    socket.on('message', data => {
      const message = JSON.parse(String(data)) as Answer
      if (message.id !== undefined) answered(message)
    })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...verbs), parameters, async (method, params) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
        fc.pre(body.length < 4_000)
        const answer = await new Promise<Answer>(resolve => {
          answered = resolve
          socket.send(body)
        })
        expect([answer, isProper(answer) || answer.error?.code === -32700]).toEqual([answer, true])
      }),
      { numRuns: 400 },
    )
    expect(socket.readyState).toBe(socket.OPEN)
    socket.close()
  })

  it('clients that leave before they have their socket harm no other client', async () => {
    for (const path of ['/', '/nowhere']) await abandonUpgrades(`${on.chain.wsUrl}${path}`)
    expect(await on.rpc.getHealth().send()).toBe('ok')
  })
})
