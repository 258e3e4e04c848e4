import {
  compileMessage,
  computeBudgetInstructions,
  type Provider,
  sendTransaction,
  type Tip,
  transactionSize,
} from '@tern/chain'
import {
  type AccountSnapshot,
  type Address,
  assembleTransaction,
  nativeToken,
  type Owner,
  systemProgram,
  wrappedNativeMint,
} from '@tern/core'
import { recentBlockhashesSysvar } from '@tern/core/internal'
import type { WorldToken } from '@tern/practice-chain'
import { type Deed, deriveKey, worldVenueOf } from '@tern/practice-chain/internal/makers'
import { loadVenue, type Pool } from '@tern/venues'
import { evidence } from '@tern/venues/internal/evidence'
import { decodePoolState } from '@tern/venues/pumpAmm'
import { poolLayout, poolSize } from '@tern/venues/pumpAmm/internal'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addressOf, openMarket, planOf, priorityFeeLamports, sol, texts } from '../../../test/market.ts'
import { withPools } from '../../../test/withPools.ts'
import type { PoolName } from '../../client.ts'
import { planMessage } from '../plan/planMessage.ts'
import { buy, planBuy } from './buy.ts'
import { planSell } from './sell.ts'
import type { Trade, TradeRequest } from './trade.ts'
import { openTemporary } from './tradeContext.ts'
import { fitted } from './tradeMessage.ts'

const market = await openMarket()
const { clientFor, newWallet, practice } = market
afterAll(market.close)
const client = clientFor(undefined)
const mover = await deriveKey('a test', 'mover')

/** A token of the world, and the pool to trade it in. */
interface Case {
  readonly token: WorldToken
  readonly pool: PoolName
}

let cases: readonly Case[] = []
beforeAll(async () => {
  await client.chain.rpc.requestAirdrop(mover.address, (10n * sol) as never, { commitment: 'confirmed' }).send()
  await vi.waitUntil(async () => (await market.lamportsOf(mover.address)) === 10n * sol, { timeout: 30_000 })
  cases = await casesOf()
}, 60_000)

/** Lists a token for each venue of the world, and for each venue that curves move to. */
async function casesOf(): Promise<readonly Case[]> {
  const cases = new Map<string, Case>()
  for (const token of practice.world) {
    const { protocol, pool: address, stage } = token
    const key = `${protocol} ${stage === 'graduated' ? 'pool' : ''}`
    if (cases.has(key)) continue
    const pool = stage === 'graduated' ? await graduate(token) : { protocol, address }
    if (pool !== undefined) cases.set(key, { token, pool })
  }
  return [...cases.values()]
}

/** Moves a complete curve to its pool, like the launchpads' own movers. */
async function graduate({ mint, program, pool, protocol }: WorldToken): Promise<PoolName | undefined> {
  const read = (addresses: Parameters<typeof client.chain.readAccounts>[0]) =>
    client.chain.readAccounts(addresses, { maxAgeMs: 0 })
  const deeds = await worldVenueOf(protocol)?.curves?.migrate(
    { mint, program, pool },
    { seed: practice.seed, mover, read },
  )
  for (const deed of deeds ?? []) await land(deed)
  const curve = await client.chain.read(await loadVenue(protocol), pool, { mint, maxAgeMs: 0 })
  return curve.graduation?.()
}

async function land({ signers, unitLimit, instructions }: Deed) {
  const message = compileMessage({
    feePayer: signers[0].address,
    lifetime: await client.chain.readBlockhash(),
    instructions: [...computeBudgetInstructions({ unitLimit, priorityFeeLamports: 0n }), ...instructions],
  })
  const signatures = message.signers.map(async address => {
    const key = signers.find(one => one.address === address) ?? expect.fail('nobody signs')
    return new Uint8Array(await crypto.subtle.sign('Ed25519', key.keyPair.privateKey, Uint8Array.from(message.bytes)))
  })
  const transaction = assembleTransaction(message, await Promise.all(signatures))
  expect((await sendTransaction(client.chain, transaction, { providers: client.providers })).status).toBe('confirmed')
}

/** The first instruction of a message with a nonce. */
const advanceNonce = ({ address }: Owner) => ({
  programAddress: systemProgram,
  accounts: [
    { address: addressOf(7), role: 1 },
    { address: recentBlockhashesSysvar, role: 0 },
    { address, role: 2 },
  ],
  data: Uint8Array.of(4, 0, 0, 0),
})

const lifetime = { kind: 'blockhash', blockhash: addressOf(9), lastValidBlockHeight: 1n } as const

const plainTip = { provider: 'any', to: addressOf(8), lamports: 1_000n }
/** Names another account, for front-running protection. */
const protectedTip = { ...plainTip, frontRunningAccount: addressOf(10) }

