import { type Address, memoProgram, wrappedNativeMint } from '@tern/core'
import { readReferralMemo } from '@tern/core/internal'
import { afterAll, describe, expect, it } from 'vitest'
import { refusalOf } from '../../../../custody/test/refusalOf.ts'
import { addressOf, openMarket, sol } from '../../../test/market.ts'
import { withPools } from '../../../test/withPools.ts'
import type { Client } from '../../client.ts'
import { openNonce } from '../nonce/nonceAccount.ts'
import { execute } from '../plan/execute.ts'
import { planSwap } from './planSwap.ts'
import type { SwapPlanRequest } from './swap.ts'

const market = await openMarket()
const { clientFor, clientWithoutFee, newWallet, worldToken, tokensOf } = market
afterAll(market.close)
const one = worldToken(({ protocol }) => protocol === 'raydium_cpmm')
const other = worldToken(({ protocol }) => protocol === 'meteora_damm_v2')
const nameOf = ({ protocol, pool }: typeof one) => ({ protocol, address: pool })

const referralCode = 'k7m2p9qx'
const buying: SwapPlanRequest = {
  ...{ tokenIn: wrappedNativeMint, tokenOut: one.mint, exactIn: sol, slippageBps: 200, referralCode },
  route: [{ sharePercent: 100, pools: [nameOf(one)] }],
}

/** Plans a swap. @returns the codes that each message names, and the fee's line. */
async function named(client: Client, request: SwapPlanRequest) {
  const planned = await planSwap(client, request)
  expect(planned.reasons.map(({ text }) => text)).toEqual([])
  const { messages, pay } = planned.plan ?? expect.fail('no plan')
  const codes = messages.map(({ instructions }) =>
    instructions.flatMap(({ programAddress, data }) =>
      programAddress === memoProgram ? [readReferralMemo(Uint8Array.from(data ?? []))] : [],
    ),
  )
  return { planned, codes, fee: pay.find(({ kind }) => kind === 'tradeFee') }
}

/** Returns a client whose swaps in a pool have more accounts. */
const widened = (client: Client, address: Address, accounts: number): Client =>
  withPools(client, pool => ({
    ...pool,
    async swap(...asked) {
      const swaps = await pool.swap(...asked)
      if (pool.address !== address) return swaps
      const more = Array.from({ length: accounts }, (_, i) => ({ address: addressOf(200 + i), role: 0 }))
      return swaps.map(swap => ({ ...swap, accounts: [...(swap.accounts ?? []), ...more] }))
    },
  }))

describe('a swap with a referral code', () => {
  it('names it in the message that pays the fee, and the signer accepts it', async () => {
    const owner = await newWallet(20n * sol)
    const client = clientFor(owner)
    const { planned, codes, fee } = await named(client, buying)
    expect(codes).toEqual([[referralCode]])
    expect(fee).toMatchObject({ label: 'Trade fee 1%', note: `invited by ${referralCode}` })
    const signed: Parameters<typeof owner.signTransactions>[0][number][] = []
    const noting: typeof owner = {
      ...owner,
      signTransactions(messages, cosigners) {
        signed.push(...messages)
        return owner.signTransactions(messages, cosigners)
      },
    }
    const { steps } = await execute({ ...client, owner: noting }, planned)
    expect(steps.map(({ status, error }) => error?.message ?? status)).toEqual(['confirmed'])
    expect(await Promise.all(signed.map(message => refusalOf(message, [market.feeWallet], [])))).toEqual([undefined])

    const held = await tokensOf(owner.address, one.mint)
    const route = [{ sharePercent: 100, pools: [nameOf(one), nameOf(other)] }]
    const between = { tokenIn: one.mint, tokenOut: other.mint, exactIn: held, slippageBps: 200, referralCode, route }
    // No SOL at either end, so there is no fee.
    expect((await named(client, { ...between, inSteps: true })).codes).toEqual([[], []])
    await openNonce(client)
    const byNonce = await named(client, { ...buying, lifetime: 'nonce' })
    const { steps: later } = await execute(client, byNonce.planned)
    expect(later.map(({ status, error }) => error?.message ?? status)).toEqual(['confirmed'])
  })

  it('leaves it out if no fee is paid', async () => {
    const { codes, fee } = await named(clientWithoutFee(await newWallet(20n * sol)), buying)
    expect(codes).toEqual([[]])
    expect(fee).toBeUndefined()
  })

  it('leaves it out if the message would be too long with it', async () => {
    const client = clientFor(await newWallet(20n * sol))
    for (let accounts = 0; accounts < 20; accounts++) {
      const { codes, fee } = await named(widened(client, one.pool, accounts), buying)
      if (codes[0]?.length === 0) {
        expect(accounts).toBeGreaterThan(0)
        expect(fee?.lamports).toBe(sol / 100n)
        expect(fee?.note).toBeUndefined()
        return
      }
      expect(codes).toEqual([[referralCode]])
    }
    expect.fail('it always fits')
  })

  it('refuses a malformed code', async () => {
    const client = clientFor(await newWallet(20n * sol))
    await expect(planSwap(client, { ...buying, referralCode: 'none' })).rejects.toMatchObject({
      code: 'trade/invalidReferralCode',
    })
  })
})
