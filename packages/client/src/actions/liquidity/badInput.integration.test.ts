import { rmSync } from 'node:fs'
import { singleInstructionPlan } from '@solana/kit'
import {
  type Address,
  keyPairOwner,
  type Owner,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import { configAddress, program } from '@tern/venues/raydiumCpmm'
import { afterAll, describe, expect, it } from 'vitest'
import { openMarket, requestFor, sol } from '../../../test/market.ts'
import { watchedClient } from '../../../test/noting.ts'
import { openCpmmPool, recordTokens } from '../../../test/ownPools.ts'
import { chargingAll, recordClosedConfig, recordPool } from '../../../test/recordedPool.ts'
import type { Client } from '../../client.ts'
import { executePlan } from '../executePlan.ts'
import { execute } from '../plan/execute.ts'
import type { Planned } from '../plan/plan.ts'
import { buy, planBuy } from '../trade/buy.ts'
import { planUnwrap } from '../wallet/planUnwrap.ts'
import { planWrap } from '../wallet/planWrap.ts'
import { planCreatePool } from './planCreatePool.ts'
import { type DepositLiquidityRequest, planDeposit } from './planDeposit.ts'
import { planWithdrawLiquidity } from './planWithdrawLiquidity.ts'

const maker = await deriveKey('a test of bad input', 'maker')
const tokens = await Promise.all(
  ['red', 'blue', 'green', 'grey', 'taxed'].map(async name => (await deriveKey('a test of bad input', name)).address),
)
const [red = expect.fail(), blue = expect.fail(), green = expect.fail(), grey = expect.fail()] = tokens
const [, , , , taxed = expect.fail()] = tokens
const snapshotsDir = await recordTokens([red, blue, green, grey], maker.address, new Map([[taxed, 250]]))
const side = (mint: Address, amount: bigint, of = tokenProgram) => ({ mint, program: of, amount })

const disabledConfig = await recordClosedConfig(snapshotsDir, 77, maker.address)
const vaultless = await recordPool(snapshotsDir, maker, {
  asked: { sides: [side(grey, 10n ** 9n), side(wrappedNativeMint, sol)] },
  changed: (address, account) => (account.owner === tokenProgram && address !== grey ? undefined : account),
})
const hollow = await recordPool(snapshotsDir, maker, {
  asked: { sides: [side(green, 10n ** 9n), side(wrappedNativeMint, sol)] },
  changed: (_, account) =>
    account.data.length === 165 ? { ...account, owner: systemProgram, data: new Uint8Array() } : account,
})
/** The mint's authority has raised the transfer fee to 100% since the pool was created. */
const swallowing = await recordPool(snapshotsDir, maker, {
  asked: { sides: [side(taxed, 10n ** 9n, token2022Program), side(wrappedNativeMint, sol)] },
  changed: (address, account) => (address === taxed ? { ...account, data: chargingAll(account.data) } : account),
})

const market = await openMarket({ snapshotsDir })
afterAll(async () => {
  await market.close()
  rmSync(snapshotsDir, { recursive: true })
})
const [config, otherConfig, noConfig] = [await configAddress(0), await configAddress(1), await configAddress(500)]

const watched = (owner: Owner) => watchedClient(market, owner)
const rich = watched(await keyPairOwner(maker.keyPair))
const pair = await openCpmmPool(rich.client, maker, { sides: [side(red, 10n ** 9n), side(blue, 10n ** 9n)] })
const withSol = await openCpmmPool(rich.client, maker, {
  sides: [side(red, 10n ** 9n), side(wrappedNativeMint, 4n * sol)],
})
const poor = watched(await market.newWallet(3n * sol))
const foreign = market.worldToken(({ protocol }) => protocol === 'raydiumammv4')

type Asked = DepositLiquidityRequest extends infer One ? (One extends unknown ? Omit<One, 'pool'> : never) : never
const at = (address: Address) => ({ pool: { protocol: 'raydium_cpmm', address }, slippageBps: 100 }) as const
const deposit = (client: Client, pool: Address, asked: Partial<Asked>) =>
  planDeposit(client, { ...at(pool), ...asked } as DepositLiquidityRequest)
const withdraw = (client: Client, pool: Address, lpAmount: bigint | 'all') =>
  planWithdrawLiquidity(client, { ...at(pool), lpAmount })
const create = (client: Client, mints: readonly [Address, Address], amount: bigint, of = config) =>
  planCreatePool(client, {
    ...{ protocol: 'raydium_cpmm', config: of },
    tokens: [
      { mint: mints[0], amount },
      { mint: mints[1], amount: 1_000n },
    ],
  })

/** Checks that a plan is refused with a text, and that nothing was signed, sent or spent for it. */
async function expectRefused({ client, signed, journal }: typeof rich, plan: () => Promise<Planned>, text: string) {
  const owner = client.owner?.address ?? expect.fail()
  const held = async () => [
    await market.lamportsOf(owner),
    await market.tokensOf(owner, red),
    (await journal.list()).length,
  ]
  const before = await held()
  signed.splice(0)
  const planned = await plan()
  expect(planned.reasons.map(reason => reason.text)).toEqual([text])
  const [{ error } = expect.fail()] = planned.reasons
  await expect(execute(client, planned)).rejects.toBe(error)
  expect([signed, await held()]).toEqual([[], before])
}

describe('a deposit is refused with', () => {
  it.each([
    ['amounts must greater than zero', () => deposit(rich.client, pair, { mint: red, amount: 0n })],
    ['amounts must greater than zero', () => deposit(rich.client, pair, { lpAmount: 0n })],
    // A lamport pays for half a unit of LP tokens.
    ['amounts must greater than zero', () => deposit(rich.client, withSol, { mint: wrappedNativeMint, amount: 1n })],
    ['toke not match', () => deposit(rich.client, pair, { mint: green, amount: 1_000n })],
    ['invalid fixedSide', () => deposit(rich.client, pair, {})],
    ['invalid fixedSide', () => deposit(rich.client, pair, { mint: red })],
    ['invalid fixedSide', () => deposit(rich.client, pair, { mint: red, amount: 1_000n, lpAmount: 1_000n } as never)],
    ['Not enough tokens', () => deposit(rich.client, pair, { mint: red, amount: 10n ** 16n })],
    ['fetch vault info error', () => deposit(rich.client, vaultless, { lpAmount: 1_000n })],
    ['pool vault data not found', () => deposit(rich.client, hollow, { lpAmount: 1_000n })],
    ['Dex accounts not ready for pool', () => deposit(rich.client, noConfig, { lpAmount: 1_000n })],
    [
      'The token’s transfer fee takes all that is sent',
      () => deposit(rich.client, swallowing, { mint: taxed, amount: 1_000n }),
    ],
    [
      'The token’s transfer fee takes all that is sent',
      () => deposit(rich.client, swallowing, { mint: wrappedNativeMint, amount: 1_000n }),
    ],
    [
      `PoolState belongs to ${program}, not to 675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8`,
      () => deposit(rich.client, foreign.pool, { mint: foreign.mint, amount: 1_000n }),
    ],
  ] as const)('%s (%#)', async (text, plan) => {
    await expectRefused(rich, plan, text)
  })

  it.each([
    ['cannot found target token accounts', () => deposit(poor.client, pair, { lpAmount: 1_000n })],
    ['user do not have token account', () => deposit(poor.client, withSol, { lpAmount: 1_000n })],
  ] as const)('%s, for a wallet without tokens', async (text, plan) => {
    await expectRefused(poor, plan, text)
  })
})

describe('a withdrawal is refused with', () => {
  it.each([
    ['amount must greater than zero', () => withdraw(rich.client, pair, 0n)],
    ['Not enough tokens', () => withdraw(rich.client, pair, 10n ** 9n - 99n)],
    ['Insufficient liquidity', () => withdraw(rich.client, pair, 10n ** 9n + 1n)],
    ['pool vault data not found', () => withdraw(rich.client, hollow, 1_000n)],
  ] as const)('%s', async (text, plan) => {
    await expectRefused(rich, plan, text)
  })

  it('cannot found lp token account, for a wallet without liquidity', async () => {
    await expectRefused(poor, () => withdraw(poor.client, pair, 'all'), 'cannot found lp token account')
  })

  it('nothing if one token’s transfer fee is 100%: the other token comes back', async () => {
    const held = await market.lamportsOf(maker.address)
    const planned = await withdraw(rich.client, swallowing, 'all')
    const amounts = new Map(planned.quote?.amounts.map(({ mint, received }) => [mint, received]))
    expect(amounts.get(taxed)).toBe(0n)
    expect((await execute(rich.client, planned)).steps).toMatchObject([{ status: 'confirmed' }])
    const back = (await market.lamportsOf(maker.address)) - held
    expect(back).toBe((amounts.get(wrappedNativeMint) ?? 0n) - 5_000n)
  })
})

describe('a creation is refused with', () => {
  it.each([
    ['amounts must greater than zero', () => create(rich.client, [red, green], 0n)],
    ['mint check error', () => create(rich.client, [red, red], 1_000n)],
    ['Not enough tokens', () => create(rich.client, [red, green], 10n ** 16n)],
    ['This pool exists already', () => create(rich.client, [blue, red], 1_000n)],
    ['Pools of this config cannot be created', () => create(rich.client, [red, green], 1_000n, disabledConfig)],
    ['fetch pool config error', () => create(rich.client, [red, green], 1_000n, noConfig)],
    ['The amount is too small for this pool', () => create(rich.client, [red, green], 1n)],
  ] as const)('%s', async (text, plan) => {
    await expectRefused(rich, plan, text)
  })

  it("you don't has some token account, for a wallet without tokens", async () => {
    const text = "you don't has some token account"
    await expectRefused(poor, () => create(poor.client, [red, green], 1_000n), text)
    await expectRefused(poor, () => create(poor.client, [blue, wrappedNativeMint], 1_000n), text)
  })
})

describe('a lamport too few', () => {
  const text = 'Not enough SOL for the amount, the rents and the fees'
  const world = market.worldToken(({ protocol }) => protocol === 'raydium_cpmm')
  const own = { protocol: world.protocol, address: world.pool }
  const withToken = async () => {
    const wallet = watched(await market.newWallet(3n * sol))
    expect((await buy(wallet.client, await planBuy(wallet.client, requestFor(world, sol / 10n)))).status).toBe(
      'confirmed',
    )
    return wallet
  }

  it.each([
    ['a deposit', async (client: Client) => planDeposit(client, { pool: own, lpAmount: 100_000n, slippageBps: 100 })],
    ['a creation', (client: Client) => create(client, [world.mint, wrappedNativeMint], 1_000n, otherConfig)],
    ['a wrap', (client: Client) => planWrap(client, { amount: sol / 10n })],
  ] as const)('stops %s, and the next lamport lets it through', async (_, plan) => {
    const wallet = await withToken()
    const { owner = expect.fail() } = wallet.client
    const first = await plan(wallet.client)
    const required = first.plan?.totalLamports ?? expect.fail(first.reasons[0]?.text)
    await market.leave(owner, required - 1n)
    await expectRefused(wallet, () => plan(wallet.client), text)
    await market.pay(await market.newWallet(sol), owner.address, 1n)
    expect((await execute(wallet.client, await plan(wallet.client))).steps).toMatchObject([{ status: 'confirmed' }])
  })

  it('stops an unwrapping: the fee leaves before the lamports come back, and the rent of an empty account must stay', async () => {
    const wallet = watched(await market.newWallet(sol))
    const { owner = expect.fail() } = wallet.client
    await execute(wallet.client, await planWrap(wallet.client, { amount: sol / 10n }))
    const min = 5_000n + rentExemption(0)
    await market.leave(owner, min - 1n)
    await expectRefused(wallet, () => planUnwrap(wallet.client), text)
    await market.pay(await market.newWallet(sol), owner.address, 1n)
    expect((await execute(wallet.client, await planUnwrap(wallet.client))).steps).toMatchObject([
      { status: 'confirmed' },
    ])
    expect(await market.lamportsOf(owner.address)).toBe(rentExemption(0) + rentExemption(165) + sol / 10n)
  })
})

describe('an owner that cannot sign', () => {
  it('is refused by plans if it is missing, and by the execution if it has only an address', async () => {
    const nobody = market.clientFor(undefined)
    const missing = 'please provide owner in load() initialization or you can set by calling raydium.setOwner(owner)'
    for (const planned of [
      await deposit(nobody, pair, { lpAmount: 1_000n }),
      await withdraw(nobody, pair, 'all'),
      await create(nobody, [red, green], 1_000n),
      await planWrap(nobody, { amount: 1n }),
      await planUnwrap(nobody),
    ]) {
      expect(planned.reasons.map(({ text }) => text)).toEqual([missing])
      await expect(execute(nobody, planned)).rejects.toMatchObject({ code: 'owner/missing' })
    }

    const { address } = rich.client.owner ?? expect.fail()
    const bare = { ...rich.client, owner: { address } as Owner }
    const planned = await deposit(bare, pair, { lpAmount: 1_000n })
    const refusal = { message: 'please provide owner in keypair format or signAllTransactions function' }
    await expect(execute(bare, planned)).rejects.toMatchObject(refusal)
    const [wrapped] = planned.plan?.messages ?? []
    const [instruction = expect.fail()] = wrapped?.instructions ?? []
    const steps = await executePlan(bare, {
      plan: singleInstructionPlan(instruction),
      budget: { unitLimit: 1_000, priorityFeeLamports: 0n },
    })
    expect(steps).toMatchObject([{ status: 'error', error: refusal }])
    // The plan was not used up.
    expect((await execute(rich.client, planned)).steps).toMatchObject([{ status: 'confirmed' }])
  })
})
