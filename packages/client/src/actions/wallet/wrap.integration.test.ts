import { ownWrappedAccount, temporaryAccount } from '@tern/chain/internal'
import {
  type Address,
  associatedTokenAddress,
  keyPairOwner,
  rentExemption,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import { afterAll, describe, expect, it } from 'vitest'
import { openMarket, requestFor, sol } from '../../../test/market.ts'
import { land } from '../../../test/ownPools.ts'
import type { Client } from '../../client.ts'
import { execute } from '../plan/execute.ts'
import type { Planned } from '../plan/plan.ts'
import { buy, planBuy } from '../trade/buy.ts'
import { planReclaimRent } from './planReclaimRent.ts'
import { planUnwrap } from './planUnwrap.ts'
import { planWrap } from './planWrap.ts'
import { reclaimRent } from './reclaimRent.ts'

const market = await openMarket()
afterAll(market.close)

const texts = ({ reasons }: Planned) => reasons.map(({ text }) => text)

async function done(client: Client, planned: Planned) {
  expect(texts(planned)).toEqual([])
  const { steps } = await execute(client, planned)
  expect(steps.map(({ status, error }) => error?.message ?? status)).toEqual(['confirmed'])
}

/** A wallet whose key the tests may use, with SOL. */
async function walletOf(name: string) {
  const key = await deriveKey('a test of wrapping', name)
  const funder = await market.newWallet(3n * sol)
  await market.pay(funder, key.address, 2n * sol)
  return { key, owner: key.address, client: market.clientFor(await keyPairOwner(key.keyPair)) }
}

describe('wrapped SOL', () => {
  it('is wrapped and unwrapped, to the lamport', async () => {
    const owner = await market.newWallet(3n * sol)
    const client = market.clientFor(owner)
    const planned = await planWrap(client, { amount: sol })
    expect(planned.reasons).toEqual([])
    await done(client, planned)
    const account = await associatedTokenAddress(owner.address, wrappedNativeMint, tokenProgram)
    expect(await market.tokensOf(owner.address, wrappedNativeMint)).toBe(sol)
    expect(await market.lamportsOf(owner.address)).toBe(2n * sol - rentExemption(165) - 5_000n)
    const [found] = await client.chain.readTokenAccounts(owner.address)
    expect(found).toMatchObject({
      ...{ address: account, isNative: true, isAssociated: true, state: 'initialized' },
      ...{ amount: sol, lamports: sol + rentExemption(165), account: { owner: tokenProgram } },
    })
    const back = await planUnwrap(client)
    expect(back.quote).toEqual({ account, lamports: sol + rentExemption(165) })
    await done(client, back)
    expect(await market.lamportsOf(owner.address)).toBe(3n * sol - 10_000n)
    expect(texts(await planWrap(client, { amount: 3n * sol }))).toEqual([
      'Not enough SOL for the amount, the rents and the fees',
    ])
    expect(texts(await planWrap(client, { amount: 0n }))).toEqual(['amount must greater than zero'])
  })

  it('opens its account at the rent that the chain asks for', async () => {
    const { chain, ...client } = market.clientFor(await market.newWallet(3n * sol))
    const readRent = async (bytes: number) => (128n + BigInt(bytes)) * 5_080n
    const { plan } = await planWrap({ ...client, chain: { ...chain, readRent } }, { amount: sol })
    expect(plan?.opens.map(({ lamports }) => lamports)).toEqual([1_488_440n])
  })

  it('is added to an account that exists, without a further rent', async () => {
    const { client, owner } = await walletOf('twice')
    await done(client, await planWrap(client, { amount: sol / 10n }))
    const again = await planWrap(client, { amount: sol / 10n })
    expect(again.plan?.opens).toEqual([])
    await done(client, again)
    expect(await market.tokensOf(owner, wrappedNativeMint)).toBe(sol / 5n)
  })

  it('is unwrapped from any account of the wallet, for example one that a stopped action left', async () => {
    const { key, client, owner } = await walletOf('stray')
    const stray = await temporaryAccount(owner, sol / 4n, 'a seed of a stopped action')
    await land(client, [key], stray.opens)
    const own = await associatedTokenAddress(owner, wrappedNativeMint, tokenProgram)
    expect(await client.chain.readTokenAccounts(owner)).toMatchObject([
      { address: stray.address, isNative: true, isAssociated: false, amount: sol / 4n + 10n },
    ])
    expect(texts(await planUnwrap(client))).toEqual(['input token account not found'])
    const before = await market.lamportsOf(owner)
    const planned = await planUnwrap(client, { account: stray.address })
    const lamports = sol / 4n + 10n + rentExemption(165)
    expect(planned.quote).toEqual({ account: stray.address, lamports })
    await done(client, planned)
    expect((await market.lamportsOf(owner)) - before).toBe(lamports - 5_000n)
    expect(await market.read(stray.address)).toBeNull()
    expect(await market.read(own)).toBeNull()
  })

  it('is not unwrapped from another wallet’s account, from another token’s, or from an account that is no token account', async () => {
    const [mine, other] = [await walletOf('mine'), await walletOf('other')]
    await done(other.client, await planWrap(other.client, { amount: sol / 10n }))
    const foreign = await associatedTokenAddress(other.owner, wrappedNativeMint, tokenProgram)
    const token = market.worldToken(({ stage, program }) => stage === 'pool' && program === tokenProgram)
    expect((await buy(mine.client, await planBuy(mine.client, requestFor(token, sol / 10n)))).status).toBe('confirmed')
    const bought = await associatedTokenAddress(mine.owner, token.mint, tokenProgram)
    const unwrap = async (account: Address) => texts(await planUnwrap(mine.client, { account }))
    expect(await unwrap(foreign)).toEqual(['create ata check error'])
    expect(await unwrap(bought)).toEqual(['create ata check error'])
    expect(await unwrap(mine.owner)).toEqual(['TokenInvalidAccountOwnerError'])
    expect(await unwrap('no address' as Address)).toEqual(['invalid public key'])
  })
})

describe('the token accounts of a wallet', () => {
  it('are listed with their rent and as the chain stores them, and an empty one is closed for its rent', async () => {
    const { key, client, owner } = await walletOf('lists')
    const { opens, address } = await ownWrappedAccount(owner, 0n, 'kept')
    await land(client, [key], opens)
    const [account = expect.fail()] = await client.chain.readTokenAccounts(owner)
    expect(account).toMatchObject({ address, mint: wrappedNativeMint, owner, amount: 0n, state: 'initialized' })
    expect([account.lamports, account.account.owner]).toEqual([rentExemption(165), tokenProgram])
    expect(account.account).toEqual({ ...(await market.read(address)), slot: account.account.slot })
    // The fee leaves before the rent comes back, and the rent of an empty account must stay.
    const required = 5_000n + rentExemption(0)
    await market.leave(await keyPairOwner(key.keyPair), required - 1n)
    const poor = await planReclaimRent(client)
    expect(poor.reasons.map(({ error }) => [error.message, error.facts])).toEqual([
      ['No enough SOL to pay the network fee', { balance: required - 1n, required }],
    ])
    await market.pay(await market.newWallet(sol), owner, 1n)
    const planned = await planReclaimRent(client)
    expect(planned.lamports).toBe(rentExemption(165))
    expect(await reclaimRent(client, planned)).toMatchObject({ status: 'confirmed' })
    expect(await market.lamportsOf(owner)).toBe(rentExemption(0) + rentExemption(165))
    expect(await client.chain.readTokenAccounts(owner)).toEqual([])
  })
})
