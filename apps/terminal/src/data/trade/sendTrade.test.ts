import { type buy, type Receipt, sell } from '@tern/client'
import { type Address, type Message, TernError } from '@tern/core'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { flights } from '../activity/flights.ts'
import { latestBlockhash, readClocks } from '../stream/latestBlockhash.ts'
import { toasts } from '../toasts.ts'
import { beginSending, underwayOf } from '../underway.ts'
import { externalWallets } from '../wallets/external.ts'
import { nonceOf } from '../wallets/nonceUse.ts'
import { session } from '../wallets/session.ts'
import { vaultAsks } from '../wallets/vaultAsks.ts'
import { armInstant, disarmInstant, takeInstant } from './instant.ts'
import type { Planned } from './planWithProviders.ts'
import { type Press, pressLifeMs, pressOnce } from './press.ts'
import { sendTrade } from './sendTrade.ts'

const token = { mint: 'Mint', symbol: 'KITE', decimals: 6 } as unknown as Parameters<typeof sendTrade>[1]['token']
const planned = { side: 'buy', client: {}, trade: { reasons: [] } } as unknown as Planned
const owner = 'Owner' as Address
/** The plan of the wish that `send` presses. */
const plan = { owner, side: 'buy', token: { mint: 'Mint' }, messages: [], request: { amountIn: 5n, slippageBps: 100 } }
const withPlan = { ...planned, trade: { ...planned.trade, plan } } as unknown as Planned
const receipt = { status: 'confirmed', signature: 'Sig', signed: { variants: [] } } as unknown as Receipt

type Effects = Parameters<typeof sendTrade>[2]

/** Presses for the trade and sends it. */
function send(planned: Planned, effects: Effects, of = token, isStillArmed = () => true) {
  const wish = { token: of, side: 'buy', amountIn: 5n, slippageBps: 100, owner, isStillArmed } as const
  return pressOnce(wish, (press: Press) => sendTrade(planned, { token: of, press }, effects))
}

const forget = () => {
  latestBlockhash.set(undefined)
  session.set({ status: 'loading' })
  toasts.set([])
  flights.set([])
}
// Other test files in this process open toasts too.
beforeEach(forget)
afterEach(forget)

/** Returns trades that end as `made` does, and records the notices and sounds. */
function effectsThat(made: () => Promise<Receipt>) {
  const notices: string[] = []
  const bought = vi.fn<typeof buy>(made)
  const notify = (what: string, signature: string) => void notices.push(`${what} ${signature}`)
  const tones: string[] = []
  const sound = (tone: string) => void tones.push(tone)
  return { notices, tones, bought, effects: { buy: bought, sell, notify, sound } }
}

it('F45 an unusable blockhash ends in an error toast, and the token is free again', async () => {
  const row = { blockhash: 'Hash', blockheight: 900, lastValidBlockHeight: null as unknown as number, slot: 900 }
  latestBlockhash.set({ ...row, receivedAt: readClocks() })
  const { bought, tones, effects } = effectsThat(async () => receipt)
  expect(await send(planned, effects)).toBe(false)
  expect(tones).toEqual(['failed'])
  expect(bought).not.toHaveBeenCalled()
  expect(toasts.get()[0]?.state).toBe('failed')
  expect(underwayOf('Mint').get()).toBe('none')
})

it('F33 a second press while a trade is under way sends nothing and opens no toast', async () => {
  const sent: number[] = []
  let presses = 0
  let confirm = () => {}
  const { effects } = effectsThat(async () => receipt)
  const signed = async (...[, , options]: Parameters<typeof buy>) => {
    const press = ++presses
    await options?.beforeSending?.()
    sent.push(press)
    return new Promise<Receipt>(resolve => {
      confirm = () => resolve(receipt)
    })
  }
  const [first, second] = [0, 1].map(() => send(planned, { ...effects, buy: signed }))
  expect(await second).toBeUndefined()
  await vi.waitFor(() => expect(sent).toEqual([1]))
  confirm()
  expect(await first).toBe(true)
  expect([presses, sent, toasts.get().length]).toEqual([1, [1], 1])
})

it('F33 with a nonce account, a second press opens no toast either, and another token’s press says that it waits', async () => {
  const request = { ...plan.request, lifetime: 'nonce' }
  const byNonce = { ...planned, trade: { ...planned.trade, plan: { ...plan, request } } } as unknown as Planned
  let confirm = () => {}
  const { effects } = effectsThat(async () => receipt)
  const signed = async (...[, , options]: Parameters<typeof buy>) => {
    await options?.beforeSending?.()
    return new Promise<Receipt>(resolve => {
      confirm = () => resolve(receipt)
    })
  }
  const first = send(byNonce, { ...effects, buy: signed })
  await vi.waitFor(() => expect(underwayOf(nonceOf(owner)).get()).toBe('sending'))
  expect(await send(byNonce, { ...effects, buy: signed })).toBeUndefined()
  expect(toasts.get().map(({ state }) => state)).toEqual(['sending'])
  const other = { ...token, mint: 'Other' as Address }
  expect(await send(byNonce, { ...effects, buy: signed }, other)).toBe(false)
  expect(toasts.get().map(({ state, title }) => [state, title])).toEqual([
    ['failed', 'Nonce account not ready'],
    ['sending', 'Sending transaction...'],
  ])
  confirm()
  expect(await first).toBe(true)
})

