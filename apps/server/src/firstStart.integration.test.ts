import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from './config.ts'
import { startServer } from './startServer.ts'

const waiting = new Int32Array(new SharedArrayBuffer(4))
/** Blocks this process, including its timers. */
const holdLoop = (ms: number) => void Atomics.wait(waiting, 0, 0, ms)

const temporary = () => mkdtempSync(join(tmpdir(), 'tern-first-start-'))
const methodIn = (body: unknown) => String(/"method":"(\w+)"/.exec(String(body))?.[1])

/** In the quick form, each block and each time limit is a hundredth of the real one. */
const forms = [
  { name: 'a hundredth of 8 s', scale: 100, isRun: process.env.PROOF !== '1' },
  { name: '8 s', scale: 1, isRun: process.env.PROOF === '1' },
]

it.each(forms.filter(({ isRun }) => isRun))(
  'a first start comes up and trades though the event loop is held for $name at each step',
  { timeout: 600_000 },
  async ({ scale }) => {
    const timeout = AbortSignal.timeout
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => timeout.call(AbortSignal, Math.ceil(ms / scale)))
    const request = globalThis.fetch
    const held = new Set<string>()
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
      const answer = request(input, init)
      const method = methodIn(init?.body)
      if (!held.has(method)) {
        held.add(method)
        holdLoop(8_000 / scale)
      }
      return answer
    })
    const faults: unknown[] = []
    const settings = { PORT: '0', DATA_DIR: temporary(), PRACTICE_TRADES_PER_SECOND: '20', PRACTICE_HISTORY_HOURS: '0' }
    const server = await startServer(readConfig(settings), {
      onFault: error => faults.push(error),
      onProgress: () => setImmediate(holdLoop, 8_000 / scale),
    })
    onTestFinished(() => server.close())
    await vi.waitFor(() => expect(held).toContain('sendTransaction'), 100_000)
    expect([...held]).toEqual(
      expect.arrayContaining(['getGenesisHash', 'getMultipleAccounts', 'getTokenAccountsByOwner', 'getEpochInfo']),
    )
    expect(faults).toEqual([])
  },
)

const answers: Readonly<Record<string, unknown>> = {
  getGenesisHash: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
  getEpochInfo: { absoluteSlot: 1, blockHeight: 1, epoch: 0, slotIndex: 1, slotsInEpoch: 432_000, transactionCount: 1 },
}

/** The page that a browser gets at that host name. */
async function pageAs(host: string, url: string): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { host } }, resolve).on('error', reject)
  })
  return text(response)
}

it('serves its pages while it waits for its node, and everything else afterwards', async () => {
  const asked = Promise.withResolvers<void>()
  const node = createServer(async (request, response) => {
    await asked.promise
    let body = ''
    for await (const chunk of request) body += chunk
    const result = answers[methodIn(body)] ?? 1
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  })
  await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void node.close())
  const directory = temporary()
  for (const name of ['terminal', 'vault']) {
    mkdirSync(join(directory, name))
    writeFileSync(join(directory, name, 'index.html'), `<title>${name}</title>`)
  }
  const begun = Promise.withResolvers<string>()
  const rpcUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  const starting = startServer(readConfig({ PORT: '0', DATA_DIR: join(directory, 'data'), RPC_URL: rpcUrl }), {
    onFault: () => {},
    onProgress: ({ url }) => begun.resolve(`http://127.0.0.1:${new URL(url).port}`),
    terminalDir: join(directory, 'terminal'),
    vaultDir: join(directory, 'vault'),
  })
  const url = await begun.promise
  expect(await pageAs('tern.localhost', url)).toBe('<title>terminal</title>')
  expect(await pageAs('vault.tern.localhost', url)).toBe('<title>vault</title>')
  const health = await fetch(`${url}/health`)
  expect(health.status).toBe(503)
  expect(await health.json()).toEqual({ ok: false, starting: true })
  const waits = fetch(`${url}/api/trpc/network`)
  asked.resolve()
  const network = await (await waits).json()
  expect(network.result.data).toMatchObject({ name: 'Testnet' })
  await (await starting).close()
})
