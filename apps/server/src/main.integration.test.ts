import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createSolanaRpc, generateKeyPairSigner, lamports } from '@solana/kit'
import { afterEach, describe, expect, it } from 'vitest'
import { sampleBundle } from '../test/sampleBundle.ts'

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const children = new Set<ChildProcess>()
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
})

const temporary = () => mkdtempSync(join(tmpdir(), 'tern-main-'))

interface Run {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | null>
}

function run(environment: Record<string, string>): Run {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', PRACTICE_HISTORY_HOURS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      text += chunk
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, output: () => text, ended }
}

/** The server's address, once it reports that it is ready. */
async function ready({ output, child }: Run): Promise<string> {
  for (let i = 0; i < 600; i++) {
    const [, port] =
      /^Tern is ready: http:\/\/tern\.localhost:(\d+) \(practice money on a practice chain\)$/m.exec(output()) ?? []
    if (port !== undefined) return `http://127.0.0.1:${port}`
    if (child.exitCode !== null) break
    await wait(50)
  }
  throw new Error(`it did not get ready: ${output()}`)
}

/** All output without the progress of the start. */
const said = ({ output }: Run): readonly string[] =>
  output()
    .trimEnd()
    .split('\n')
    .filter(line => !line.startsWith('Tern is starting'))

/** Runs a start that fails with exit code 1. @returns its single line of output. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const started = run({ DATA_DIR: temporary(), ...environment })
  expect(await started.ended).toBe(1)
  expect(said(started)).toHaveLength(1)
  return said(started).join('')
}

const data = async (base: string, procedure: string) =>
  (await (await fetch(`${base}/api/trpc/${procedure}`)).json()).result.data

/** Resolves after this many events. */
async function blockhashes(base: string, wanted: number): Promise<number> {
  const stop = new AbortController()
  const { body } = await fetch(`${base}/api/trpc/markets.onBlockhash`, { signal: stop.signal })
  const reported = new Set<string>()
  let text = ''
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString()
    for (const [found] of text.matchAll(/"blockhash":"\w+"/g)) reported.add(found)
    if (reported.size >= wanted) break
  }
  stop.abort()
  return reported.size
}

const bundle = sampleBundle(1)

async function storeBundle(base: string): Promise<string> {
  const response = await fetch(`${base}/api/bundle`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bundle),
  })
  expect(response.status).toBe(200)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

describe('a server that is stopped', () => {
  const stops = [
    ['asked to with SIGINT', 'SIGINT'],
    ['asked to with SIGTERM', 'SIGTERM'],
    ['killed', 'SIGKILL'],
  ] as const
  it.each(stops)(
    'F40 F42 %s, has all data after a restart, and continues its reports',
    { timeout: 120_000 },
    async (_, signal) => {
      const environment = { DATA_DIR: temporary(), PRACTICE_TRADES_PER_SECOND: '5' }
      const first = run(environment)
      const base = await ready(first)
      const cookie = await storeBundle(base)
      const wallet = (await generateKeyPairSigner()).address
      const rpc = createSolanaRpc(`${base}/rpc`)
      await rpc.requestAirdrop(wallet, lamports(1_234_567_890n)).send()
      const balance = async (of: typeof rpc) => (await of.getBalance(wallet, { commitment: 'confirmed' }).send()).value
      while ((await balance(rpc)) === 0n) await wait(100)
      let trades: { signature: string }[] = []
      let mint = ''
      while (trades.length < 2) {
        await wait(200)
        const tokens: readonly { mint: string; buys5m: number; sells5m: number }[] = await data(base, 'tokens.list')
        mint = tokens.find(({ buys5m, sells5m }) => buys5m + sells5m >= 2)?.mint ?? ''
        if (mint !== '')
          trades = await data(base, `markets.trades?input=${encodeURIComponent(JSON.stringify({ mint }))}`)
      }
      const network = await data(base, 'network')

      first.child.kill(signal)
      const code = await first.ended
      if (signal !== 'SIGKILL') {
        expect(code).toBe(0)
        expect(said(first)).toHaveLength(1)
      }

      const second = run(environment)
      const again = await ready(second)
      expect(await data(again, 'network')).toEqual(network)
      expect(await balance(createSolanaRpc(`${again}/rpc`))).toBe(1_234_567_890n)
      expect(await (await fetch(`${again}/api/bundle`, { headers: { cookie } })).json()).toEqual(bundle)
      const input = encodeURIComponent(JSON.stringify({ mint, limit: 200 }))
      const kept = new Set(
        (await data(again, `markets.trades?input=${input}`)).map((one: { signature: string }) => one.signature),
      )
      for (const { signature } of trades) expect(kept).toContain(signature)
      expect(await blockhashes(again, 2)).toBe(2)
      second.child.kill('SIGKILL')
      await second.ended
    },
  )
})

describe('a start that cannot succeed', () => {
  let other: Server | undefined
  afterEach(() => {
    other?.close()
    other = undefined
  })
  /** A node of that chain. */
  async function node(genesisHash: string): Promise<string> {
    const server = createServer(async (request, response) => {
      const { id, method } = (await json(request)) as { id: unknown; method: string }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'getGenesisHash' ? genesisHash : 1 }))
    })
    other = server
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/?api-key=s3cret-key`
  }

  it('names a wrong setting', async () => {
    expect(await refusal({ PORT: 'x' })).toBe("PORT must be a whole number from 0 to 65535, not 'x'")
    expect(await refusal({ HOST: '203.0.113.7' })).toBe("HOST '203.0.113.7' is not an address of this machine")
  })

  it('reports a port in use', async () => {
    const taken = createSocketServer()
    await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    expect(await refusal({ PORT: String(port) })).toBe(`PORT ${port} is in use: choose another`)
    expect(await refusal({ RPC_PORT: String(port) })).toBe(`RPC_PORT ${port} is in use: choose another`)
    taken.close()
  })

  it.each(['practice-chain', 'database'])('names an unusable part of the data directory: %s', async name => {
    const dataDir = temporary()
    const path = join(dataDir, name)
    writeFileSync(path, '')
    expect(await refusal({ DATA_DIR: dataDir })).toContain(path)
  })

  it('names the process that holds the data directory', { timeout: 60_000 }, async () => {
    const environment = { DATA_DIR: temporary(), PRACTICE_TRADES_PER_SECOND: '0' }
    const first = run(environment)
    await ready(first)
    expect(await refusal(environment)).toContain(`is in use by process ${first.child.pid}`)
  })

  it('refuses a fee wallet that does not exist', async () => {
    const wallet = (await generateKeyPairSigner()).address
    expect(await refusal({ FEE_WALLET: wallet })).toBe(
      `FEE_WALLET must exist and hold at least 890880 lamports: ${wallet} does not`,
    )
  })

  it('refuses mainnet, and does not show the key of its node', async () => {
    const url = await node('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d')
    const said = await refusal({ RPC_URL: url })
    expect(said).toBe('RPC_URL is mainnet: real money. Tern refuses it unless TERN_MAINNET=i-know')
  })

  it('reports that the node does not answer, without its address', async () => {
    const said = await refusal({ RPC_URL: 'http://127.0.0.1:1/s3cret-key' })
    expect(said).toMatch(/^RPC_URL does not answer as a Solana node does/)
    expect(said).not.toContain('s3cret')
  })
})