it('says that nothing is sent while the vault asks for this trade, and no longer once it is signed', async () => {
  const { effects } = effectsThat(async () => receipt)
  const titles: (string | undefined)[] = []
  const [mine, others] = [new Uint8Array([1]), new Uint8Array([1])]
  const ask = async (...bytes: Uint8Array[]) => {
    vaultAsks.set(bytes)
    await Promise.resolve()
    titles.push(toasts.get()[0]?.title)
  }
  const signTransactions = async () => {
    for (const bytes of [others, mine, others, mine]) await ask(bytes)
    await ask()
    return []
  }
  const asking = async (...[client, , options]: Parameters<typeof buy>) => {
    await options?.beforeSending?.()
    await client.owner?.signTransactions([{ bytes: mine } as unknown as Message])
    await options?.onStatus?.({ status: 'sending', signature: 'Sig' } as never)
    await ask(mine)
    await ask()
    return receipt
  }
  const made = { ...withPlan, client: { owner: { address: owner, signTransactions } } } as unknown as Planned
  expect(await send(made, { ...effects, buy: asking })).toBe(true)
  const [sending, confirm] = ['Sending transaction...', 'Confirm it in the vault']
  expect(titles).toEqual([sending, confirm, sending, confirm, sending, sending, sending])
  expect(toasts.get()[0]?.title).toBe('Order submitted:')
})

it('names the program that is to sign, even while the vault asks about another trade', async () => {
  externalWallets.set([{ address: owner, label: 'Phantom', isOpen: true }])
  onTestFinished(() => externalWallets.set([]))
  const { effects } = effectsThat(async () => receipt)
  const titles: (string | undefined)[] = []
  const asking = async (...[, , options]: Parameters<typeof buy>) => {
    await options?.beforeSending?.()
    for (const asked of [[new Uint8Array([1])], []]) {
      vaultAsks.set(asked)
      titles.push(toasts.get()[0]?.title)
    }
    return receipt
  }
  expect(await send(withPlan, { ...effects, buy: asking })).toBe(true)
  expect(titles).toEqual(['Confirm it in Phantom', 'Confirm it in Phantom'])
})

it('says that nothing was signed when the person cancelled, in a toast that goes by itself', async () => {
  const { tones, effects } = effectsThat(() => Promise.reject(new TernError('wallet/notConfirmed', {})))
  expect(await send(planned, effects)).toBe(false)
  expect(toasts.get()).toMatchObject([
    { state: 'failed', title: 'You cancelled it, so nothing was signed', isPassing: true },
  ])
  expect(tones).toEqual(['failed'])
})

it('F14 reports a trade that lands although no node acknowledged it', async () => {
  const { notices, effects } = effectsThat(async () => receipt)
  expect(await send(planned, effects)).toBe(true)
  expect(notices).toEqual(['notifyLanded Sig'])
})

const unknownOf = (code: 'send/confirmTimedOut' | 'send/rolledBack') =>
  ({
    ...receipt,
    status: 'unknown',
    error: new TernError(code, { blocksLeft: 41n }),
    blocksLeft: 41n,
  }) as unknown as Receipt

it.each([
  ['send/confirmTimedOut', 'Transaction confirm timed out', false],
  ['send/rolledBack', 'The chain rolled the transaction back', true],
] as const)(
  'F22 an unknown outcome says so, keeps its token locked, and is reported once it is known: %s',
  async (code, title, isRolledBack) => {
    let later: ((receipt: Receipt) => void) | undefined
    const { tones, effects } = effectsThat(async () => receipt)
    const unknown = async (...[, , options]: Parameters<typeof buy>) => {
      await options?.beforeSending?.()
      later = options?.onLater
      return unknownOf(code)
    }
    const sent = send(planned, { ...effects, buy: unknown })
    await vi.waitFor(() => expect(toasts.get()[0]?.state).toBe('unknown'))
    const detail = 'It may still land. Do not send again yet.'
    expect(toasts.get()).toMatchObject([{ title, detail, signature: 'Sig', blocksLeft: 41 }])
    expect(flights.get()).toMatchObject([{ state: 'unknown', isRolledBack }])
    expect(underwayOf('Mint').get()).toBe('unknown')
    expect(await send(planned, { ...effects, buy: unknown })).toBeUndefined()
    const waits = { title: 'Waiting for the last transaction', isPassing: true }
    expect(toasts.get()).toMatchObject([{ ...waits, detail: expect.stringContaining('Nothing was sent.') }, { title }])
    toasts.set(toasts.get().slice(1))
    expect(tones).toEqual([])
    later?.(receipt)
    expect(await sent).toBe(true)
    expect(tones).toEqual(['confirmed'])
    expect(toasts.get()).toMatchObject([{ state: 'confirmed', title: 'Order submitted:' }])
    expect(flights.get()).toMatchObject([{ state: 'confirmed', isRolledBack: false }])
    expect(underwayOf('Mint').get()).toBe('none')
    // The same outcome again once it is final, and then a fork to another outcome.
    later?.(receipt)
    later?.({ ...receipt, status: 'failed', error: new TernError('trade/failedOnChain', { error: 'x', words: 'x' }) })
    await vi.waitFor(() => expect(tones).toEqual(['confirmed', 'failed']))
  },
)

