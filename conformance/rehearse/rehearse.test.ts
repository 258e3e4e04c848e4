import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createSolanaRpc, generateKeyPairSigner, type KeyPairSigner, lamports } from '@solana/kit'
import { buy, createClient, planBuy, planSell, sell } from '@tern/client'
import { keyPairOwner } from '@tern/core'
import { type PracticeChain, startPracticeChain, type WorldToken } from '@tern/practice-chain'
import { type ProxiedCall, type RpcProxy, startProxy } from '@tern/practice-chain/proxy'
import type { Protocol } from '@tern/venues'
import { venues } from '@tern/venues/all'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RehearsalOptions, readOptions } from './options.ts'
import { rehearse } from './rehearse.ts'
import { summary, tableRow } from './table.ts'

const sol = 1_000_000_000n
let chain: PracticeChain
let proxy: RpcProxy
let trader: KeyPairSigner
const calls: ProxiedCall[] = []
let protocols: readonly Protocol[]

beforeAll(async () => {
  chain = await startPracticeChain({ slotMs: 100 })
  protocols = [...new Set(chain.world.map(token => token.protocol))]
  let requests = 0
  proxy = await startProxy({
    upstream: chain.rpcUrl,
    random: () => (requests++ % 32) / 32,
    // A free plan on a bad day.
    requestsPerSecond: 10,
    lagMs: 5,
    lagSlots: 3,
    refuseMethods: ['getProgramAccounts', 'getTokenLargestAccounts', 'getTokenAccountsByOwner'],
    refuseShare: 0.03,
    onCall: call => calls.push(call),
  })
  trader = await generateKeyPairSigner()
  await tradeEverywhere()
})
afterAll(async () => {
  await proxy.close()
  await chain.close()
})

/** Creates recent history of a cluster: a trader buys in two pools of each venue and sells a part again. */
async function tradeEverywhere(): Promise<void> {
  const client = createClient({ rpc: chain.rpcUrl, owner: await keyPairOwner(trader.keyPair) })
  await fund()
  for (const token of traded()) {
    const settings = {
      mint: token.mint,
      pool: { protocol: token.protocol, address: token.pool },
      priorityFeeLamports: 0n,
      slippageBps: 100,
    }
    const bought = await buy(client, await planBuy(client, { ...settings, amountIn: sol }))
    expect(bought.status).toBe('confirmed')
    const sold = await sell(client, await planSell(client, { ...settings, amountIn: (bought.amountOut ?? 0n) / 4n }))
    expect(sold.status).toBe('confirmed')
  }
  // Wait until the lagging node knows the last trade.
  const { rpc } = client.chain
  const slot = await rpc.getSlot({ commitment: 'processed' }).send()
  while ((await rpc.getSlot({ commitment: 'confirmed' }).send()) < slot + 4n) await new Promise(r => setTimeout(r, 50))
  client.chain.close()
}

async function fund(): Promise<void> {
  const rpc = createSolanaRpc(chain.rpcUrl)
  await rpc.requestAirdrop(trader.address, lamports(50n * sol)).send()
  while ((await rpc.getBalance(trader.address, { commitment: 'confirmed' }).send()).value < 50n * sol)
    await new Promise(resolve => setTimeout(resolve, 50))
}

/** Two tokens of each venue that trades. */
function traded(): readonly WorldToken[] {
  const trading = chain.world.filter(({ stage }) => stage !== 'graduated')
  return protocols.flatMap(protocol => trading.filter(token => token.protocol === protocol).slice(0, 2))
}

const options = (change: Partial<RehearsalOptions> = {}): RehearsalOptions => ({
  rpc: new URL(proxy.rpcUrl),
  pools: 2,
  protocols,
  lamports: 10_000_000n,
  requestsPerSecond: 10,
  ...change,
})

/** Returns the max calls in any second. */
function busiestSecond(): number {
  const times = calls.map(({ atMs }) => atMs)
  return Math.max(...times.map(start => times.filter(at => at >= start && at < start + 1000).length))
}

