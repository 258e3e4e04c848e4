import type { Keys, Unlocked } from '@tern/custody/internal'
import type { Wallets } from '@tern/vault/wallets'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { openBundleServer } from '../apps/server/test/bundleServer.ts'
import { Browser, closeTabs } from './walletBrowser.ts'

vi.mock('../apps/vault/src/money.ts', () => ({
  readMoney: async () => ({ kind: 'practice', genesisHash: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY' }),
}))
/** The practice wallet of the browser, instead of its IndexedDB. */
vi.mock('../apps/vault/src/practising.ts', () => {
  let kept: unknown
  const store = {
    readPractice: async () => kept,
    async writePractice(wallet: unknown) {
      kept = wallet
      localStorage.setItem('tern-practice', 'made')
    },
  }
  return { practiceStore: async () => store, dropPractice: async () => undefined }
})

const passphrase = 'correct horse battery staple'
const next = 'another horse battery staple'

const server = await openBundleServer('vault.tern.localhost:8787')
afterAll(() => server.close())
afterEach(async () => {
  closeTabs()
  await server.restart()
})

const labels = (wallets: Wallets) => {
  const state = wallets.state()
  return state.status === 'held' ? state.wallets.map(({ label }) => label) : state.status
}
const openIn = (wallets: Wallets) => {
  const state = wallets.state()
  return state.status === 'held' ? state.open : state.status
}
const pinnedRev = (browser: Browser) => JSON.parse(browser.kept.get('tern-newest-bundle') ?? '{}').rev

/** Two tabs with signers of their own: an open tab, and a locked tab. */
async function twoTabs() {
  const browser = new Browser(server)
  const open = browser.tab({ isShared: false })
  await open.load()
  const begun = await open.begin(passphrase)
  const address = await begun.keep()
  const locked = browser.tab({ isShared: false })
  await locked.load()
  return { browser, open, locked, address, secret: begun.phrase }
}

/** Runs `work` once, after the tab's signer has opened a bundle and before the tab goes on. */
async function afterOpening(tab: Wallets, call: 'unlock' | 'unlockByPasskey', work: () => Promise<unknown>) {
  const keys = await tab.signer()
  const original = keys[call] as (...args: unknown[]) => Promise<Unlocked>
  let isDone = false
  const opening = async (...args: unknown[]) => {
    const opened = await original(...args)
    if (!isDone) {
      isDone = true
      await work()
    }
    return opened
  }
  ;(keys as { -readonly [Key in keyof Keys]: unknown })[call] = opening
}

describe('an unlock during a change in another tab', () => {
  it('takes the newer names, and remembers the newer revision', async () => {
    const { browser, open, locked, address, secret } = await twoTabs()
    await afterOpening(locked, 'unlock', () => open.rename(address, 'Savings'))
    await locked.unlock(secret)
    expect([labels(locked), openIn(locked), pinnedRev(browser)]).toEqual([['Savings'], [address], 2])
    expect(labels(open)).toEqual(['Savings'])
  })

  it('opens nothing if the passphrase was changed meanwhile', async () => {
    const { browser, open, locked, secret } = await twoTabs()
    await afterOpening(locked, 'unlock', async () => (await open.changePassphrase(secret, next)).keep())
    await expect(locked.unlock(passphrase)).rejects.toMatchObject({ code: 'wallet/wrongPassphrase' })
    expect([openIn(locked), pinnedRev(browser)]).toEqual([[], 2])
    await locked.unlock(next)
  })

  it('goes on if the server answered before the change', async () => {
    const { browser, open, locked, address, secret } = await twoTabs()
    let isFirst = true
    const { fetch } = browser
    browser.fetch = async (url, options) => {
      const answer = await fetch(url, options)
      if (isFirst && (options?.method ?? 'GET') === 'GET') {
        isFirst = false
        await open.rename(address, 'Savings')
      }
      return answer
    }
    // A tab keeps the fetch of its opening.
    const late = browser.tab({ isShared: false })
    isFirst = false
    await late.load()
    isFirst = true
    await late.unlock(secret)
    expect([labels(late), labels(locked), openIn(late), pinnedRev(browser)]).toEqual([
      ['Savings'],
      ['Savings'],
      [address],
      2,
    ])
  })
})

describe('a tab that the browser kept for going back', () => {
  it('is locked with a signer of its own, because it received no lock and no limit', async () => {
    const { browser, open, locked, secret, address } = await twoTabs()
    await locked.unlock(secret)
    const kept = browser.tabs.at(-1) ?? expect.fail('no tab')
    kept.onStorage = () => undefined
    kept.onBroadcast = () => undefined
    await open.setLimits({ trade: 1n, untilLock: 1n }, secret)
    await open.lock()
    expect(openIn(locked)).toEqual([address])
    kept.comeBack()
    await expect.poll(() => openIn(locked)).toEqual([])
    expect(locked.state()).toMatchObject({ limits: { trade: 1n, untilLock: 1n } })
  })

  it('stays open with the signer of all tabs', async () => {
    const browser = new Browser(server)
    const tab = browser.tab()
    await tab.load()
    const address = await (await tab.begin(passphrase)).keep()
    browser.tabs[0]?.comeBack()
    // The port answers in order: after this answer, a lock would show.
    await (await tab.signer()).setLimits({ trade: 1n, untilLock: 1n })
    expect(openIn(tab)).toEqual([address])
  })
})

describe('two tabs that begin to practise at once', () => {
  it('share a single practice wallet', async () => {
    const browser = new Browser(server)
    const tabs = [browser.tab({ isShared: false }), browser.tab({ isShared: false })]
    await Promise.all(tabs.map(tab => tab.load()))
    const [one, other] = await Promise.all(tabs.map(tab => tab.practise()))
    expect(one).toBe(other)
  })
})
