import { type Address, decodeBase58, systemProgram, tokenProgram, wrappedNativeMint } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../apps/server/test/runningServer.ts'
import { bringPracticeWallet, passphrase, pressLast } from './onPage.ts'
import { closePages, openBrowser } from './openBrowser.ts'
import { practiceRpc } from './practiceRpc.ts'
import { practiceServer } from './practiceServer.ts'
import { isProof } from './proof.ts'

/** An attacker's script on the terminal's own origin. It frames the vault, connects to it and sends it any request. */
function beHostile(vault: string): void {
  const frame = document.createElement('iframe')
  frame.title = 'Vault'
  Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100vw', height: '100vh', border: '0' })
  const received: FromVault[] = []
  let last = 0
  const connected = new Promise<MessagePort>(resolve =>
    addEventListener('message', ({ data, source }) => {
      if (data !== 'tern-vault:ready' || source !== frame.contentWindow) return
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = event => received.push(event.data)
      frame.contentWindow?.postMessage('tern-vault:knock', vault, [port2])
      resolve(port1)
    }),
  )
  async function waitForMessage(isMeant: (one: FromVault) => boolean): Promise<FromVault> {
    for (;;) {
      const found = received.find(isMeant)
      if (found !== undefined) return found
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }
  async function ask(call: string, asked: object): Promise<unknown> {
    const id = ++last
    ;(await connected).postMessage({ id, call, ...asked })
    const { error, answer } = await waitForMessage(one => one.id === id)
    return error?.code ?? answer
  }
  Object.assign(window, { frame, waitForMessage, ask } satisfies Hostile)
  frame.src = `${vault}/`
  document.body.replaceChildren(frame)
}

interface FromVault {
  readonly id?: number
  readonly wants?: string
  readonly error?: { readonly code: string }
  readonly answer?: unknown
}

interface Hostile {
  readonly frame: HTMLIFrameElement
  readonly ask: (call: string, asked: object) => Promise<unknown>
  readonly waitForMessage: (isMeant: (one: FromVault) => boolean) => Promise<FromVault>
}

let server: RunningServer
let context: BrowserContext
let page: Page
let owner: Address
let thief: Address
let bytes: readonly number[]

const vaultUrl = () => server.url.replace('//', '//vault.')

/** Makes the bytes of a transfer of 9 SOL. The signer reads them as a withdrawal. */
function transfer(from: Address, to: Address, blockhash: string): readonly number[] {
  const amount = new DataView(new ArrayBuffer(8))
  amount.setBigUint64(0, 9_000_000_000n, true)
  const keys = [from, to, systemProgram].flatMap(address => [...addressBytes(address)])
  const data = [2, 0, 0, 0, ...new Uint8Array(amount.buffer)]
  return [0x80, 1, 0, 1, 3, ...keys, ...decodeBase58(blockhash), 1, 2, 2, 0, 1, data.length, ...data, 0]
}

beforeAll(async () => {
  server = await practiceServer()
  context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 800 } })
  page = await context.newPage()
  owner = await bringPracticeWallet(page, server.url)
  thief = (await deriveKey('a test', 'thief')).address
  const { rpc } = practiceRpc(() => server.port)
  const { value } = await rpc<{ value: { blockhash: string } }>('getLatestBlockhash')
  bytes = transfer(owner, thief, value.blockhash)
})

afterAll(async () => {
  await closePages()
})

/**
 * Extends the quiet time of the vault's window until the page calls `endQuiet`. The window ignores input during this time.
 * Without it, a busy machine could type so slowly that the quiet time ends first. Runs in the page.
 */
function holdQuiet(quietMs: number): void {
  if (location.pathname !== '/window') return
  const { setTimeout: start, clearTimeout: stop } = window
  const held = new Map<number, () => void>()
  Object.assign(window, {
    setTimeout(work: () => void, ms?: number) {
      if (ms !== quietMs) return start(work, ms)
      const id = -held.size - 1
      held.set(id, work)
      return id
    },
    clearTimeout(id: number) {
      if (held.has(id)) held.set(id, () => undefined)
      else stop(id)
    },
    endQuiet() {
      for (const work of held.values()) work()
    },
  })
}

/** Takes over the terminal's page before its own scripts run. */
async function openHostilePage(): Promise<Page> {
  const hostile = await context.newPage()
  await hostile.route(`${server.url}/assets/*.js`, route => route.abort())
  await hostile.goto(`${server.url}/discover`)
  await hostile.evaluate(beHostile, vaultUrl())
  return hostile
}

/** Ways to hide a frame. */
const disguises: Readonly<Record<string, (frame: HTMLIFrameElement) => void>> = {
  'by opacity': frame => {
    frame.style.opacity = '0'
  },
  'by a mask': frame => {
    frame.style.mask = 'linear-gradient(transparent, transparent)'
  },
  'by a clip path': frame => {
    frame.style.clipPath = 'polygon(0 0, 0 0, 0 0)'
  },
  'under another element': frame => {
    const cover = document.createElement('div')
    cover.textContent = 'Unlock'
    Object.assign(cover.style, { position: 'fixed', inset: '0', background: 'white' })
    frame.after(cover)
  },
}