describe('a rehearsal over a free plan', () => {
  it('finds every venue’s pools, and its simulations equal the quotes', async () => {
    const all = await rehearse(options())
    const rows = all.filter(({ to }) => to === undefined)
    expect(rows.map(row => tableRow(row)).filter(row => !row.endsWith('equal'))).toEqual([])
    const expected = traded().flatMap(({ protocol, pool }) =>
      ['buy', 'sell'].flatMap(side => ['exactIn', 'exactOut'].map(mode => [protocol, pool, side, mode].join(' '))),
    )
    expect(rows.map(({ protocol, pool, side, mode }) => [protocol, pool, side, mode].join(' ')).sort()).toEqual(
      expected.sort(),
    )
    for (const { size, units, quoted, simulated } of rows) {
      expect(simulated).toEqual(quoted)
      expect(size).toBeLessThanOrEqual(1232)
      expect(units).toBeGreaterThan(0n)
    }
    expect(all.length - rows.length).toBe(2 * protocols.length)
    expect(all.filter(({ verdict }) => verdict === 'differs')).toEqual([])
    expect(summary(all).exitCode).toBe(0)
    expect(calls.filter(({ verdict }) => verdict === 'refused')).toEqual([])
    expect(busiestSecond()).toBeLessThanOrEqual(10)
  })

  it('covers a route from each venue to the next, to the unit', async () => {
    proxy.set({ requestsPerSecond: 1_000 })
    const two = { pools: 1, protocols: ['raydium_cpmm', 'raydiumammv4'] as const, requestsPerSecond: 1_000 }
    const rows = await rehearse(options({ ...two, wallet: trader.address }))
    const routes = rows.filter(({ to }) => to !== undefined)
    expect(routes.map(({ protocol, to, mode }) => [protocol, to, mode].join(' '))).toEqual([
      'raydium_cpmm raydiumammv4 exactIn',
      'raydium_cpmm raydiumammv4 exactOut',
      'raydiumammv4 raydium_cpmm exactIn',
      'raydiumammv4 raydium_cpmm exactOut',
    ])
    for (const route of routes)
      expect(tableRow(route)).toMatch(/ equal$| equal: the first of 2 transactions$| it takes 2 transactions$/)
    for (const { quoted, simulated, units } of routes.filter(({ mode }) => mode === 'exactIn')) {
      expect(simulated).toEqual(quoted)
      expect(units).toBeGreaterThan(0n)
    }
  })

  it('accepts a given wallet, and reports trades that it cannot check for it', async () => {
    proxy.set({ requestsPerSecond: 1_000 })
    const one = { pools: 1, protocols: ['raydium_cpmm'] as const, requestsPerSecond: 1_000 }
    const rows = await rehearse(options({ ...one, wallet: trader.address }))
    expect(rows.map(({ verdict }) => verdict)).toEqual(['equal', 'equal', 'equal', 'equal'])
    const { address: stranger } = await generateKeyPairSigner()
    const none = await rehearse(options({ ...one, wallet: stranger }))
    expect(none.map(({ verdict, why }) => `${verdict}: ${why}`)).toEqual([
      'not checked: the wallet does not hold enough SOL',
      'not checked: the wallet does not hold enough SOL',
      'not checked: the wallet does not hold the token',
      'not checked: the wallet does not hold the token',
    ])
    expect(summary(none).exitCode).toBe(1)
  })

  it('waits as long as Retry-After asks if other users share the plan', async () => {
    calls.length = 0
    proxy.set({ requestsPerSecond: 4 })
    const rows = await rehearse(options({ pools: 1, protocols: ['raydium_cpmm'] }))
    proxy.set({ requestsPerSecond: 10 })
    expect(rows.map(({ verdict }) => verdict)).toEqual(['equal', 'equal', 'equal', 'equal'])
    const limited = calls.filter(({ verdict }) => verdict === 'limited')
    expect(limited.length).toBeGreaterThan(0)
    for (const { atMs } of limited) {
      const next = calls.find(call => call.atMs > atMs)
      expect((next?.atMs ?? Number.POSITIVE_INFINITY) - atMs).toBeGreaterThanOrEqual(999)
    }
  })

  it('reports the plan’s refusals', async () => {
    proxy.set({ refuseMethods: ['simulateTransaction'], requestsPerSecond: 1_000 })
    const one = options({ pools: 1, protocols: ['raydium_cpmm'], requestsPerSecond: 1_000 })
    const rows = await rehearse(one)
    proxy.set({ refuseMethods: ['getSignaturesForAddress'] })
    const [none] = await rehearse(one)
    proxy.set({ refuseMethods: [], requestsPerSecond: 10 })
    for (const { verdict, why } of rows)
      expect(`${verdict}: ${why}`).toBe('not checked: simulateTransaction: HTTP 403 Forbidden (403)')
    expect(none).toMatchObject({ verdict: 'not checked', why: 'getSignaturesForAddress: HTTP 403 Forbidden (403)' })
  })
})

