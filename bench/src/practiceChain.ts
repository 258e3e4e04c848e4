import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { type Address, encodeBase58, tokenProgram } from '@tern/core'
import { startPracticeChain } from '@tern/practice-chain'
import { createBank } from '@tern/practice-chain/internal/bank'
import { type Arena, openArena, submitAll } from './practiceChainArena.ts'
import type { ClientResult, ClientTask } from './practiceChainClient.ts'
import { percentile, type Target } from './target.ts'

const manyAccounts = 100_000
const atOnce = 256

/**
 * Measures the practice chain against its targets, one after the other. Nothing is left out, and the chain is on a
 * disk.
 */
export async function* measurePracticeChain(): AsyncGenerator<Target> {
  yield await measureSpeed('one swap a transaction', 2_000, arena => arena.sign(2_000, 1))
  yield await measureSpeed('one pump.fun buy a transaction', 2_000, arena => arena.signBuys(2_000))
  yield await measureSpeed('3 swaps a transaction', 1_000, arena => arena.sign(2_000, 3))
  yield await measureReplay()
  const dataDir = await makeManyAccounts()
  yield await measureStart(dataDir)
  yield await measureProgramAccounts(dataDir)
  yield await measureSubscriptions(dataDir)
  await rm(dataDir, { recursive: true })
  yield await measureMemory()
}

/** Measures from signed transactions to the acknowledgement of the last: the median of five rounds. */
async function measureSpeed(
  name: string,
  target: number,
  sign: (arena: Arena) => Promise<readonly Uint8Array[]>,
): Promise<Target> {
  const arena = await openArena()
  const rates: number[] = []
  for (let round = 0; round < 6; round++) {
    const wires = await sign(arena)
    rates.push((1_000 * wires.length) / (await submitAll(arena.bank, wires, atOnce)))
  }
  await arena.close()
  const [, ...warm] = rates
  const sorted = warm.toSorted((a, b) => a - b)
  const detail = `rounds from ${whole(sorted[0])} to ${whole(sorted.at(-1))}`
  return { name, unit: 'tx/s', value: sorted[2] ?? 0, detail, target, is: 'atLeast' }
}

/** Measures how far the heap moves between 20,000 and 100,000 transactions. */
async function measureMemory(): Promise<Target> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const arena = await openArena()
  const heaps: number[] = []
  const rss: number[] = []
  for (let done = 0; done < 100_000; ) {
    const wires = await arena.sign(2_000, 1)
    await submitAll(arena.bank, wires, atOnce)
    done += wires.length
    if (done % 20_000 > 0) continue
    // Native memory is only freed once its finalizers have had their turn.
    for (let pass = 0; pass < 3; pass++) {
      collect()
      await new Promise(resolve => setImmediate(resolve))
    }
    const { heapUsed, arrayBuffers, rss: resident } = process.memoryUsage()
    heaps.push(megabytes(heapUsed + arrayBuffers))
    rss.push(megabytes(resident))
  }
  await arena.close()
  const detail = `heap ${heaps.map(whole).join(' ')} MB, resident ${rss.map(whole).join(' ')} MB, each 20,000`
  const value = (heaps.at(-1) ?? 0) - (heaps[0] ?? 0)
  return {
    name: 'heap growth from 20,000 to 100,000 transactions',
    unit: 'MB',
    value,
    detail,
    target: 20,
    is: 'atMost',
  }
}

/** Measures a start after a kill, from opening the directory to the first slot. */
async function measureReplay(): Promise<Target> {
  const arena = await openArena({ snapshotEvery: Number.MAX_SAFE_INTEGER })
  const count = 6_000
  for (let done = 0; done < count; done += 2_000) await submitAll(arena.bank, await arena.sign(2_000, 1), atOnce)
  const killed = await mkdtemp(join(tmpdir(), 'bench-'))
  cpSync(arena.dataDir, killed, { recursive: true })
  await arena.close()
  const started = performance.now()
  const bank = await createBank({ dataDir: killed, slotMs: 0, now: Date.now })
  const value = (1_000 * count) / (performance.now() - started)
  await bank.close()
  await rm(killed, { recursive: true })
  return { name: 'replay of swaps after a kill', unit: 'tx/s', value, detail: '', target: 2_000, is: 'atLeast' }
}

