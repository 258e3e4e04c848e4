import { compileMessage, computeBudgetInstructions, sendTransaction, transactionSize } from '@tern/chain'
import {
  assembleTransaction,
  nativeToken,
  type Owner,
  recentBlockhashesSysvar,
  systemProgram,
  wrappedNativeMint,
} from '@tern/core'
import type { WorldToken } from '@tern/practice-chain'
import { type Deed, deriveKey, worldVenueOf } from '@tern/practice-chain/makers'
import { loadVenue } from '@tern/venues/load'
import { afterAll, expect, it } from 'vitest'
import { addressOf, openMarket, planOf, priorityFeeLamports, sol } from '../../../test/market.ts'
import type { PoolName } from '../../client.ts'
import { buy, planBuy } from './buy.ts'
import { planSell } from './sell.ts'
import type { TradePlan } from './trade.ts'
import { compileTrade, fitted, instructionsOf } from './tradeMessage.ts'

const market = await openMarket()
const { clientFor, newWallet, practice } = market
afterAll(market.close)
const client = clientFor(undefined)
const mover = await deriveKey('a test', 'mover')

/** What is to be traded: a token of the world, and where. */
interface Case {
  readonly token: WorldToken
  readonly pool: PoolName
}

/** One token of each venue that the world has, and one of each that curves move to. */
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

/** Moves a complete curve to its pool, as the makers do. */
async function graduate({ mint, program, pool, protocol }: WorldToken): Promise<PoolName | undefined> {
  const read = (addresses: Parameters<typeof client.chain.readAccounts>[0]) =>
    client.chain.readAccounts(addresses, { maxAgeMs: 0 })
  const deeds = await worldVenueOf(protocol)?.curves?.migrate(
    { mint, program, pool },
    { seed: practice.seed, mover, read },
  )
  for (const deed of deeds ?? []) await land(deed)
  const curve = await client.chain.readPool(await loadVenue(protocol), pool, { mint, maxAgeMs: 0 })
  const to = await curve.graduation?.()
  return to?.protocol === 'raydiumammv4' || to?.protocol === 'meteora_damm_v1'
    ? undefined
    : to && { ...to, protocol: to.protocol }
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

/** What a message that lives by a nonce begins with. */
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

/** Bytes of the whole transaction, with Tern’s fee and a tip in it, and by what it was made to fit. */
async function measure(owner: Owner, plan: TradePlan, kind: 'blockhash' | 'nonce') {
  const tipped = { ...plan, tip: { provider: 'any', to: addressOf(8), lamports: 1_000n } }
  const before = kind === 'nonce' ? [advanceNonce(owner)] : []
  const trading = clientFor(owner, practice.lookupTable === undefined ? {} : { lookupTable: practice.lookupTable })
  const short = await fitted(trading, tipped, before)
  const bytes = transactionSize(compileTrade(short, [...before, ...(await instructionsOf(short))], lifetime))
  const how = `${short.lookupTable === undefined ? '' : 't'}${short.temporary?.kind === 'own' ? 'w' : ''}`
  expect(bytes).toBeLessThanOrEqual(1_230)
  return `${kind} ${`${bytes}${how}`.padEnd(7)}`
}

it('a trade on every venue fits into one message, first buys and tips in it, by a blockhash or a nonce', {
  timeout: 120_000,
}, async () => {
  await client.chain.rpc.requestAirdrop(mover.address, (10n * sol) as never, { commitment: 'confirmed' }).send()
  await expect.poll(() => market.lamportsOf(mover.address), { timeout: 30_000 }).toBe(10n * sol)
  expect(nativeToken.mint).toBe(wrappedNativeMint)
  console.log('bytes of at most 1230; t: with the lookup table, w: by way of the wallet’s own wrapped account')
  for (const { token, pool } of await casesOf()) {
    const owner = await newWallet(10n * sol)
    const own = clientFor(owner, practice.lookupTable === undefined ? {} : { lookupTable: practice.lookupTable })
    const request = { mint: token.mint, pool, amountIn: sol / 10n, slippageBps: 500, priorityFeeLamports }
    const planned = await planBuy(own, request)
    const { plan } = planOf(planned)
    const row = [await measure(owner, plan, 'blockhash'), await measure(owner, plan, 'nonce')]
    const { status, amountOut = 0n } = await buy(own, planned)
    expect(status).toBe('confirmed')
    const sale = planOf(await planSell(own, { ...request, amountIn: amountOut })).plan
    row.push(await measure(owner, sale, 'blockhash'), await measure(owner, sale, 'nonce'))
    console.log(`${pool.protocol.padEnd(18)} buy ${row.slice(0, 2).join(' ')}  sell ${row.slice(2).join(' ')}`)
  }
})