describe('npm run rehearse', () => {
  const run = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>(resolve => {
      const main = join(import.meta.dirname, 'main.ts')
      const child = execFile(process.execPath, [main, ...args], (_, out, err) =>
        resolve({ code: child.exitCode ?? -1, out, err }),
      )
    })

  it('prints a table without the secrets of the URL', async () => {
    const { code, out, err } = await run(
      '--rpc',
      `${proxy.rpcUrl}/?api-key=secret`,
      '--venue',
      'raydium_cpmm',
      '--pools',
      '1',
    )
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(new URL(proxy.rpcUrl).host)
    expect(out).toContain('4 equal to the unit, 0 different, 0 not checked')
    expect(out).not.toContain('secret')
  })

  it('stops on Ctrl-C, with its results so far', async () => {
    const child = spawn(process.execPath, [
      join(import.meta.dirname, 'main.ts'),
      '--rpc',
      proxy.rpcUrl,
      '--venue',
      'raydium_cpmm',
      '--pools',
      '50',
    ])
    let out = ''
    let isStopped = false
    child.stdout.on('data', data => {
      out += data
      if (!isStopped && out.includes('equal')) isStopped = child.kill('SIGINT')
    })
    const code = await new Promise(resolve => child.once('close', resolve))
    expect([code, out.trimEnd().split('; ').at(-1)]).toEqual([130, 'stopped before the end'])
    expect(out).toMatch(/\d+ equal to the unit, 0 different, 0 not checked; stopped/)
  })

  it('reports an unreachable node', async () => {
    const { code, out } = await run('--rpc', 'http://127.0.0.1:1', '--venue', 'raydium_cpmm')
    expect([code, out]).toEqual([1, expect.stringContaining('not checked: The node cannot be reached')])
  })

  it('reports an invalid option', async () => {
    expect(await run('--rpc', 'nowhere')).toEqual({ code: 2, out: '', err: '--rpc is no URL\n' })
    const unreachable = await run('--rpc', 'http://127.0.0.1:1/secret', '--help')
    expect([unreachable.code, unreachable.out]).toEqual([0, expect.stringContaining('--rpc <url>')])
  })
})

describe('the options', () => {
  it('are parsed', () => {
    expect(
      readOptions(['--rpc', 'https://a.b/c', '--pools', '3', '--venue', 'raydium_cpmm', '--sol', '1.5', '--rps', '2']),
    ).toEqual({
      rpc: new URL('https://a.b/c'),
      pools: 3,
      protocols: ['raydium_cpmm'],
      lamports: 1_500_000_000n,
      requestsPerSecond: 2,
    })
    expect(readOptions(['--help'])).toBeUndefined()
  })

  it.each([
    [[], '--rpc is missing: the URL of a Solana node'],
    [['--rpc', 'ws://a'], '--rpc begins with http:// or https://'],
    [['--rpc', 'http://a', '--wallet', 'me'], '--wallet is no address'],
    [['--rpc', 'http://a', '--pools', '0'], '--pools is a whole number from 1 to 50'],
    [['--rpc', 'http://a', '--rps', '11'], '--rps is a whole number from 1 to 10'],
    [['--rpc', 'http://a', '--sol', '0.0'], '--sol is an amount of SOL above 0'],
    [['--rpc', 'http://a', '--venue', 'x'], `--venue is one of ${Object.keys(venues).join(', ')}`],
    [['--rcp', 'http://a'], "rehearse: Unknown option '--rcp'"],
  ])('%j is refused', (args, text) => {
    expect(() => readOptions(args)).toThrow(text)
  })
})