/** A trade that reads, signs and sends step by step: the test ends each step. */
function stepwise() {
  const steps: string[] = []
  const ends = new Map<string, () => void>()
  const step = (name: string) =>
    new Promise<void>(resolve => {
      steps.push(name)
      ends.set(name, resolve)
    })
  const bytes = new Uint8Array([1])
  const signTransactions = async () => {
    await step('signs')
    return []
  }
  const made = { ...withPlan, client: { owner: { address: owner, signTransactions } } } as unknown as Planned
  const { effects } = effectsThat(async () => receipt)
  const inSteps = async (...[client, , options]: Parameters<typeof buy>) => {
    await step('reads')
    await client.owner?.signTransactions([{ bytes } as unknown as Message])
    await options?.beforeSending?.()
    steps.push('sends')
    return receipt
  }
  return {
    steps,
    bytes,
    press: (isStillArmed?: () => boolean) => send(made, { ...effects, buy: inSteps }, token, isStillArmed),
    async end(name: string) {
      await vi.waitFor(() => expect(ends.has(name)).toBe(true))
      ends.get(name)?.()
    },
  }
}
const shown = () => toasts.get().map(({ state, title, detail }) => [state, title, detail])
const unsent = (title: string, next = '') => [['failed', title, `Buy KITE for 0 SOL. Nothing was sent. ${next}`.trim()]]

it('signs nothing once Instant is disarmed, and says so at once', async () => {
  armInstant()
  const { steps, press, end } = stepwise()
  const sent = press(takeInstant())
  expect(shown()).toEqual([['sending', 'Sending transaction...', 'Buy KITE for 0.000000005 SOL']])
  await vi.waitFor(() => expect(steps).toEqual(['reads']))
  disarmInstant()
  expect(await sent).toBe(false)
  expect(shown()).toEqual(unsent('Instant was disarmed'))
  expect(toasts.get()[0]?.isPassing).toBe(true)
  expect(underwayOf('Mint').get()).toBe('none')
  await end('reads')
  await new Promise(resolve => setImmediate(resolve))
  expect(steps).toEqual(['reads'])
})

it('does not send a trade that was signed before Instant was disarmed', async () => {
  armInstant()
  const { steps, press, end } = stepwise()
  const sent = press(takeInstant())
  await end('reads')
  await vi.waitFor(() => expect(steps).toEqual(['reads', 'signs']))
  disarmInstant()
  await end('signs')
  expect(await sent).toBe(false)
  expect(steps).toEqual(['reads', 'signs'])
})

it.each(['reads', 'signs'])('does not send a trade that %s for longer than a press is valid', async slow => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { steps, press, end } = stepwise()
  const sent = press()
  if (slow === 'signs') await end('reads')
  await vi.waitFor(() => expect(steps).toContain(slow))
  vi.setSystemTime(Date.now() + pressLifeMs)
  await end(slow)
  expect(await sent).toBe(false)
  expect(steps.at(-1)).toBe(slow)
  expect(shown()).toEqual(unsent('Preparing the trade took over 5 seconds', 'Press again if you still want it.'))
})

it('sends a trade that a person took longer to confirm in the vault', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { steps, bytes, press, end } = stepwise()
  const sent = press()
  await end('reads')
  await vi.waitFor(() => expect(steps).toContain('signs'))
  vaultAsks.set([bytes])
  vi.setSystemTime(Date.now() + 40_000)
  vaultAsks.set([])
  await end('signs')
  expect(await sent).toBe(true)
  expect(steps).toEqual(['reads', 'signs', 'sends'])
})

it('sends nothing while another tab trades the token, and says that it waits', async () => {
  const others = await beginSending('Mint')
  const { bought, effects } = effectsThat(async () => receipt)
  expect(await send(planned, effects)).toBeUndefined()
  expect(bought).not.toHaveBeenCalled()
  expect(toasts.get()).toMatchObject([{ state: 'failed', title: 'Waiting for the last transaction' }])
  others?.end()
})
