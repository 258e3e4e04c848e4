import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { startPracticeChain } from '@tern/practice-chain'
import type { Page } from 'playwright-core'
import { type RunningServer, runServer } from '../../apps/server/test/runningServer.ts'
import { percentile, type Target } from './target.ts'
import { openBrowser } from './terminalPage.ts'

const kills = 8
const browsers = 10_000
/** Addresses that the browsers come from. The server limits each address. */
const addresses = 250

/** Kills and restarts a server while a page is open, and then lets thousands of browsers reconnect at the same time. */
export async function* measureOutages(): AsyncGenerator<Target> {
  const chain = await startPracticeChain()
  const server = await runServer({ RPC_URL: chain.rpcUrl, RPC_WS_URL: chain.wsUrl })
  try {
    yield* measureKills(server)
    const { letIn, answered } = await measureStampede(server.port)
    const bare = await measureBare()
    yield {
      name: `stream, ${browsers} browsers that come back at once`,
      unit: '/s',
      value: letIn,
      detail: `let in; ${answered.toFixed(0)}/s with what each asks for; limit: Node alone lets in ${bare.letIn.toFixed(0)}/s, answers ${bare.answered.toFixed(0)}/s`,
      target: 5_000,
      is: 'atLeast',
    }
  } finally {
    await server.remove()
    await chain.close()
  }
}

async function* measureKills(server: RunningServer): AsyncGenerator<Target> {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${server.url}/discover`)
    await isLive(page, true)
    const took: { readonly fromKill: number; readonly fromBack: number }[] = []
    for (let n = 0; n < kills; n++) {
      const killedAt = performance.now()
      await server.kill()
      await isLive(page, false)
      const [backAt] = await Promise.all([isBack(server), server.start()])
      await isLive(page, true)
      const now = performance.now()
      took.push({ fromKill: now - killedAt, fromBack: now - backAt })
    }
    const target = (name: string, values: readonly number[], max: number): Target => {
      const detail = `${kills} times, median ${percentile(values, 50).toFixed(0)}, kill -9 each time`
      return { name, unit: 'ms', value: Math.max(...values), detail, target: max, is: 'atMost' }
    }
    yield target(
      'killed to live again on the page, slowest',
      took.map(one => one.fromKill),
      5_000,
    )
    yield target(
      'server back to live again on the page, slowest',
      took.map(one => one.fromBack),
      1_000,
    )
  } finally {
    await browser.close()
  }
}

const isLive = (page: Page, wanted: boolean) =>
  page.waitForFunction(live => document.querySelector('.footer')?.textContent.startsWith('Live') === live, wanted)

/** @returns when the server first answers. */
async function isBack({ port }: RunningServer): Promise<number> {
  while (true) {
    const socket = connect(port, '127.0.0.1')
    const opened = await once(socket, 'connect').catch(() => undefined)
    socket.destroy()
    if (opened !== undefined) return performance.now()
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** @returns how many browsers a second the server accepts, and how many a second receive their answer. */
async function measureStampede(port: number): Promise<{ readonly letIn: number; readonly answered: number }> {
  const began = performance.now()
  const rate = () => (1_000 * browsers) / (performance.now() - began)
  const come = Array.from({ length: browsers }, (_, n) => comeBack(port, `127.0.2.${(n % addresses) + 1}`))
  const lines = await Promise.all(come)
  const letIn = rate()
  await Promise.all(lines.map(ask => ask()))
  return { letIn, answered: rate() }
}

async function measureBare() {
  const bare = spawn(process.execPath, [join(import.meta.dirname, 'bareStream.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = await once(bare.stdout, 'data')
    return await measureStampede(Number(port))
  } finally {
    bare.kill()
  }
}

/** A browser's first message. Clients have to mask messages (RFC 6455); this mask is zero. */
const request = Buffer.from('{"want":["blockhash"]}')
const frame = Buffer.concat([Buffer.from([0x81, 0x80 | request.length, 0, 0, 0, 0]), request])

/** Opens a stream. @returns a function that sends the request, waits for the answer and closes the stream. */
async function comeBack(port: number, localAddress: string): Promise<() => Promise<void>> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  const lines = ['GET /api/stream HTTP/1.1', `Host: 127.0.0.1:${port}`, 'Connection: Upgrade', 'Upgrade: websocket']
  const key = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
  const expect = async (word: string) => {
    const [data] = await once(socket, 'data')
    if (!data.includes(word)) throw new TypeError(`the server says ${data.subarray(0, 40)}`)
  }
  socket.write([...lines, ...key, '', ''].join('\r\n'))
  await expect('HTTP/1.1 101')
  return async () => {
    socket.write(frame)
    await expect('"blockhash"')
    socket.destroy()
  }
}
