import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { generateKeyPair, lamports } from '@solana/kit'
import {
  compileMessage,
  computeBudgetInstructions,
  createChain,
  createMemoryJournal,
  type Journal,
  normalProvider,
  type Outcome,
  type Submission,
  type Tracking,
  transferInstruction,
} from '@tern/chain'
import { isOver, type LandOptions, land, resumeLandings } from '@tern/chain/internal'
import { createClient } from '@tern/client'
import { type Address, keyPairOwner, type SignedTransaction } from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { type Faults, type RpcProxy, startProxy } from '@tern/practice-chain/proxy'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

/**
 * A page's landing engine, the server in its own process, and two proxies between the server and the chain.
 * A signed transaction executes once, and the page learns its outcome, despite all faults of the proxies.
 */
let practice: PracticeChain
let proxies: readonly RpcProxy[]
let child: ChildProcess | undefined
let port: number
/** Transactions that reached a proxy. */
let sent = 0
let onSent: () => void = () => {}

const dataDir = mkdtempSync(join(tmpdir(), 'tern-landing-'))
const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address !== null ? address.port : expect.fail('no port')
}

/**
 * Stops the blocks while a server starts, so that no transaction expires meanwhile: a start takes long on a busy
 * machine.
 */
let areBlocksMade = true
let isClosed = false
async function makeBlocks(): Promise<void> {
  while (!isClosed) {
    await wait(80)
    if (areBlocksMade && !isClosed) await practice.travel({ slots: 1n, seconds: 0n })
  }
}

async function startServer(): Promise<void> {
  const started = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      PORT: String(port),
      DATA_DIR: dataDir,
      RPC_URL: proxies.map(({ rpcUrl }) => rpcUrl).join(),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  for await (const text of started.stdout)
    if (String(text).includes('Tern is ready')) {
      areBlocksMade = true
      return
    }
  throw new Error('the server does not start')
}

async function killServer(): Promise<void> {
  const killed = child
  child = undefined
  areBlocksMade = false
  if (killed === undefined) return
  const ended = once(killed, 'close')
  killed.kill('SIGKILL')
  await ended
}

beforeAll(async () => {
  practice = await startPracticeChain({ world: 'empty', slotMs: 0 })
  void makeBlocks()
  const upstream = { upstream: practice.rpcUrl, subscriptions: practice.wsUrl }
  const onCall = ({ method }: { readonly method: string }) => {
    if (method !== 'sendTransaction') return
    sent++
    onSent()
  }
  proxies = await Promise.all([startProxy({ ...upstream, onCall }), startProxy({ ...upstream, onCall })])
  port = await freePort()
  await startServer()
})
afterAll(async () => {
  isClosed = true
  await killServer()
  await Promise.all((proxies ?? []).map(proxy => proxy.close()))
  await practice?.close()
})

const well: Partial<Faults> = {
  lagMs: 0,
  requestsPerSecond: Number.POSITIVE_INFINITY,
  refuseShare: 0,
  truncateShare: 0,
  dropSockets: false,
  hang: false,
}
const set = (faults: Partial<Faults>) => {
  for (const proxy of proxies) proxy.set(faults)
}
const pages: { close(): void }[] = []
afterEach(() => {
  set(well)
  onSent = () => {}
  sent = 0
  for (const page of pages.splice(0)) page.close()
})

/** The page's access to the server: its nodes and its relayer. */
function openPage() {
  const base = `http://127.0.0.1:${port}`
  const client = createClient({
    rpc: [`${base}/rpc/1`, `${base}/rpc/2`],
    reads: `${base}/rpc`,
    relayer: `${base}/api/spot/relayer`,
  })
  pages.push(client.chain)
  const submission: Submission = {
    providers: [normalProvider(client.chain)],
    ...(client.relayer === undefined ? {} : { relayer: client.relayer }),
  }
  return { sources: client.chain, submission }
}

const paid = 890_880n + 7n

/** Pays a new address. Asks the chain directly, past the faulty proxies. */
async function signed(): Promise<{ transaction: SignedTransaction; to: Address }> {
  const chain = createChain({ rpc: practice.rpcUrl, subscriptions: practice.wsUrl })
  pages.push(chain)
  const [owner, to] = await Promise.all([0, 1].map(async () => keyPairOwner(await generateKeyPair())))
  if (owner === undefined || to === undefined) return expect.fail()
  await chain.rpc.requestAirdrop(owner.address, lamports(1_000_000_000n)).send()
  await expect.poll(async () => (await chain.rpc.getBalance(owner.address).send()).value).toBe(1_000_000_000n)
  const instructions = [
    ...computeBudgetInstructions({ unitLimit: 1_000, priorityFeeLamports: 0n }),
    transferInstruction(owner.address, to.address, paid),
  ]
  const message = compileMessage({ feePayer: owner.address, lifetime: await chain.readBlockhash(), instructions })
  const [transaction] = await owner.signTransactions([message])
  return { transaction: transaction ?? expect.fail(), to: to.address }
}

/** Undoes all blocks from that slot on. */
async function takeBack(slot: bigint): Promise<void> {
  const { rpc, close } = createChain({ rpc: practice.rpcUrl })
  const newest = await rpc.getSlot({ commitment: 'processed' }).send()
  close()
  await practice.rollback(newest - slot + 1n)
}

