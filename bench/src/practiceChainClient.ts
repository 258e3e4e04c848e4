// A worker with the clients of a practice chain. They run on a thread of their own, so that their time does not count
// as the chain's.
import { parentPort, workerData } from 'node:worker_threads'
import {
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
} from '@solana/kit'
import { transfer } from '../../packages/practice-chain/test/transactions.ts'

/** The worker's task. */
export interface ClientTask {
  readonly rpcUrl: string
  readonly wsUrl: string
  /** A call that is repeated and timed. Without a call, the worker times subscriptions. */
  readonly call?: { readonly method: string; readonly params: readonly unknown[]; readonly times: number }
  readonly subscribers?: number
  readonly seconds?: number
  /** Transactions a second that land in the meantime. */
  readonly load: number
}

/** How long each call took, or when each notification arrived. Milliseconds. */
export interface ClientResult {
  readonly durations: readonly number[]
  /** Durations of other calls in the meantime. */
  readonly others: readonly number[]
  /** Times on the clock that all threads share. */
  readonly arrivals: readonly number[]
  readonly landed: number
}

const task = workerData as ClientTask
const now = () => performance.timeOrigin + performance.now()

async function rpc<T>(method: string, ...params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(task.rpcUrl, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  const answer = (await response.json()) as { result: T; error?: { message: string } }
  if (answer.error !== undefined) throw new TypeError(`${method}: ${answer.error.message}`)
  return answer.result
}

const payer = await generateKeyPairSigner()
let isOver = false
let landed = 0
const others: number[] = []

/** Lands transfers at an even pace. Their amounts differ, so that their signatures do. */
async function land(): Promise<void> {
  const to = (await generateKeyPairSigner()).address
  const started = now()
  let blockhash = ''
  for (let n = 1; !isOver; n++) {
    if (n % 50 === 1) ({ blockhash } = (await rpc<{ value: { blockhash: string } }>('getLatestBlockhash')).value)
    const wait = started + (1_000 * n) / task.load - now()
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
    const message = appendTransactionMessageInstruction(
      transfer(payer.address, to, 890_880n + BigInt(n)),
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n },
        setTransactionMessageFeePayer(payer.address, createTransactionMessage({ version: 0 })),
      ),
    )
    const signed = await signTransaction([payer.keyPair], compileTransaction(message))
    const sent = now()
    await rpc('sendTransaction', getBase64EncodedWireTransaction(signed), { encoding: 'base64' })
    others.push(now() - sent)
    landed++
  }
}

/** Subscribes over a socket to an account that every transaction changes. */
async function subscribe(account: Address, arrived: () => void): Promise<WebSocket> {
  const socket = new WebSocket(task.wsUrl)
  await new Promise(resolve => socket.addEventListener('open', resolve))
  const params = [account, { encoding: 'base64', commitment: 'confirmed' }]
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'accountSubscribe', params }))
  await new Promise(resolve => socket.addEventListener('message', resolve, { once: true }))
  socket.addEventListener('message', arrived)
  return socket
}

await rpc('requestAirdrop', payer.address, 100_000_000_000)
while ((await rpc<{ value: number }>('getBalance', payer.address)).value === 0)
  await new Promise(resolve => setTimeout(resolve, 50))
const durations: number[] = []
const arrivals: number[] = []
const sockets: WebSocket[] = []
for (let i = 0; i < (task.subscribers ?? 0); i++)
  sockets.push(await subscribe(payer.address, () => arrivals.push(now())))
const landing = land()
for (let i = 0; i < (task.call?.times ?? 0); i++) {
  const started = now()
  await rpc(task.call?.method ?? '', ...(task.call?.params ?? []))
  durations.push(now() - started)
}
await new Promise(resolve => setTimeout(resolve, 1_000 * (task.seconds ?? 0)))
isOver = true
await landing
for (const socket of sockets) socket.close()
parentPort?.postMessage({ durations, others, arrivals, landed } satisfies ClientResult)
