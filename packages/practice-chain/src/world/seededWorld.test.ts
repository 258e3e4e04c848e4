import {
  type AccountSet,
  type Address,
  associatedTokenAddress,
  decodeMint,
  decodeTokenAccount,
  rentExemption,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes, tokenAccountLayout } from '@tern/core/internal'
import { loadVenue } from '@tern/venues'
import { decodeBondingCurve } from '@tern/venues/pumpfun'
import { mayhemSolVault } from '@tern/venues/pumpfun/internal'
import { configAddress, poolAddress } from '@tern/venues/raydiumCpmm'
import { ammConfigLayout, poolStateLayout } from '@tern/venues/raydiumCpmm/internal'
import { describe, expect, it } from 'vitest'
import { worldVenues } from '../lists/worldVenues.ts'
import { fairProgress } from './launches/fate.ts'
import { createSeededWorld, type WorldToken } from './seededWorld.ts'
import { curveStories, poolStories as stories } from './stories.ts'
import { curveVenues } from './worldVenues.ts'

const beginsAt = 1_800_000_000n
const world = await createSeededWorld('test', beginsAt)
const accounts: AccountSet = world.genesis
const pools = world.tokens.filter(({ protocol }) => protocol === 'raydium_cpmm')
const curves = world.tokens.filter(({ protocol }) => protocol === 'pumpfun')
const sol = 1_000_000_000n
const never = { peak: 0, climbMinutes: 1, holdMinutes: 1 }

async function openPool({ protocol, pool, mint }: WorldToken) {
  const venue = await loadVenue(protocol)
  const read = new Map<Address, NonNullable<ReturnType<AccountSet['get']>> | null>()
  for (;;) {
    const wanted = await venue.accountsToRead(pool, read, mint)
    if (wanted.length === 0) return venue.open(pool, read, mint)
    for (const address of wanted) read.set(address, accounts.get(address) ?? nativeMint(address))
  }
}

/** The chain itself adds the wrapped-native mint. */
function nativeMint(address: Address) {
  if (address !== wrappedNativeMint) return null
  const data = new Uint8Array(82)
  data[44] = 9
  data[45] = 1
  return { owner: tokenProgram, data, lamports: sol, executable: false, slot: 0n }
}

