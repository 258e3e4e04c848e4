import { connectVault, type FormOutcome, opensWindow, type Vault, type VaultForm, type VaultState } from '@tern/custody'
import { appearance } from '../settings/settings.ts'
import { createStore } from '../store.ts'
import { vaultAsks } from './vaultAsks.ts'
import { createVaultFrame, type VaultFrame } from './vaultFrame.ts'

/** Nobody answers at the vault's name, which is `host`. */
interface SilentVault {
  readonly status: 'unreachable'
  readonly why: string
  readonly host: string
}

/** What the vault says of itself, or that it does not answer. */
export const vaultState = createStore<VaultState | SilentVault>({ status: 'loading' })

/** How many lamports the trades may take that were signed since the wallets were opened, or since their owner was last asked. */
export const signedLamports = createStore(0n)

let made: VaultFrame | undefined
/** Made by the first who needs it. */
function frame(): VaultFrame {
  made ??= createVaultFrame(() => void hideForm())
  return made
}
/** A vault that has not answered by then is asked for again; sooner where something else has. */
const patienceMs = 15_000
const retryMs = 3_000

let opened: Promise<Vault> | undefined

/** The vault, framed when it is first needed. Never rejects: where it does not answer it is asked for again and again. */
export function vault(): Promise<Vault> {
  opened ??= connect()
  return opened
}

type Connection = Awaited<ReturnType<VaultFrame['load']>>

/** Asks for the vault until it answers, and meanwhile says that it does not. */
function find(): Promise<Connection> {
  const { host } = new URL(frame().origin)
  return new Promise(found => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const silent = () => {
      vaultState.set({ status: 'unreachable', why: `The vault at ${host} cannot be reached`, host })
      clearTimeout(timer)
      timer = setTimeout(ask, retryMs)
    }
    function ask() {
      clearTimeout(timer)
      timer = setTimeout(silent, patienceMs)
      // One that was asked before may answer yet.
      void frame()
        .load(silent)
        .then(connection => {
          clearTimeout(timer)
          askAgain = undefined
          found(connection)
        })
    }
    askAgain = ask
    ask()
  })
}

let askAgain: (() => void) | undefined

/** Asks for a vault that does not answer at once, not in a moment. */
export function retryVault(): void {
  askAgain?.()
}

async function connect(): Promise<Vault> {
  const connection = await find()
  const known = connectVault(connection, async asked => {
    // A name too few is no reason to sign nothing.
    const words = await import('./tradeWords.ts').then(
      ({ tradeWords }) => tradeWords(asked),
      () => [],
    )
    vaultAsks.set(asked.messages.map(({ bytes }) => bytes))
    try {
      return await showForm({ form: 'confirmTrade', words, ...asked })
    } finally {
      vaultAsks.set([])
    }
  })
  known.subscribe(() => {
    vaultState.set(known.state)
    signedLamports.set(known.signedLamports)
  })
  connection.start()
  const look = () => known.look(appearance.get())
  appearance.subscribe(look)
  look()
  return known
}

/** A form that goes on in a window of the vault, which this page can neither see nor reach. */
export interface WindowRequest {
  /** Whether the browser kept the window from opening: it opens one for a press only. */
  readonly isBlocked: boolean
  /** Opens the window, again if it was. To be called as something is pressed. */
  readonly open: () => void
  readonly cancel: () => void
}

export const windowRequest = createStore<WindowRequest | undefined>(undefined)

const [windowWidth, windowHeight] = [480, 640]

/** Opens the vault's window for a request, in the middle of this one; a phone opens a tab. @returns whether the browser did. */
function openWindow(id: string): boolean {
  const [left, top] = [screenX + (outerWidth - windowWidth) / 2, screenY + (outerHeight - windowHeight) / 2]
  const features = `popup,width=${windowWidth},height=${windowHeight},left=${Math.round(left)},top=${Math.round(top)}`
  return window.open(`${frame().origin}/window#${id}`, '_blank', features) !== null
}

async function showInWindow(form: VaultForm, onConfirmed?: () => void): Promise<FormOutcome> {
  const id = crypto.randomUUID()
  const open = () => windowRequest.set({ isBlocked: !openWindow(id), open, cancel: () => void hideForm() })
  // At once: the browser opens it for the press that has led here.
  open()
  try {
    return await (await vault()).show(form, { window: id, ...(onConfirmed && { onConfirmed }) })
  } finally {
    if (windowRequest.get()?.open === open) windowRequest.set(undefined)
  }
}

let shown = 0

async function showInFrame(form: VaultForm): Promise<FormOutcome> {
  const known = await vault()
  const number = ++shown
  frame().cover()
  try {
    return await known.show(form)
  } finally {
    if (number === shown) frame().uncover()
  }
}

/**
 * Shows a form of the vault's until it has ended: over the page, or in a window if it gives away money or keys. It asks for the
 * secrets, which never come here. `onConfirmed`: the withdrawal that it shows was confirmed.
 */
export const showForm = (form: VaultForm, onConfirmed?: () => void): Promise<FormOutcome> =>
  opensWindow(form) ? showInWindow(form, onConfirmed) : showInFrame(form)

/** Ends the form that is shown. */
export async function hideForm(): Promise<void> {
  await (await vault()).hide()
}
