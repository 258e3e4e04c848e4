import { jitoProvider } from '@tern/chain'
import {
  buy,
  type Client,
  closeNonce,
  createClient,
  openNonce,
  planBuy,
  planReclaimRent,
  planSell,
  reclaimRent,
  sell,
} from '@tern/client'
import { keyPairOwner, type Owner } from '@tern/core'
import { startPracticeChain, type WorldToken } from '@tern/practice-chain'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { readMessage, type TradeEffects } from '../src/firewall.ts'

const sol = 1_000_000_000n
const practice = await startPracticeChain({ slotMs: 100 })
const clients: Client[] = []
afterAll(async () => {
  for (const { chain } of clients) chain.close()
  await practice.close()
})

function clientFor(owner?: Owner): Client {
  const client = createClient({ rpc: practice.rpcUrl, ...(owner && { owner, feeWallet }) })
  clients.push(client)
  return client
}
const reader = clientFor()

async function lamportsOf(address: Owner['address']): Promise<bigint> {
  return (await reader.chain.readAccounts([address], { maxAgeMs: 0 })).get(address)?.lamports ?? 0n
}

async function newWallet(): Promise<Owner> {
  const keyPair = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair
  const owner = await keyPairOwner(keyPair)
  await reader.chain.rpc.requestAirdrop(owner.address, (5n * sol) as never, { commitment: 'confirmed' }).send()
  await vi.waitUntil(async () => (await lamportsOf(owner.address)) === 5n * sol, { timeout: 30_000 })
  return owner
}

async function tokensOf(owner: Owner, { mint }: WorldToken): Promise<bigint> {
  return (await reader.chain.readTokenAccounts(owner.address)).find(account => account.mint === mint)?.amount ?? 0n
}

const feeWallet = (await newWallet()).address
const requestFor = ({ mint, pool, protocol }: WorldToken, amountIn: bigint) => ({
  ...{ mint, pool: { protocol, address: pool }, amountIn, slippageBps: 100, priorityFeeLamports: 100_000n },
})

/** Signs only messages that the vault's firewall accepts, and records their effects in `counted`. */
function guarded(owner: Owner): { readonly owner: Owner; readonly counted: TradeEffects[] } {
  const counted: TradeEffects[] = []
  return {
    counted,
    owner: {
      address: owner.address,
      async signTransactions(messages) {
        for (const { bytes, terms } of messages) {
          const shown = { payees: [feeWallet], terms: terms ?? expect.fail('no terms') }
          const read = await readMessage(bytes, owner.address, shown)
          if (typeof read === 'string') expect.fail(read)
          counted.push(read)
        }
        return owner.signTransactions(messages)
      },
    },
  }
}

/** A tradable token of each protocol of the world. */
const tokens = [
  ...new Map(
    practice.world
      .filter(({ stage }) => stage !== 'graduated')
      .map((token): [string, WorldToken] => [token.protocol, token]),
  ).values(),
]

describe('the amount that the firewall counts for a trade', () => {
  it.each(tokens.map(token => [token.protocol, token] as const))(
    'is at least the amount that %s takes',
    async (_, token) => {
      const { owner, counted } = guarded(await newWallet())
      const client = clientFor(owner)
      const bought = await buy(client, await planBuy(client, requestFor(token, sol / 10n)))
      expect(bought.status).toBe('confirmed')
      const afterBuy = await lamportsOf(owner.address)
      expect(5n * sol - afterBuy).toBeGreaterThan(sol / 10n)
      expect(5n * sol - afterBuy).toBeLessThanOrEqual(counted[0]?.lamports ?? 0n)
      // The count exceeds the cost by rents at most, so amounts that nothing takes do not use up a limit.
      expect((counted[0]?.lamports ?? 0n) - (5n * sol - afterBuy)).toBeLessThan(sol / 50n)

      const amountIn = await tokensOf(owner, token)
      const planned = await planSell(client, requestFor(token, amountIn))
      expect((await sell(client, planned)).status).toBe('confirmed')
      const [, sale = expect.fail()] = counted
      expect(sale.asks).toBeUndefined()
      const lost = afterBuy - (await lamportsOf(owner.address))
      expect(lost).toBeLessThanOrEqual(sale.lamports - (planned.plan?.minimum ?? 0n))
    },
  )

  it('is no less for a trade by nonce, and for opening and closing the nonce account', async () => {
    const { owner, counted } = guarded(await newWallet())
    const plain = clientFor(owner)
    const client = { ...plain, providers: [...plain.providers, jitoProvider()] }
    await openNonce(client, { budget: { unitLimit: 20_000, priorityFeeLamports: 1_000n } })
    const before = await lamportsOf(owner.address)
    expect(5n * sol - before).toBeLessThanOrEqual(counted[0]?.lamports ?? 0n)
    counted.length = 0
    const request = {
      ...requestFor(tokens[0] ?? expect.fail(), sol / 10n),
      bribeLamports: 10_000n,
      lifetime: 'nonce' as const,
    }
    expect((await buy(client, await planBuy(client, request))).status).toBe('confirmed')
    const spent = before - (await lamportsOf(owner.address))
    expect(counted.length).toBeGreaterThan(0)
    expect(counted.some(({ lamports }) => spent <= lamports)).toBe(true)
    await closeNonce(client)
  })

  it('is the network’s fee for closing empty accounts', async () => {
    const { owner, counted } = guarded(await newWallet())
    const client = clientFor(owner)
    const token = tokens[0] ?? expect.fail()
    await buy(client, await planBuy(client, requestFor(token, sol / 10n)))
    const amountIn = await tokensOf(owner, token)
    await sell(client, await planSell(client, requestFor(token, amountIn)))
    counted.length = 0
    await expect.poll(async () => (await planReclaimRent(client)).accounts.length).toBe(1)
    await reclaimRent(client, await planReclaimRent(client))
    expect(counted).toMatchObject([{ lamports: 5_000n, closes: [expect.any(String)] }])
  })
})