/** Creates a directory with a chain of 100,000 token accounts. */
async function makeManyAccounts(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const bank = await createBank({ dataDir, slotMs: 0, now: Date.now, genesis: manyTokenAccounts() })
  await bank.close()
  return dataDir
}

const holders = 10_000

function addressOf(kind: number, n: number): Uint8Array {
  const bytes = new Uint8Array(32).fill(kind)
  new DataView(bytes.buffer).setUint32(0, n)
  return bytes
}

function* manyTokenAccounts() {
  for (let i = 0; i < manyAccounts; i++) {
    const data = new Uint8Array(165)
    data.set(addressOf(3, i % 100))
    data.set(addressOf(4, i % holders), 32)
    data[108] = 1
    const content = { owner: tokenProgram, lamports: 2_039_280n, executable: false, data }
    yield [encodeBase58(addressOf(5, i)) as Address, content] as const
  }
}

async function measureStart(dataDir: string): Promise<Target> {
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    const started = performance.now()
    const bank = await createBank({ dataDir, slotMs: 0, now: Date.now })
    times.push(performance.now() - started)
    await bank.close()
  }
  const value = Math.max(...times) / 1_000
  const detail = `slowest of ${times.length}, fastest ${(Math.min(...times) / 1_000).toFixed(2)}`
  return { name: 'start from a snapshot of 100,000 accounts', unit: 's', value, detail, target: 3, is: 'atMost' }
}

const runClient = (task: ClientTask): Promise<ClientResult> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./practiceChainClient.ts', import.meta.url), { workerData: task })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

async function measureProgramAccounts(dataDir: string): Promise<Target> {
  const chain = await startPracticeChain({ dataDir, world: 'empty' })
  const filters = [{ dataSize: 165 }, { memcmp: { offset: 32, bytes: encodeBase58(addressOf(4, 77)) } }]
  const params = [tokenProgram, { encoding: 'base64', filters }]
  const call = { method: 'getProgramAccounts', params, times: 1_000 }
  const { rpcUrl, wsUrl } = chain
  const { durations, others, landed } = await runClient({ rpcUrl, wsUrl, call, load: 200 })
  await chain.close()
  const detail = `slowest ${Math.max(...durations).toFixed(1)}; sendTransaction meanwhile (${landed}): p99 ${percentile(others, 99).toFixed(1)}`
  const name = 'getProgramAccounts, 2 filters, 100,000 accounts, p99'
  return { name, unit: 'ms', value: percentile(durations, 99), detail, target: 50, is: 'atMost' }
}

/** Measures from the end of a slot to the notification of the confirmed change, for each of 100 subscribers. */
async function measureSubscriptions(dataDir: string): Promise<Target> {
  const slots: number[] = []
  // The chain reads the time whenever a slot begins.
  const now = () => {
    slots.push(performance.timeOrigin + performance.now())
    return Date.now()
  }
  const chain = await startPracticeChain({ dataDir, world: 'empty', now })
  const { rpcUrl, wsUrl } = chain
  const { arrivals, landed } = await runClient({ rpcUrl, wsUrl, subscribers: 100, seconds: 10, load: 100 })
  await chain.close()
  const delays = arrivals.map(at => at - (slots.findLast(slot => slot <= at) ?? 0))
  const name = 'slot to notification, 100 subscribers, p99'
  const detail = `${arrivals.length} notifications, ${landed} transactions, slowest ${Math.max(...delays).toFixed(1)}`
  return { name, unit: 'ms', value: percentile(delays, 99), detail, target: 20, is: 'atMost' }
}

const megabytes = (bytes: number): number => bytes / 2 ** 20
const whole = (value: number | undefined): string => (value ?? Number.NaN).toFixed(0)
