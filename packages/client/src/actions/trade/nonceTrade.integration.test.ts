import { normalProvider, type Provider, sendTransaction } from '@tern/chain'
import type { SignedTransaction } from '@tern/core'
import { afterAll, describe, expect, it } from 'vitest'
import { openMarket, planOf, requestFor, sol } from '../../../test/market.ts'
import { lostNodes, tippedProvider } from '../../../test/tippedProvider.ts'
import type { Client } from '../../client.ts'
import { closeNonce, openNonce } from '../nonce/nonceAccount.ts'
import { readNonce } from '../nonce/readNonce.ts'
import { buy, planBuy } from './buy.ts'
import { compileByNonce } from './compileByNonce.ts'

const market = await openMarket()
const { clientFor, newWallet, lamportsOf, tokensOf, worldToken } = market
afterAll(market.close)

const providerOf = (name: string, minimumTip: bigint, over: Client | undefined) =>
  tippedProvider(newWallet, { name, minimumTip }, over)

async function isOnChain(client: Client, signature: string): Promise<boolean> {
  const name = signature as Parameters<typeof client.chain.rpc.getTransaction>[0]
  const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0, encoding: 'json' } as const
  return (await client.chain.rpc.getTransaction(name, config).send()) !== null
}

const lifetime = 'nonce' as const

describe('a trade that lives by a durable nonce', () => {
  it('goes out once for each provider with its min tip reached, and once without a tip; a single variant lands', async () => {
    const owner = await newWallet(5n * sol)
    const plain = clientFor(owner)
    const [cheap, dear, dearer] = await Promise.all([
      providerOf('cheap', 1_000n, undefined),
      providerOf('dear', 1_000_000n, plain),
      providerOf('dearer', 2_000_000n, plain),
    ])
    const nodesTook: SignedTransaction[] = []
    const providers = [lostNodes(nodesTook), cheap.provider, dear.provider, dearer.provider]
    const client = clientFor(owner, { providers })
    const before = await openNonce(plain)
    const token = worldToken()
    const planned = await planBuy(client, { ...requestFor(token, sol), bribeLamports: 1_000_000n, lifetime })
    const { quote } = planOf(planned)
    const receipt = await buy(client, planned)

    expect(receipt).toMatchObject({ status: 'confirmed', amountIn: sol, amountOut: quote.amountOut })
    expect(receipt.signature).toBe(dear.taken[0]?.signature)
    expect(await tokensOf(owner.address, token.mint)).toBe(quote.amountOut)
    expect(await lamportsOf(dear.tipAccount)).toBe(sol + 1_000_000n)
    expect(await lamportsOf(cheap.tipAccount)).toBe(sol)
    expect(dearer.taken).toEqual([])
    const after = await readNonce(client)
    expect(after?.nonce).not.toBe(before.nonce)

    // Send the lost transactions to the chain now: they come too late.
    const [left, without] = [cheap.taken[0], nodesTook[0]]
    for (const sibling of [left, without]) {
      if (sibling === undefined) expect.fail('not sent')
      await normalProvider(plain.chain)
        .send(sibling, { signal: AbortSignal.timeout(5_000) })
        .catch(() => undefined)
    }
    await new Promise(resolve => setTimeout(resolve, 1_000))
    expect(await isOnChain(plain, left?.signature ?? '')).toBe(false)
    expect(await tokensOf(owner.address, token.mint)).toBe(quote.amountOut)
  })

  it('with front-running protection goes only to providers that offer it', async () => {
    const owner = await newWallet(5n * sol)
    const plain = clientFor(owner)
    const [open, guard] = await Promise.all([providerOf('open', 1_000n, plain), providerOf('guard', 1_000n, plain)])
    const nodesTook: SignedTransaction[] = []
    const guarding: Provider = { ...guard.provider, frontRunningProtection: 'request' }
    const client = clientFor(owner, { providers: [lostNodes(nodesTook), open.provider, guarding] })
    await openNonce(plain)
    const request = {
      ...requestFor(worldToken(), sol / 10n),
      bribeLamports: 1_000n,
      frontRunningProtection: true,
      lifetime,
    }
    const planned = await planBuy(client, request)
    const messages = await compileByNonce(client, planOf(planned).plan)
    expect(messages.map(({ submission, isWithheld }) => [submission.providers[0]?.name, isWithheld])).toEqual([
      ['normal', true],
      ['open', true],
      ['guard', false],
    ])
    const receipt = await buy(client, planned)
    expect(receipt.signed.variants).toHaveLength(1)
    expect(receipt).toMatchObject({ status: 'confirmed', signature: guard.taken[0]?.signature })
    expect([open.taken, nodesTook]).toEqual([[], []])
  })

  it('is a single message without a tip', async () => {
    const owner = await newWallet(5n * sol)
    const client = clientFor(owner)
    await openNonce(client, { index: 2 })
    const token = worldToken()
    const planned = await planBuy(client, { ...requestFor(token, sol / 10n), lifetime, nonceIndex: 2 })
    const messages = await compileByNonce(client, planOf(planned).plan)
    expect(messages.map(({ tip, isWithheld }) => [tip, isWithheld])).toEqual([[undefined, false]])
    const receipt = await buy(client, planned)
    expect(receipt.status).toBe('confirmed')
    expect(receipt.signed.variants).toHaveLength(1)
    expect(receipt.signed.transaction.message.lifetime.kind).toBe('nonce')
  })

  it('can be compiled, signed and sent by the caller', async () => {
    const owner = await newWallet(5n * sol)
    const client = clientFor(owner)
    await openNonce(client)
    const token = worldToken()
    const { plan } = planOf(await planBuy(client, requestFor(token, sol / 10n)))
    const [only] = await compileByNonce(client, plan)
    if (only === undefined) expect.fail('no message')
    const [transaction] = await owner.signTransactions([only.message])
    if (transaction === undefined) expect.fail('not signed')
    const { status } = await sendTransaction(client.chain, transaction, { providers: only.submission.providers })
    expect(status).toBe('confirmed')
    expect(await tokensOf(owner.address, token.mint)).toBe(plan.quote.amountOut)
  })

  it('that fails on chain has still used the nonce, and has the reason', async () => {
    const owner = await newWallet(5n * sol)
    const client = clientFor(owner)
    const { nonce } = await openNonce(client)
    const token = worldToken()
    const planned = await planBuy(client, { ...requestFor(token, sol / 10n), slippageBps: 1, lifetime })
    const other = clientFor(await newWallet(20n * sol))
    await buy(other, await planBuy(other, requestFor(token, 5n * sol)))
    const receipt = await buy(client, planned)
    expect(receipt.status).toBe('failed')
    expect(receipt.error?.code).toBe('program/slippageExceeded')
    expect((await readNonce(client))?.nonce).not.toBe(nonce)
    expect(await tokensOf(owner.address, token.mint)).toBe(0n)
  })

  it('waits for an existing nonce account', async () => {
    const client = clientFor(await newWallet(5n * sol))
    const planned = await planBuy(client, { ...requestFor(worldToken(), sol / 10n), lifetime })
    await expect(buy(client, planned)).rejects.toThrow('Nonce account not ready')
    await openNonce(client)
    expect((await buy(client, planned)).status).toBe('confirmed')
    expect(await closeNonce(client)).toBeGreaterThan(0n)
  })
})
