import { Agent, request } from 'node:http'
import { generateKeyPair } from '@solana/kit'
import { compileMessage, computeBudgetInstructions, createChain, transferInstruction } from '@tern/chain'
import { type Address, encodeBase64, keyPairOwner, type Lifetime } from '@tern/core'
import { temporalTipAccounts } from '@tern/core/internal/tipAccounts'
import { startPracticeChain } from '@tern/practice-chain'
import { runServer } from '../../apps/server/test/runningServer.ts'
import { dialects, testKey } from '../../packages/chain/test/dialects.ts'
import { startProviderServer } from '../../packages/chain/test/providerServer.ts'
import { percentile, type Target } from './target.ts'

/** Wallets that send at the same time, each from its own address: an address may send 50 transactions a second. */
const senders = 100
const transactions = 6_000
const perSecond = 100
const seconds = 20

/**
 * Measures the load that the relayer bears. Transactions arrive by HTTP; the relayer checks each signature, passes the
 * transaction on
 * to a provider and acknowledges it. The server is a process of its own; the senders and the provider share the other
 * core.
 */
export async function* measureRelayer(): AsyncGenerator<Target> {
  const chain = await startPracticeChain({ world: 'empty' })
  const provider = await startProviderServer(dialects.temporal)
  const server = await runServer({
    RPC_URL: chain.rpcUrl,
    RPC_WS_URL: chain.wsUrl,
    PROVIDERS: 'temporal',
    TEMPORAL_KEY: testKey,
    TEMPORAL_ENDPOINTS: provider.url,
  })
  const relay = createSenders(server.port)
  const { readBlockhash } = createChain({ rpc: chain.rpcUrl })
  const sign = async (count: number) => signTips(count, await readBlockhash())
  try {
    // The first transactions warm the new process up: compilation is not measured.
    await allOf(await sign(transactions), relay)
    const rush = await sign(transactions)
    const began = performance.now()
    await allOf(rush, relay)
    const rate = (1_000 * transactions) / (performance.now() - began)
    yield {
      name: 'relayer, as fast as it takes them',
      unit: 'tx/s',
      value: rate,
      detail: `${transactions} transactions from ${senders} senders, each waiting for its answer`,
      target: 500,
      is: 'atLeast',
    }
    const even = await sign(perSecond * seconds)
    // Both processes collect garbage after the rush.
    await new Promise(resolve => setTimeout(resolve, 2_000))
    const took = await evenly(even, relay)
    yield {
      name: `relayer, ${perSecond} transactions/s, p99`,
      unit: 'ms',
      value: percentile(took, 99),
      detail: `${took.length} in ${seconds} s, median ${percentile(took, 50).toFixed(1)}, slowest ${Math.max(...took).toFixed(1)}`,
      target: 50,
      is: 'atMost',
    }
    const sent = provider.seen.filter(({ method }) => method === 'POST').length
    if (sent !== 2 * transactions + perSecond * seconds) throw new RangeError(`the provider was sent ${sent}`)
  } finally {
    relay.close()
    await server.remove()
    await provider.close()
    await chain.close()
  }
}

const minTip = 1_000_000
const [tipAccount] = temporalTipAccounts as [Address]

/** Signs this many different tips, because the relayer refuses a transaction that tips too little or that cannot land. */
async function signTips(count: number, lifetime: Lifetime): Promise<readonly string[]> {
  const owner = await keyPairOwner(await generateKeyPair())
  const messages = Array.from({ length: count }, (_, n) =>
    compileMessage({
      feePayer: owner.address,
      lifetime,
      instructions: [
        ...computeBudgetInstructions({ unitLimit: 1_000, priorityFeeLamports: 1_000n }),
        transferInstruction(owner.address, tipAccount, BigInt(minTip + n)),
      ],
    }),
  )
  return (await owner.signTransactions(messages)).map(({ bytes }) => encodeBase64(bytes))
}

interface Senders {
  /**
   * Sends by the senders in turn. @returns the milliseconds until the answer. @throws TypeError unless the server
   * accepts.
   */
  (encodedTx: string): Promise<number>
  close(): void
}

function createSenders(port: number): Senders {
  const agents = Array.from(
    { length: senders },
    (_, n) => new Agent({ keepAlive: true, localAddress: `127.0.1.${n + 1}` }),
  )
  let turn = 0
  const send = (encodedTx: string) =>
    new Promise<number>((resolve, reject) => {
      const body = JSON.stringify({
        txs: [{ encodedTx, provider: 'temporal' }],
        routeConfig: { mevProtection: false, tipAmount: 0 },
      })
      const began = performance.now()
      const asked = request({
        ...{ host: '127.0.0.1', port, path: '/api/spot/relayer', method: 'POST', agent: agents[turn++ % senders] },
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      })
      asked.once('error', reject)
      asked.once('response', async response => {
        let text = ''
        for await (const chunk of response) text += chunk
        if (text === '{"allFailed":false}') resolve(performance.now() - began)
        else reject(new TypeError(`the relayer answers ${response.statusCode} ${text}`))
      })
      asked.end(body)
    })
  const close = () => {
    for (const agent of agents) agent.destroy()
  }
  return Object.assign(send, { close })
}

/** Each sender sends its next transaction as soon as the last is answered. */
async function allOf(signed: readonly string[], send: Senders): Promise<void> {
  const left = signed.values()
  const one = async () => {
    for (const encoded of left) await send(encoded)
  }
  await Promise.all(Array.from({ length: senders }, one))
}

/** Sends at an even pace, however long the answers take. @returns the milliseconds of each answer. */
async function evenly(signed: readonly string[], send: Senders): Promise<readonly number[]> {
  const began = performance.now()
  const answers: Promise<number>[] = []
  for (const [n, encoded] of signed.entries()) {
    const wait = began + (1_000 * n) / perSecond - performance.now()
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
    answers.push(send(encoded))
  }
  return Promise.all(answers)
}
