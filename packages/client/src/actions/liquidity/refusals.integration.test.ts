import { rmSync } from 'node:fs'
import { type Address, keyPairOwner, type Owner, tokenProgram, wrappedNativeMint } from '@tern/core'
import { type StandardWallet, walletStandardOwner } from '@tern/core/walletStandard'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import { afterAll, describe, expect, it } from 'vitest'
import { openMarket, sol } from '../../../test/market.ts'
import { watchedClient } from '../../../test/noting.ts'
import { openCpmmPool, recordTokens } from '../../../test/ownPools.ts'
import { changedPool, recordPool } from '../../../test/recordedPool.ts'
import { execute } from '../plan/execute.ts'
import { plansIn } from '../plan/sentPlans.ts'
import { buy, planBuy } from '../trade/buy.ts'
import { planDeposit } from './planDeposit.ts'
import { planWithdrawLiquidity } from './planWithdrawLiquidity.ts'

const maker = await deriveKey('a test of refusals', 'maker')
const [red = expect.fail(), blue = expect.fail()] = await Promise.all(
  ['red', 'blue'].map(async name => (await deriveKey('a test of refusals', name)).address),
)
const owner = await keyPairOwner(maker.keyPair)
const snapshotsDir = await recordTokens([red, blue], maker.address)
const side = (mint: Address, amount: bigint) => ({ mint, program: tokenProgram, amount })
const sidesOf = (mint: Address) => [side(mint, 10n ** 9n), side(wrappedNativeMint, 3n * sol)] as const
/** Bits of a pool's status that disable deposits and withdrawals. */
const [depositDisabled, withdrawDisabled] = [1, 2]

// The pool's administrator has paused it.
const paused = await recordPool(snapshotsDir, maker, {
  asked: { sides: sidesOf(red) },
  changed: (address, account, pool) => {
    if (address !== pool) return account
    return { ...account, data: changedPool(account.data, { status: depositDisabled | withdrawDisabled }) }
  },
})
const market = await openMarket({ snapshotsDir })
afterAll(async () => {
  await market.close()
  rmSync(snapshotsDir, { recursive: true })
})

const at = (address: Address) => ({ pool: { protocol: 'raydium_cpmm', address } as const, slippageBps: 100 })

const watched = (signer: Owner = owner) => watchedClient(market, signer)

describe('a paused pool', () => {
  it.each([
    [
      'Deposits are paused in this pool',
      (client: Parameters<typeof planDeposit>[0]) => planDeposit(client, { ...at(paused), mint: red, amount: 1_000n }),
    ],
    [
      'Withdrawals are paused in this pool',
      (client: Parameters<typeof planDeposit>[0]) => planWithdrawLiquidity(client, { ...at(paused), lpAmount: 1_000n }),
    ],
  ])('is reported: %s', async (text, plan) => {
    const { client, signed, journal } = watched()
    const held = await Promise.all([market.lamportsOf(maker.address), market.tokensOf(maker.address, red)])
    const planned = await plan(client)
    expect(planned.reasons.map(reason => [reason.code, reason.text])).toEqual([['liquidity/paused', text]])
    expect(planned.plan).toBeUndefined()
    await expect(execute(client, planned)).rejects.toMatchObject({ code: 'liquidity/paused', message: text })
    expect([signed, await journal.list()]).toEqual([[], []])
    expect(await Promise.all([market.lamportsOf(maker.address), market.tokensOf(maker.address, red)])).toEqual(held)
  })
})

describe('a pool that is not open yet', () => {
  it('takes deposits, because its program does, and no trade', async () => {
    const { client, signed, journal } = watched()
    const opensAtSeconds = BigInt(Math.floor(Date.now() / 1000)) + 3_600n
    const address = await openCpmmPool(client, maker, { sides: sidesOf(blue), opensAtSeconds })
    const before = await market.lamportsOf(maker.address)
    const trade = await planBuy(client, {
      ...{ mint: blue, pool: { protocol: 'raydium_cpmm', address }, amountIn: sol / 10n, slippageBps: 100 },
      priorityFeeLamports: 0n,
    })
    const opens = new Date(Number(opensAtSeconds) * 1000).toISOString().replace('T', ' ').slice(0, 19)
    expect(trade.reasons.map(reason => [reason.code, reason.text])).toEqual([
      ['quote/notOpen', `The pool opens at ${opens} UTC`],
    ])
    await expect(buy(client, trade)).rejects.toMatchObject({ code: 'quote/notOpen' })
    expect([signed, await journal.list()]).toEqual([[], []])
    expect(await market.lamportsOf(maker.address)).toBe(before)

    const deposit = await planDeposit(client, { ...at(address), mint: blue, amount: 1_000_000n })
    expect(deposit.reasons).toEqual([])
    expect((await execute(client, deposit)).steps).toMatchObject([{ status: 'confirmed' }])
  })
})

describe('a byte that is changed between the plan and the signature', () => {
  it('stops the action with nothing sent, and the same plan can be executed afterwards', async () => {
    const address = await openCpmmPool(watched().client, maker, {
      sides: sidesOf(blue),
      at: await deriveKey('a test of refusals', 'pool'),
    })
    let flip = true
    const wallet: StandardWallet = {
      name: 'Kestrel',
      features: {
        'solana:signTransaction': {
          async signTransaction(...asked: readonly { readonly transaction: Uint8Array }[]) {
            return Promise.all(
              asked.map(async ({ transaction }) => {
                const changed = Uint8Array.from(transaction)
                // The last byte is the number of lookup tables, and the byte before belongs to the last instruction.
                const place = changed.length - 2
                if (flip) changed[place] = (changed[place] ?? 0) ^ 1
                const signature = await crypto.subtle.sign('Ed25519', maker.keyPair.privateKey, changed.slice(65))
                changed.set(new Uint8Array(signature), 1)
                return { signedTransaction: changed }
              }),
            )
          },
        },
      },
    }
    const { client, journal } = watched(walletStandardOwner(wallet, { address: maker.address, chains: [] }))
    const request = { ...at(address), mint: wrappedNativeMint, amount: sol / 100n }
    const held = await market.lamportsOf(maker.address)
    const planned = await planDeposit(client, request)
    expect(planned.reasons).toEqual([])
    await expect(execute(client, planned)).rejects.toMatchObject({ code: 'wallet/changedMessage' })
    expect(await journal.list()).toEqual([])
    expect(await market.lamportsOf(maker.address)).toBe(held)
    flip = false
    expect((await execute(client, planned)).steps).toMatchObject([{ status: 'confirmed' }])
    expect(plansIn(await journal.list())).toMatchObject([{ kind: 'deposit', request, stand: 'done' }])
  })
})