describe('the seeded world', () => {
  it('is the same for the same seed, and different for another seed', async () => {
    expect(await createSeededWorld('test', beginsAt)).toEqual(world)
    const other = await createSeededWorld('another', beginsAt)
    expect(other.tokens.map(({ symbol }) => symbol)).toEqual(world.tokens.map(({ symbol }) => symbol))
    const mints = new Set(world.tokens.map(({ mint }) => mint))
    expect(other.tokens.some(({ mint }) => mints.has(mint))).toBe(false)
    expect(other.marketMaker.address).not.toBe(world.marketMaker.address)
  })

  it('has pools that the venue opens and quotes at the story’s price and depth', async () => {
    for (const [index, token] of pools.entries()) {
      const story = stories[index]
      const pool = await openPool(token)
      expect(pool.tokens.map(({ mint }) => mint)).toContain(token.mint)
      const quote = pool.quote(
        { tokenIn: wrappedNativeMint, exactIn: sol / 10n },
        { slot: 1n, unixTimestamp: beginsAt, epoch: 0n },
      )
      const inPool = ((story?.supply ?? 0n) * 10n ** BigInt(token.decimals) * (story?.poolPercent ?? 0n)) / 100n
      const atSpot = (inPool * (sol / 10n)) / ((story?.poolSol ?? 0n) * sol)
      expect(quote.amountOut).toBeLessThan(atSpot)
      expect(quote.amountOut).toBeGreaterThan((atSpot * 94n) / 100n)
      expect(quote.fees.some(({ kind }) => kind === 'creator')).toBe(story?.creatorFeeOn !== undefined)
      expect(quote.fees.some(({ kind }) => kind === 'transfer')).toBe(token.symbol === 'OTTR')
    }
  })

  it('has every account rent-exempt, and all units of every supply in some account', () => {
    for (const { lamports, data } of world.genesis.values())
      expect(lamports).toBeGreaterThanOrEqual(rentExemption(data.length))
    for (const { mint } of world.tokens) {
      let held = 0n
      for (const [address, account] of accounts)
        if (isHolding(account, mint)) held += decodeTokenAccount(address, account).amount
      expect(held).toBe(decodeMint(mint, accounts.get(mint)).supply)
    }
  })

  it('has at least two Token-2022 mints, and no mint with a mint or freeze authority', () => {
    const mints = world.tokens.map(({ mint }) => decodeMint(mint, accounts.get(mint)))
    expect(mints.filter(({ program }) => program === token2022Program).length).toBeGreaterThanOrEqual(2)
    for (const { mintAuthority, freezeAuthority } of mints)
      expect([mintAuthority, freezeAuthority]).toEqual([null, null])
    const charging = mints.find(({ extensions }) => extensions.transferFeeConfig !== undefined)
    expect(charging?.extensions.transferFeeConfig?.newerTransferFee.transferFeeBasisPoints).toBe(300)
  })

  it('gives the market maker SOL and some of every token', async () => {
    expect(accounts.get(world.marketMaker.address)?.lamports).toBeGreaterThan(10_000n * sol)
    for (const { mint, program } of pools) {
      const address = await associatedTokenAddress(world.marketMaker.address, mint, program)
      expect(decodeTokenAccount(address, accounts.get(address)).amount).toBeGreaterThan(0n)
    }
  })

  it('has config 0 at mainnet’s address with mainnet’s rates', async () => {
    const address = await configAddress(0)
    expect(address).toBe('D4FPEruKEHrG5TenZ2mpDGEfu1iUvTiqBxvpU8HLBvC2')
    const config = ammConfigLayout.decode(accounts.get(address)?.data ?? new Uint8Array())
    expect(config).toMatchObject({
      index: 0,
      trade_fee_rate: 2_500n,
      protocol_fee_rate: 120_000n,
      fund_fee_rate: 40_000n,
    })
    const enabled = pools.map(({ pool }) => poolStateLayout.decode(accounts.get(pool)?.data ?? new Uint8Array()))
    expect(enabled.filter(({ enable_creator_fee }) => enable_creator_fee).length).toBe(2)
  })

  it('has pools as the program’s initialize leaves them: mints in order, LP for the deposits', async () => {
    for (const { pool } of pools) {
      const state = poolStateLayout.decode(accounts.get(pool)?.data ?? new Uint8Array())
      const { token_0_mint, token_1_mint, token_0_vault, token_1_vault, lp_mint, lp_supply } = state
      expect(Buffer.compare(addressBytes(token_0_mint), addressBytes(token_1_mint))).toBe(-1)
      expect(await poolAddress(state.amm_config, token_0_mint, token_1_mint)).toBe(pool)
      const inVault = (vault: Address) => decodeTokenAccount(vault, accounts.get(vault)).amount
      const product = inVault(token_0_vault) * inVault(token_1_vault)
      expect([lp_supply ** 2n <= product, (lp_supply + 1n) ** 2n > product]).toEqual([true, true])
      expect(decodeMint(lp_mint, accounts.get(lp_mint)).supply).toBe(lp_supply - 100n)
    }
  })

  it('holds each token’s metadata address', () => {
    for (const { mint } of world.tokens) {
      const uri = `https://practice.tern.invalid/metadata/${mint}.json`
      const holders = [...accounts.values()].filter(account =>
        new TextDecoder('latin1').decode(account?.data).includes(uri),
      )
      expect([mint, holders.length]).toEqual([mint, 1])
    }
  })

  it('has curves at every stage, as their stories say, each with its sold tokens and its SOL', async () => {
    expect(curves.length).toBe(28)
    const stages = new Set<string>()
    for (const [index, token] of curves.entries()) {
      const opened = await openPool(token)
      const progress = fairProgress(curveStories[index]?.fate ?? never, Number(beginsAt) - token.createdAtSeconds)
      expect(opened.curve?.progressPpm).toBeCloseTo(Math.min(1, progress) * 1e6, -1)
      expect(token.stage).toBe(progress < 1 ? 'curve' : 'graduated')
      stages.add(opened.curve?.stage ?? '')
      const account = accounts.get(token.pool)
      const { real_quote_reserves, real_token_reserves } = decodeBondingCurve(account?.data ?? new Uint8Array())
      expect(account?.lamports).toBe(rentExemption(151) + real_quote_reserves)
      const vault = await associatedTokenAddress(token.pool, token.mint, token.program)
      // At least a fifth is never sold: it goes to the pool.
      expect(decodeTokenAccount(vault, accounts.get(vault)).amount).toBe(real_token_reserves + 206_900_000_000_000n)
    }
    expect(stages).toEqual(new Set(['trading', 'complete']))
  })

  it('has holders of the curves’ sold tokens, who can sell them back', async () => {
    for (const token of curves.filter(({ stage }) => stage === 'curve')) {
      const opened = await openPool(token)
      const holders = [...accounts].flatMap(([address, account]) =>
        isHolding(account, token.mint) ? [decodeTokenAccount(address, account)] : [],
      )
      expect(holders.length).toBeGreaterThan(10)
      const largest = holders
        .filter(({ owner }) => owner !== token.pool && owner !== mayhemSolVault)
        .sort((a, b) => Number(b.amount - a.amount))[0]
      const clock = { slot: 1n, unixTimestamp: beginsAt, epoch: 0n }
      const quote = opened.quote({ tokenIn: token.mint, exactIn: largest?.amount ?? 0n }, clock)
      expect(quote.amountOut).toBeGreaterThan(0n)
    }
  })

  it('leaves out tokens that are launched after the world’s beginning', async () => {
    const later = await createSeededWorld('test', beginsAt, 6 * 3_600)
    const inPools = worldVenues.flatMap(venue => venue.pools)
    const launched = curveVenues.flatMap(({ seeds }) => seeds).filter(({ ageMinutes }) => ageMinutes >= 360)
    expect(later.tokens.length).toBe(inPools.length + launched.length)
    const present = (tokens: readonly WorldToken[]) => tokens.map(({ createdAtSeconds }) => createdAtSeconds)
    expect(present(later.tokens).slice(0, 12)).toEqual(present(pools).map(seconds => seconds + 6 * 3_600))
  })

  it('has one coin of cashback, one of mayhem, and coins of both token programs', () => {
    const states = curves.map(({ pool }) => decodeBondingCurve(accounts.get(pool)?.data ?? new Uint8Array()))
    expect(states.filter(({ is_cashback_coin }) => is_cashback_coin).length).toBe(1)
    expect(states.filter(({ is_mayhem_mode }) => is_mayhem_mode).length).toBe(1)
    expect(new Set(curves.map(({ program }) => program))).toEqual(new Set([tokenProgram, token2022Program]))
  })
})

function isHolding(account: ReturnType<AccountSet['get']>, mint: Address): boolean {
  if (account?.owner !== tokenProgram && account?.owner !== token2022Program) return false
  if (account.data.length < 165 || account.data[165] === 1) return false
  return tokenAccountLayout.view(account.data, 'atLeast').mint === mint
}