/** Describes the transaction's size in bytes, with Tern’s fee and a tip, and the changes that made it fit. */
async function measure(
  owner: Owner,
  plan: Trade,
  kind: 'blockhash' | 'nonce',
  tip: Tip,
  table: Address | undefined,
): Promise<string> {
  const temporary = await openTemporary(plan.pool, {
    owner: owner.address,
    amount: plan.side === 'buy' ? plan.amount : 0n,
  })
  const whole = { ...plan, temporary, lookupTable: undefined, tip }
  const before = kind === 'nonce' ? [advanceNonce(owner)] : []
  const trading = clientFor(owner, table === undefined ? {} : { lookupTable: table })
  const { trade: short, message, fits } = await fitted(trading, whole, before)
  if (!fits) return 'too long'
  const instructions = [...before, ...message.instructions]
  const bytes = transactionSize(planMessage(owner.address, { ...message, instructions }, lifetime))
  expect(bytes).toBeLessThanOrEqual(1_230)
  return `${bytes}${short.lookupTable === undefined ? '' : 't'}${short.temporary?.kind === 'own' ? 'w' : ''}`
}

/** Opens the pool with a changed account. */
async function changed({ protocol, address }: Pool, change: (data: Uint8Array) => Uint8Array): Promise<Pool> {
  const venue = await loadVenue(protocol)
  const read = new Map<Address, AccountSnapshot | null>()
  for (;;) {
    const wanted = (await venue.accountsToRead(address, read)).filter(one => !read.has(one))
    if (wanted.length === 0) return venue.open(address, read)
    for (const [one, found] of await client.chain.readAccounts(wanted))
      read.set(one, one === address && found ? { ...found, data: change(found.data) } : found)
  }
}

/** A coin with cashback, in a pool that is older than the field for it. */
const withCashback = (pool: Pool) =>
  changed(pool, data => poolLayout.encode({ ...decodePoolState(data), is_cashback_coin: true }).slice(0, poolSize - 2))

/** The same for a wallet that has traded only on curves: a sale opens its volume accumulator. */
async function withFirstCashback(of: Pool): Promise<Pool> {
  const pool = await withCashback(of)
  return {
    ...pool,
    async swap(quote, limit, parties) {
      const opens = await pool.opens(quote.tokenIn, parties, new Map())
      return pool.swap(quote, limit, { ...parties, missing: new Set(opens.map(({ address }) => address)) })
    },
  }
}

/** A trade with a referral that gets a share. */
const referred = (pool: Pool): Pool => ({
  ...pool,
  swap: (quote, limit, parties) =>
    pool.swap({ ...quote, request: { ...quote.request, referralPpm: 1_000n } }, limit, {
      ...parties,
      referral: addressOf(11),
    }),
})

/** A swap of a token with a transfer hook. The hook gets two accounts of its own besides its account list. */
const hooked = (pool: Pool): Pool => ({
  ...pool,
  async swap(...given) {
    const [swap] = await pool.swap(...given)
    if (swap === undefined) expect.fail('no swap')
    const more = Array.from({ length: 4 }, (_, i) => ({ address: addressOf(200 + i), role: 0 }))
    const slices = [1, 0, 0, 0, 0, more.length]
    const data = Uint8Array.of(...(swap.data ?? []), ...slices)
    return [{ ...swap, accounts: [...(swap.accounts ?? []), ...more], data }]
  },
})

/** A swap that crosses the max: the bitmap’s extension and seven tick arrays. */
function crossing(pool: Pool): Pool {
  const furthest = 1 + 7
  return {
    ...pool,
    async swap(...given) {
      const [swap] = await pool.swap(...given)
      if (swap === undefined) expect.fail('no swap')
      const named = (swap.accounts ?? []).slice(0, swapAccounts)
      const ahead = Array.from({ length: furthest }, (_, i) => ({ address: addressOf(200 + i), role: 1 }))
      return [{ ...swap, accounts: [...named, ...ahead] }]
    },
  }
}
/** Accounts of `swap_v2`, without the remaining accounts. */
const swapAccounts = 13