/** Lets a hostile page ask for a withdrawal's form, and for the signature once a person has confirmed it. @returns the outcome. */
const askToWithdraw = (hostile: Page, window?: string) =>
  hostile.evaluate(
    async ([address, bytes, recipient, mints, window]) => {
      const { ask, waitForMessage } = globalThis as unknown as Hostile
      const lamports = { rent: 0n, programFee: 0n, networkFee: 5_000n, tip: 0n, tradeFee: 0n }
      const spend = [{ ...mints, max: 9_000_000_000n }]
      const terms = { spend, receive: [], lamports, recipient, cosigners: [], lifetime: 'blockhash' }
      const asked = { address, bytes: Uint8Array.from(bytes), terms }
      const place = window === undefined ? {} : { window }
      const outcomes = [
        ask('show', { form: { form: 'withdraw', ...asked }, ...place }).then(answer =>
          JSON.stringify(answer).includes('done') ? 'signed' : answer,
        ),
        waitForMessage(({ wants }) => wants !== undefined).then(() => ask('withdraw', asked)),
        new Promise(resolve => setTimeout(resolve, 6_000, 'nothing')),
      ]
      return JSON.stringify(await Promise.race(outcomes))
    },
    [owner, bytes, thief, { mint: wrappedNativeMint, tokenProgram }, window] as const,
  )

/** Opens the vault's window with the features that the page chooses. */
async function openVaultWindow(hostile: Page, id: string, features: string): Promise<Page> {
  const opening = context.waitForEvent('page')
  await hostile.evaluate(
    ([address, features]) => {
      Object.assign(globalThis, { opened: open(address, 'vault', features) })
    },
    [`${vaultUrl()}/window#${id}`, features] as const,
  )
  return opening
}

const form = (window: Page) => window.getByRole('dialog', { name: 'Check this withdrawal' })

describe('a page that hides the vault’s frame', () => {
  const tried = Object.keys(disguises).filter(
    name => isProof || name === 'by opacity' || name === 'under another element',
  )
  it.each(tried)('%s gets no withdrawal signed by a user who goes on typing', async disguise => {
    const hostile = await openHostilePage()
    await hostile.evaluate(`(${disguises[disguise]})(frame)`)
    const signed = askToWithdraw(hostile)
    await hostile.evaluate(() => (globalThis as unknown as Hostile).frame.focus())
    // The time that a form takes to appear.
    await hostile.waitForTimeout(1_500)
    await hostile.keyboard.type(thief.slice(-4))
    await hostile.keyboard.press('Tab')
    await hostile.keyboard.type(passphrase)
    await hostile.keyboard.press('Enter')
    expect(await signed).toBe('"wallet/requestMalformed"')
    await hostile.close()
  })
})

describe('a page that opens the vault’s window for a request of its own', () => {
  let hostile: Page
  beforeAll(async () => {
    await context.addInitScript(holdQuiet, 500)
    hostile = await openHostilePage()
  })

  it('cannot frame it', async () => {
    await hostile.evaluate(address => {
      const frame = document.createElement('iframe')
      frame.name = 'framed'
      frame.src = address
      document.body.append(frame)
    }, `${vaultUrl()}/window#${crypto.randomUUID()}`)
    await expect.poll(() => hostile.frame('framed')?.url()).toBe('chrome-error://chromewebdata/')
    await hostile.evaluate(() => document.querySelector('[name=framed]')?.remove())
  })

  it('cannot control it, and the window ignores keys and presses as it appears', async () => {
    const id = crypto.randomUUID()
    const signed = askToWithdraw(hostile, id)
    const window = await openVaultWindow(hostile, id, 'width=480,height=640')
    await form(window).waitFor()
    for (const key of [...thief.slice(-4), 'Tab', ...passphrase, 'Enter']) await window.keyboard.press(key)
    await form(window).locator('fieldset:disabled').waitFor()
    await window.evaluate(() => (globalThis as unknown as { endQuiet(): void }).endQuiet())
    await form(window).locator('fieldset:enabled').waitFor()
    for (const label of ['Type the last 4 characters of the address', 'Passphrase'])
      expect(await form(window).getByLabel(label).inputValue()).toBe('')
    expect(await window.evaluate(() => [opener, top === self, name])).toEqual([null, true, ''])
    const held = await hostile.evaluate(() => {
      const { opened } = globalThis as unknown as { opened: Window | null }
      return [opened?.closed, opened?.length]
    })
    expect(held).toEqual([true, 0])
    // The form reads its facts from the bytes alone.
    expect((await form(window).locator('.address').textContent())?.replaceAll(/\s/g, '')).toBe(thief)
    await form(window).getByText('! never sent here before').waitFor()
    await window.close()
    expect(await signed).toBe('{"outcome":"closed"}')
  })

  it.each([
    ['is too small', 'Make this window larger'],
    ['has lost the focus', 'Click into this window'],
    ['is out of sight', 'Click into this window'],
  ])('gets no input into a window that %s', async (state, why) => {
    const id = crypto.randomUUID()
    const signed = askToWithdraw(hostile, id)
    const window = await openVaultWindow(hostile, id, `width=480,height=${state === 'is too small' ? 300 : 640}`)
    await form(window).waitFor()
    if (state === 'has lost the focus')
      await window.evaluate(() => {
        document.hasFocus = () => false
        dispatchEvent(new Event('blur'))
      })
    if (state === 'is out of sight')
      await window.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
        document.dispatchEvent(new Event('visibilitychange'))
      })
    await form(window).getByRole('status').filter({ hasText: why }).waitFor()
    expect(await form(window).getByLabel('Passphrase').isDisabled()).toBe(true)
    await form(window).getByRole('button', { name: why }).click({ force: true })
    await pressLast(window, form(window).getByRole('button', { name: 'Back' }))
    expect(await signed).toBe('{"outcome":"closed"}')
  })
})
