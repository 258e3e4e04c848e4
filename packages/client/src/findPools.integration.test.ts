import { keyPairOwner, tokenProgram, usdcMint, wrappedNativeMint } from '@tern/core'
import { deriveKey, worldVenueOf } from '@tern/practice-chain/internal/makers'
import { candidatePools } from '@tern/venues/internal/finder'
import { afterAll, describe, expect, it } from 'vitest'
import { openMarket, requestFor, sol } from '../test/market.ts'
import { land, openCpmmPool, openWorthlessPool, recordTokens } from '../test/ownPools.ts'
import { buy, planBuy } from './actions/trade/buy.ts'
import { findPools } from './findPools.ts'

const holder = await deriveKey('a test', 'holder')
const [fresh, priced] = [(await deriveKey('a test', 'fresh')).address, (await deriveKey('a test', 'priced')).address]
const market = await openMarket({ snapshotsDir: await recordTokens([fresh, priced, usdcMint], holder.address) })
afterAll(market.close)
const owner = await keyPairOwner(holder.keyPair)
const client = market.clientFor(owner)

const namesOf = async (mint: typeof fresh) =>
  (await findPools(client, mint)).map(({ pool }) => [pool.protocol, pool.address])
const isDerived = async (mint: typeof fresh, pool: string) =>
  (await candidatePools(mint)).some(({ address }) => address === pool)
const side = (mint: typeof fresh, amount: bigint) => ({ mint, program: tokenProgram, amount })

describe('a pool whose address does not derive from the mint', () => {
  it('is found by its vault on the curve of an unknown launchpad, as soon as it is launched', async () => {
    const mint = await deriveKey('a test', 'launched')
    const dbc = worldVenueOf('meteora_dbc')?.curves ?? expect.fail('no launchpad')
    const launched = await dbc.launch({
      seed: 'tern',
      mint,
      launcher: holder,
      name: 'Nobody’s',
      symbol: 'NOBODY',
      chance: 0,
    })
    await land(client, launched.signers, launched.instructions)
    const pool = await dbc.poolOf(mint.address)
    expect(await isDerived(mint.address, pool)).toBe(false)
    expect(await namesOf(mint.address)).toEqual([['meteora_dbc', pool]])
  })

  it.each([
    ['meteora_dbc', 'curve'],
    ['raydiumammv4', 'pool'],
  ] as const)('is found by its vault’s last trade, and traded without being named: %s', async (protocol, stage) => {
    const token = market.worldToken(one => one.protocol === protocol && one.stage === stage)
    const request = requestFor(token, sol / 100n)
    expect(await isDerived(token.mint, token.pool)).toBe(false)
    // The pool is part of the initial world: no transaction names it yet.
    expect(await namesOf(token.mint)).toEqual([])
    expect((await buy(client, await planBuy(client, request))).status).toBe('confirmed')
    const { pool: _, ...unnamed } = request
    const planned = await planBuy(client, unnamed)
    expect(planned.plan?.pool.address).toBe(token.pool)
  })

  it('is found on CP-Swap at an address of its own', async () => {
    const at = await deriveKey('a test', 'somewhere')
    const sides = [side(fresh, 10n ** 14n), side(wrappedNativeMint, sol)] as const
    const pool = await openCpmmPool(client, holder, { sides, at })
    expect(await isDerived(fresh, pool)).toBe(false)
    expect(await namesOf(fresh)).toEqual([['raydium_cpmm', pool]])
    // It opens in the next second.
    await expect.poll(async () => (await findPools(client, fresh))[0]?.depth ?? 0n).toBeGreaterThan((sol * 9n) / 10n)
  })

  it('is found if the derived pool is not against SOL', async () => {
    const derived = await openCpmmPool(client, holder, { sides: [side(priced, 10n ** 12n), side(usdcMint, 10n ** 9n)] })
    expect(await namesOf(priced)).toEqual([['raydium_cpmm', derived]])
    const at = await deriveKey('a test', 'elsewhere')
    const sides = [side(priced, 10n ** 12n), side(wrappedNativeMint, sol)] as const
    const pool = await openCpmmPool(client, holder, { sides, at })
    const both = [pool, derived].map(address => ['raydium_cpmm', address])
    await expect.poll(() => namesOf(priced)).toEqual(both)
  })

  it('is found before a worthless pool at a derived address', async () => {
    const token = market.worldToken(one => one.protocol === 'meteora_dbc' && one.stage === 'curve')
    const request = requestFor(token, sol / 100n)
    expect((await buy(client, await planBuy(client, request))).status).toBe('confirmed')
    const worthless = await openWorthlessPool(client, holder, { ...token, amount: 100_000_000n })
    const found = () => findPools(client, token.mint)
    // It opens in the next second, and seems to be deeper.
    const seems = async () => (await found()).find(({ pool }) => pool.address === worthless)?.depth ?? 0n
    await expect.poll(seems).toBeGreaterThan(100n * sol)
    expect((await found()).map(({ pool }) => pool.address)).toEqual([token.pool, worthless])
    const { pool: _, ...unnamed } = request
    const planned = await planBuy(client, unnamed)
    expect(planned.plan?.pool.address).toBe(token.pool)
  })

  it('is not searched for if a derived pool is deep, or a curve trades', async () => {
    const mint = await deriveKey('a test', 'unsold')
    const pumpfun = worldVenueOf('pumpfun')?.curves ?? expect.fail('no launchpad')
    const launched = await pumpfun.launch({
      seed: 'tern',
      mint,
      launcher: holder,
      name: 'Unsold',
      symbol: 'UNSOLD',
      chance: 0,
    })
    await land(client, launched.signers, launched.instructions)
    const { pool: deep, mint: traded } = market.worldToken(({ protocol }) => protocol === 'raydium_cpmm')
    const asked: string[] = []
    const rpc = new Proxy(client.chain.rpc, {
      get(all, name, self) {
        asked.push(String(name))
        return Reflect.get(all, name, self)
      },
    })
    const counting = { chain: { ...client.chain, rpc } }
    expect(await findPools(counting, mint.address)).toMatchObject([{ pool: { protocol: 'pumpfun' }, stage: 'trading' }])
    expect(await findPools(counting, traded)).toMatchObject([{ pool: { address: deep } }])
    expect(asked).toEqual([])
    await findPools(counting, usdcMint)
    expect(asked[0]).toBe('getTokenLargestAccounts')
  })

  it('does not exist for an address that is not a mint, or is a token account', async () => {
    expect(await namesOf(holder.address)).toEqual([])
    const [account] = await client.chain.readTokenAccounts(holder.address)
    expect(await namesOf(account?.address ?? expect.fail('no account'))).toEqual([])
  })
})
