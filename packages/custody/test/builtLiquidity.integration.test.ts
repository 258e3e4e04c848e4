import {
  buy,
  type Client,
  createClient,
  execute,
  planBuy,
  planCreatePool,
  planDeposit,
  planUnwrap,
  planWithdrawLiquidity,
  planWrap,
} from '@tern/client'
import { keyPairOwner, type Message, type Owner, wrappedNativeMint } from '@tern/core'
import { startPracticeChain } from '@tern/practice-chain'
import { configAddress } from '@tern/venues/raydiumCpmm'
import { afterAll, expect, it, vi } from 'vitest'
import { readMessage, type TradeEffects } from '../src/firewall.ts'

const sol = 1_000_000_000n
const practice = await startPracticeChain({ slotMs: 100 })
const clients: Client[] = []
afterAll(async () => {
  for (const { chain } of clients) chain.close()
  await practice.close()
})

/** A wallet that signs only messages that the firewall accepts with their terms. It records the effects in `read`. */
async function guarded() {
  const keyPair = await keyPairOwner(
    (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair,
  )
  const read: TradeEffects[] = []
  const owner: Owner = {
    address: keyPair.address,
    async signTransactions(messages: readonly Message[], cosigners) {
      for (const { bytes, terms } of messages) {
        const effects = await readMessage(bytes, keyPair.address, { terms: terms ?? expect.fail('no terms') })
        read.push(typeof effects === 'string' ? expect.fail(effects) : effects)
      }
      return keyPair.signTransactions(messages, cosigners)
    },
  }
  const client = createClient({ rpc: practice.rpcUrl, owner })
  clients.push(client)
  await client.chain.rpc.requestAirdrop(owner.address, (20n * sol) as never, { commitment: 'confirmed' }).send()
  const held = () => client.chain.readAccounts([owner.address], { maxAgeMs: 0 })
  await vi.waitUntil(async () => (await held()).get(owner.address)?.lamports === 20n * sol, { timeout: 30_000 })
  return { client, read }
}

const pools = practice.world.filter(({ protocol }) => protocol === 'raydium_cpmm')
const [first = expect.fail(), second = expect.fail()] = pools
const common = { slippageBps: 100, priorityFeeLamports: 1_003n }

async function bought(client: Client, ...tokens: readonly (typeof first)[]) {
  for (const { mint, pool, protocol } of tokens) {
    const planned = await planBuy(client, { mint, pool: { protocol, address: pool }, amountIn: sol, ...common })
    expect((await buy(client, planned)).status).toBe('confirmed')
  }
}

/** Executes a plan, and returns the effects that the firewall read in its messages. */
async function done(client: Client, read: TradeEffects[], planned: Parameters<typeof execute>[1]) {
  expect(planned.reasons).toEqual([])
  read.splice(0)
  const { steps } = await execute(client, planned)
  expect(steps.map(({ status }) => status)).toEqual(steps.map(() => 'confirmed'))
  return read.splice(0)
}

it.each([undefined, true] as const)(
  'the firewall reads deposits and withdrawals as they are built, in steps: %s',
  async inSteps => {
    const { client, read } = await guarded()
    await bought(client, first)
    const pool = { protocol: first.protocol, address: first.pool }
    const settings = { pool, ...common, ...(inSteps && { inSteps }) }
    const deposit = await planDeposit(client, { ...settings, mint: wrappedNativeMint, amount: sol / 10n })
    const deposited = await done(client, read, deposit)
    expect(deposited).toHaveLength(inSteps ? 2 : 1)
    expect(deposited.at(-1)).toMatchObject({ asks: 'placement', placements: [{ kind: 'place', account: first.pool }] })
    const withdrawal = await planWithdrawLiquidity(client, { ...settings, lpAmount: 'all' })
    const withdrawn = await done(client, read, withdrawal)
    expect(withdrawn.at(-1)).toMatchObject({ placements: [{ kind: 'withdraw', account: first.pool }] })
    expect(withdrawn.every(({ asks }) => asks === undefined)).toBe(true)
  },
)

it('the firewall reads a new pool as it is built', async () => {
  const { client, read } = await guarded()
  await bought(client, first, second)
  const tokens = [
    { mint: first.mint, amount: 1_000_000n },
    { mint: second.mint, amount: 1_000_000n },
  ] as const
  const config = await configAddress(0)
  const planned = await planCreatePool(client, { protocol: 'raydium_cpmm', config, tokens, ...common })
  const [created] = await done(client, read, planned)
  expect(created).toMatchObject({
    asks: 'placement',
    programFeeLamports: 150_000_000n,
    placements: [{ kind: 'create' }],
  })
})

it('the firewall reads wrapping and unwrapping as they are built', async () => {
  const { client, read } = await guarded()
  const [wrapped] = await done(client, read, await planWrap(client, { amount: sol, priorityFeeLamports: 1_003n }))
  expect(wrapped?.rentLamports).toBeGreaterThanOrEqual(sol)
  const [unwrapped] = await done(client, read, await planUnwrap(client, { priorityFeeLamports: 1_003n }))
  expect(unwrapped?.closes).toHaveLength(1)
})
