import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryJournal } from '@tern/chain'
import { execute, planSwap, type SwapPlanRequest } from '@tern/client'
import { type Message, type Owner, wrappedNativeMint } from '@tern/core'
import type { WorldToken } from '@tern/practice-chain'
import { program } from '@tern/venues/raydiumRouter'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMarket, sol } from '../../packages/client/test/market.ts'
import { refusalOf } from '../../packages/custody/test/refusalOf.ts'

const binary = join(process.env.PROGRAMS_DIR ?? '', `${program}.so`)
const isAtHand = process.env.PROGRAMS_DIR !== undefined && existsSync(binary)

/** The real router program calls the simulated programs of the practice chain's pools. */
describe.skipIf(!isAtHand)('a planned swap by the real router program', () => {
  let market: Awaited<ReturnType<typeof openMarket>>
  let owner: Owner
  const signed: Message[] = []
  const programsDir = mkdtempSync(join(tmpdir(), 'tern-router-'))
  const protocols = ['raydium_cpmm', 'raydiumammv4', 'raydium_clmm', 'raydium_stable'] as const
  const tokenOf = (protocol: string): WorldToken =>
    market.worldToken(one => one.protocol === protocol && one.stage === 'pool')
  const nameOf = ({ protocol, pool }: WorldToken) => ({ protocol, address: pool })
  const client = () =>
    market.clientFor(owner, {
      journal: createMemoryJournal(),
      poolTables: async pools =>
        (await Promise.all(pools.map(pool => market.practice.lookupTableOf(pool)))).flatMap(table => table ?? []),
    })

  async function swap(
    request:
      | Omit<Extract<SwapPlanRequest, { exactIn: bigint }>, 'slippageBps'>
      | Omit<Extract<SwapPlanRequest, { exactOut: bigint }>, 'slippageBps'>,
  ) {
    const planned = await planSwap(client(), { ...request, slippageBps: 200 } as SwapPlanRequest)
    expect(planned.reasons.map(({ text }) => text)).toEqual([])
    if (request.byRouterProgram) expect(planned.plan?.isVerified).toBe(false)
    signed.length = 0
    const { steps } = await execute(client(), planned)
    expect(steps.map(({ status, error }) => error?.message ?? status)).toEqual(steps.map(() => 'confirmed'))
    expect(await Promise.all(signed.map(message => refusalOf(message, [market.feeWallet])))).toEqual(
      signed.map(() => undefined),
    )
    return planned.quote ?? expect.fail('no quote')
  }

  beforeAll(async () => {
    copyFileSync(binary, join(programsDir, `${program}.so`))
    market = await openMarket({ programsDir })
    const wallet = await market.newWallet(40n * sol)
    owner = {
      address: wallet.address,
      signTransactions(messages, cosigners) {
        signed.push(...messages)
        return wallet.signTransactions(messages, cosigners)
      },
    }
    for (const protocol of protocols) {
      const token = tokenOf(protocol)
      const route = [{ sharePercent: 100, pools: [nameOf(token)] }]
      await swap({ tokenIn: wrappedNativeMint, tokenOut: token.mint, exactIn: sol, route })
    }
  })
  afterAll(async () => {
    await market?.close()
    rmSync(programsDir, { recursive: true })
  })

  it.each(protocols.map((from, n) => [from, protocols[(n + 1) % protocols.length] ?? expect.fail()] as const))(
    'is a single instruction that the vault signs, and brings the quoted amount: %s to %s',
    async (from, to) => {
      const [one, other] = [tokenOf(from), tokenOf(to)]
      const exactIn = (await market.tokensOf(owner.address, one.mint)) / 4n
      const before = await market.tokensOf(owner.address, other.mint)
      const route = [{ sharePercent: 100, pools: [nameOf(one), nameOf(other)] }]
      const quote = await swap({ tokenIn: one.mint, tokenOut: other.mint, exactIn, route, byRouterProgram: true })
      expect((await market.tokensOf(owner.address, other.mint)) - before).toBe(quote.amountOut)
      expect(quote).toMatchObject({ leftovers: [], heldBetween: [] })
      expect(signed).toHaveLength(1)
    },
  )

  it('takes an exact output, and SOL at either end', async () => {
    const [one, other] = [tokenOf('raydium_cpmm'), tokenOf('raydium_clmm')]
    const held = await market.tokensOf(owner.address, one.mint)
    const exactOut = (await market.tokensOf(owner.address, other.mint)) / 10n
    const route = [{ sharePercent: 100, pools: [nameOf(one), nameOf(other)] }]
    const quote = await swap({ tokenIn: one.mint, tokenOut: other.mint, exactOut, route, byRouterProgram: true })
    expect(held - (await market.tokensOf(owner.address, one.mint))).toBe(quote.amountIn)

    const single = [{ sharePercent: 100, pools: [nameOf(one)] }]
    const bought = await swap({
      ...{ tokenIn: wrappedNativeMint, tokenOut: one.mint, exactIn: sol / 10n, route: single, byRouterProgram: true },
    })
    expect(bought.amountOut).toBeGreaterThan(0n)
    const before = await market.lamportsOf(owner.address)
    const sold = await swap({
      ...{ tokenIn: one.mint, tokenOut: wrappedNativeMint, exactIn: bought.amountOut, route: single },
      byRouterProgram: true,
    })
    const fees = signed.flatMap(({ terms }) => [terms?.lamports.networkFee ?? 0n, terms?.lamports.tradeFee ?? 0n])
    expect((await market.lamportsOf(owner.address)) - before).toBe(
      sold.amountOut - fees.reduce((sum, fee) => sum + fee, 0n),
    )
  })

  it('is refused for a pool of another maker, and for an exact output of a stable pool', async () => {
    const [cpmm, stable, other] = [tokenOf('raydium_cpmm'), tokenOf('raydium_stable'), tokenOf('meteora_damm_v2')]
    const textsOf = async (to: WorldToken, amounts: { exactIn: bigint } | { exactOut: bigint }) => {
      const route = [{ sharePercent: 100, pools: [nameOf(cpmm), nameOf(to)] }]
      const request = {
        tokenIn: cpmm.mint,
        tokenOut: to.mint,
        ...amounts,
        route,
        slippageBps: 100,
        byRouterProgram: true,
      }
      return (await planSwap(client(), request)).reasons.map(({ text }) => text)
    }
    expect(await textsOf(other, { exactIn: 1_000_000n })).toEqual(['pool type error'])
    expect(await textsOf(stable, { exactOut: 1_000_000n })).toEqual(['pool type error'])
  })
})