it('a trade on every venue fits into a message, with first buys and tips, by blockhash or nonce', {
  timeout: 120_000,
}, async () => {
  expect(nativeToken.mint).toBe(wrappedNativeMint)
  const table = practice.lookupTable
  console.log(
    'bytes of at most 1230; t: with the lookup table, w: by way of the wallet’s own wrapped account; plain / protected',
  )
  const tooLong: string[] = []
  const protocols = new Set<string>()
  for (const { token, pool } of cases) {
    protocols.add(pool.protocol)
    const owner = await newWallet(10n * sol)
    const own = clientFor(owner, table === undefined ? {} : { lookupTable: table })
    const request = { mint: token.mint, pool, amountIn: sol / 10n, slippageBps: 500, priorityFeeLamports }
    const planned = await planBuy(own, request)
    const { plan } = planOf(planned)
    const { status, amountOut = 0n } = await buy(own, planned)
    expect(status).toBe('confirmed')
    const sale = planOf(await planSell(own, { ...request, amountIn: amountOut })).plan
    const show = async (
      name: string,
      lookupTable: Address | undefined,
      change?: (pool: Pool) => Pool | Promise<Pool>,
    ) => {
      const row: string[] = []
      for (const one of [plan, sale])
        for (const kind of ['blockhash', 'nonce'] as const) {
          const changed = change === undefined ? one : { ...one, pool: await change(one.pool) }
          const sizes: string[] = []
          for (const tip of [plainTip, protectedTip]) {
            const size = await measure(owner, changed, kind, tip, lookupTable)
            sizes.push(size)
            const protection = tip === protectedTip ? ', protected' : ''
            if (size === 'too long') tooLong.push(`${name}: ${one.side} by ${kind}${protection}`)
          }
          row.push(`${kind} ${sizes.join(' / ').padEnd(19)}`)
        }
      console.log(`${name.padEnd(33)} buy ${row.slice(0, 2).join(' ')}  sell ${row.slice(2).join(' ')}`)
    }
    await show(pool.protocol, table)
    if (pool.protocol === 'raydium_clmm') {
      await show('raydium_clmm, all arrays', table, crossing)
      await show('raydium_clmm, no table', undefined, crossing)
    }
    if (pool.protocol === 'raydium_launchlab') await show('raydium_launchlab, referral', undefined, referred)
    if (pool.protocol === 'meteora_dbc') await show('meteora_dbc, hook', undefined, hooked)
    if (pool.protocol !== 'pumpamm') continue
    await show('pumpamm, cashback', table, withCashback)
    await show('pumpamm, first cashback', table, withFirstCashback)
    await show('pumpamm, no table', undefined)
    await show('pumpamm, cashback, no table', undefined, withCashback)
    await show('pumpamm, first cashback, no table', undefined, withFirstCashback)
  }
  expect([...protocols].sort()).toEqual(Object.keys(evidence).sort())
  // With the table, every trade fits. The plan reports each of these before the signing.
  expect(tooLong).toEqual([
    'raydium_clmm, no table: buy by nonce, protected',
    'pumpamm, no table: buy by nonce',
    'pumpamm, no table: buy by nonce, protected',
    'pumpamm, cashback, no table: buy by blockhash, protected',
    'pumpamm, cashback, no table: buy by nonce',
    'pumpamm, cashback, no table: buy by nonce, protected',
    'pumpamm, cashback, no table: sell by nonce, protected',
    'pumpamm, first cashback, no table: buy by blockhash, protected',
    'pumpamm, first cashback, no table: buy by nonce',
    'pumpamm, first cashback, no table: buy by nonce, protected',
    'pumpamm, first cashback, no table: sell by nonce',
    'pumpamm, first cashback, no table: sell by nonce, protected',
  ])
})

const tipping: Provider = {
  name: 'any',
  minimumTip: 1_000n,
  tipAccounts: [addressOf(8)],
  frontRunningAccount: addressOf(10),
  send: () => Promise.reject(new TypeError('nothing is sent')),
}
const pumpAmmCase = () => cases.find(({ pool }) => pool.protocol === 'pumpamm') ?? expect.fail('no such pool')
const needsTable = 'item ins too big: this trade needs a lookup table (LOOKUP_TABLE)'

it('a trade that cannot fit reports it before signing, with the remedy', async () => {
  const { token, pool } = pumpAmmCase()
  const owner = await newWallet(10n * sol)
  const request = {
    ...{ mint: token.mint, pool, amountIn: sol / 10n, slippageBps: 500, priorityFeeLamports },
    ...{ provider: 'any', lifetime: 'nonce' as const },
  }
  const reasons = async (lookupTable: Address | undefined, wish: TradeRequest = request) =>
    texts(await planBuy(clientFor(owner, { providers: [tipping], ...(lookupTable && { lookupTable }) }), wish))
  for (const frontRunningProtection of [false, true]) {
    expect(await reasons(undefined, { ...request, frontRunningProtection })).toEqual([needsTable])
    expect(await reasons(practice.lookupTable, { ...request, frontRunningProtection })).toEqual([])
    const lifetime = 'blockhash'
    expect(await reasons(undefined, { ...request, frontRunningProtection, lifetime })).toEqual([])
  }

  // The opening of an existing token account can be left out.
  const { lifetime: _, provider: __, ...plain } = request
  expect((await buy(clientFor(owner), await planBuy(clientFor(owner), plain))).status).toBe('confirmed')
  expect(await reasons(undefined)).toEqual([])
})

it('a trade that is too long only because of its front-running protection reports that too', async () => {
  const { token, pool } = pumpAmmCase()
  const owner = await newWallet(10n * sol)
  const request = { mint: token.mint, pool, amountIn: sol / 10n, slippageBps: 500, priorityFeeLamports }
  const reasons = async (frontRunningProtection: boolean, lookupTable?: Address) => {
    const trading = clientFor(owner, { providers: [tipping], ...(lookupTable && { lookupTable }) })
    return texts(await planBuy(withPools(trading, withCashback), { ...request, frontRunningProtection }))
  }
  expect(await reasons(true)).toEqual([`${needsTable}, or no MEV protection`])
  expect(await reasons(false)).toEqual([])
  expect(await reasons(true, practice.lookupTable)).toEqual([])
})
