import { createMemoryJournal, type Provider } from '@tern/chain'
import { nonceAccountLamports, signatureFee } from '@tern/chain/internal'
import { type Owner, TernError } from '@tern/core'
import { afterAll, describe, expect, it } from 'vitest'
import { openMarket, sol } from '../../../test/market.ts'
import { planAdvanceNonce, planCloseNonce, planOpenNonce } from '../nonce/planNonce.ts'
import { readNonce } from '../nonce/readNonce.ts'
import { planWrap } from '../wallet/planWrap.ts'
import { execute } from './execute.ts'
import { type PlanStep, plansIn } from './sentPlans.ts'

const market = await openMarket()
const { clientFor, newWallet, lamportsOf } = market
afterAll(market.close)

describe('a plan of the nonce account', () => {
  it('is executed, noted and listed as any other', async () => {
    const journal = createMemoryJournal()
    const client = { ...clientFor(await newWallet(sol)), journal }
    const opening = await planOpenNonce(client)
    expect(opening.plan).toMatchObject({
      totalLamports: nonceAccountLamports + signatureFee,
      opens: [{ kind: 'nonceAccount' }],
    })
    const { id, steps } = await execute(client, opening)
    expect(steps).toMatchObject([{ status: 'confirmed', signature: id }])
    await expect(execute(client, opening)).rejects.toMatchObject({ code: 'plan/alreadySent' })
    expect(plansIn(await journal.list())).toMatchObject([{ id, kind: 'openNonce', request: {}, stand: 'done' }])
    const again = await planOpenNonce(client)
    expect(again.plan?.messages).toEqual([])
    expect(await execute(client, again)).toEqual({ id: undefined, steps: [] })
  })

  it('advances the value that the account has at signing', async () => {
    const client = clientFor(await newWallet(sol))
    await execute(client, await planOpenNonce(client))
    const [first, second] = [await planAdvanceNonce(client), await planAdvanceNonce(client)]
    const values = new Set<string | undefined>()
    for (const planned of [first, second]) {
      expect((await execute(client, planned)).steps).toMatchObject([{ status: 'confirmed' }])
      values.add((await readNonce(client))?.nonce)
    }
    expect(values.size).toBe(2)
  })

  it('withdraws all lamports that the account holds at signing', async () => {
    const owner = await newWallet(sol)
    const client = clientFor(owner)
    await execute(client, await planOpenNonce(client))
    const closing = await planCloseNonce(client)
    await market.pay(owner, closing.quote?.address ?? expect.fail(), 7n)
    expect((await execute(client, closing)).steps).toMatchObject([{ status: 'confirmed' }])
    expect(await lamportsOf(owner.address)).toBe(sol - 3n * signatureFee)
  })
})

describe('a plan', () => {
  it('may be executed again after it failed on chain, and never after it landed', async () => {
    const owner = await newWallet(sol)
    const client = clientFor(owner)
    const planned = await planWrap(client, { amount: sol / 2n })
    // The wallet is emptied between the last check and the signature.
    const emptied: Owner = {
      ...owner,
      async signTransactions(...asked) {
        await market.leave(owner, sol / 10n)
        return owner.signTransactions(...asked)
      },
    }
    const seen: string[] = []
    const failed = await execute({ ...client, owner: emptied }, planned, {
      onSteps: ([step]) => void seen.push(step?.status ?? ''),
    })
    expect(failed.steps).toMatchObject([{ status: 'failed', slot: expect.any(BigInt) }])
    expect(seen.at(-1)).toBe('failed')
    await market.pay(await newWallet(sol), owner.address, sol - sol / 10n)
    expect((await execute(client, planned)).steps).toMatchObject([{ status: 'confirmed' }])
    await expect(execute(client, planned)).rejects.toMatchObject({ code: 'plan/alreadySent' })
  })

  it('reports no step if nothing was sent, and later outcomes apart', async () => {
    const owner = await newWallet(sol)
    const client = clientFor(owner)
    const planned = await planWrap(client, { amount: sol / 10n })
    const refusal = new TernError('wallet/notConfirmed', {})
    const unwilling: Owner = { ...owner, signTransactions: async () => Promise.reject(refusal) }
    const seen: string[] = []
    const onSteps = ([step]: readonly { readonly status: string }[]) => void seen.push(step?.status ?? '')
    await expect(execute({ ...client, owner: unwilling }, planned, { onSteps })).rejects.toBe(refusal)
    expect(new Set(seen)).toEqual(new Set(['sending']))
    seen.length = 0
    let open: (value?: unknown) => void = () => undefined
    const opened = new Promise(resolve => {
      open = resolve
    })
    const [normal = expect.fail()] = client.providers
    const late: Provider = { ...normal, send: (...asked) => opened.then(() => normal.send(...asked)) }
    let tell: (steps: readonly PlanStep[]) => void = () => undefined
    const later = new Promise<readonly PlanStep[]>(resolve => {
      tell = resolve
    })
    const slow = await execute({ ...client, providers: [late] }, planned, { onSteps, onLater: tell, timeoutMs: 500 })
    expect(slow.steps).toMatchObject([{ status: 'unknown', signature: slow.id }])
    const reported = seen.length
    open()
    expect(await later).toMatchObject([{ status: 'confirmed' }])
    expect(seen).toHaveLength(reported)
    await expect(execute(client, planned)).rejects.toMatchObject({ code: 'plan/alreadySent' })
  })
})