const over = ({ signal }: Tracking) => (signal.aborted ? Promise.resolve() : once(signal, 'abort'))

/** Asserts that it landed once and for good, and that the journal says so. */
async function expectLandedOnce({ transaction, to }: Awaited<ReturnType<typeof signed>>, journal: Journal) {
  const chain = createChain({ rpc: practice.rpcUrl, subscriptions: practice.wsUrl })
  pages.push(chain)
  expect((await chain.rpc.getBalance(to).send()).value).toBe(paid)
  const history = await chain.rpc.getSignaturesForAddress(to).send()
  expect(history.map(({ signature, err }) => [signature, err])).toEqual([[transaction.signature, null]])
  const [record, ...others] = await journal.list()
  expect([record?.outcome, others]).toEqual([
    { status: 'confirmed', signature: transaction.signature, slot: history[0]?.slot, isFinal: true },
    [],
  ])
}

async function landed(options: LandOptions, during: () => Promise<void> = async () => {}) {
  const payment = await signed()
  const { sources, submission } = openPage()
  const outcomes: Outcome[] = []
  const landing = await land(sources, [{ transaction: payment.transaction, submission }], {
    ...options,
    onOutcome: outcome => outcomes.push(outcome),
  })
  await during()
  await over(landing)
  return { payment, outcomes }
}

describe('a signed transaction executes once, and its outcome is reported', () => {
  const disturbances: readonly (readonly [string, Partial<Faults>])[] = [
    ['sockets are cut and stay away', { dropSockets: true }],
    ['a third of the requests is refused', { refuseShare: 0.33 }],
    ['a third of the answers breaks off in the middle', { truncateShare: 0.33 }],
    ['nodes answer only six calls a second, and say 429', { requestsPerSecond: 6 }],
    ['all that nodes say comes a second late', { lagMs: 1_000 }],
  ]
  it.each(disturbances)('while %s', async (_, faults) => {
    const journal = createMemoryJournal()
    set(faults)
    const { payment } = await landed({ journal })
    await expectLandedOnce(payment, journal)
  })

  it('while nodes accept everything and answer nothing, and then recover', async () => {
    const journal = createMemoryJournal()
    set({ hang: true })
    const { payment, outcomes } = await landed({ journal }, async () => {
      await wait(1_500)
      set(well)
    })
    await expectLandedOnce(payment, journal)
    expect(outcomes.map(({ status }) => status)).not.toContain('expired')
  })

  it('when a fork undoes it', async () => {
    const journal = createMemoryJournal()
    let takenBack: Promise<void> | undefined
    const payment = await signed()
    // The fork must not undo the wallet's funding as well.
    await wait(1_000)
    const { sources, submission } = openPage()
    const outcomes: string[] = []
    const landing = await land(sources, [{ transaction: payment.transaction, submission }], {
      journal,
      onOutcome(outcome) {
        outcomes.push(outcome.status)
        // It lands again only after the page has seen that it is gone. Otherwise it may return between two looks,
        // unseen.
        if (outcome.status === 'unknown') areBlocksMade = true
        if (outcome.status !== 'confirmed' || takenBack !== undefined) return
        areBlocksMade = false
        takenBack = takeBack(outcome.slot)
      },
    })
    await over(landing)
    await takenBack
    expect(outcomes.slice(0, 3)).toEqual(['confirmed', 'unknown', 'confirmed'])
    await expectLandedOnce(payment, journal)
  })
})

describe('a server that is killed', () => {
  /** Records the entry, and continues only after the server is gone. */
  const killedOnceNoted = (): Journal => {
    const kept = createMemoryJournal()
    return {
      ...kept,
      async append(record) {
        await kept.append(record)
        await killServer()
      },
    }
  }

  it('after the journal was written, before any send', async () => {
    const journal = killedOnceNoted()
    const { payment } = await landed({ journal }, async () => {
      await wait(500)
      expect(sent).toBe(0)
      await startServer()
    })
    await expectLandedOnce(payment, journal)
  })

  it('after the send, before its answer', async () => {
    const journal = createMemoryJournal()
    set({ lagMs: 300 })
    let killed: Promise<void> | undefined
    onSent = () => {
      killed ??= killServer()
    }
    const { payment } = await landed({ journal }, async () => {
      await expect.poll(() => sent).toBeGreaterThan(0)
      await killed
      set(well)
      await startServer()
    })
    // The page sent again, because it had no answer.
    expect(sent).toBeGreaterThan(2)
    await expectLandedOnce(payment, journal)
  })

  it('together with the page: another page continues once the server is back', async () => {
    const journal = killedOnceNoted()
    const payment = await signed()
    const gone = new AbortController()
    const first = openPage()
    await land(first.sources, [{ transaction: payment.transaction, submission: first.submission }], {
      journal,
      signal: gone.signal,
    })
    gone.abort()
    await startServer()
    expect([sent, (await journal.list()).map(({ outcome }) => isOver(outcome))]).toEqual([0, [false]])
    const { sources, submission } = openPage()
    const [resumed] = await resumeLandings(sources, journal, () => ({ submissionOf: () => submission }))
    await over(resumed ?? expect.fail())
    await expectLandedOnce(payment, journal)
    expect(await resumeLandings(sources, journal, () => ({ submissionOf: () => submission }))).toEqual([])
  })
})
