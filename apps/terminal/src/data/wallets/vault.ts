import { errorMessage } from '@tern/core'
import { connectVault, type FormOutcome, opensWindow, type Vault, type VaultForm, type VaultState } from '@tern/custody'
import { appearance } from '../settings/settings.ts'
import { createStore } from '../store.ts'
import { vaultAsks } from './vaultAsks.ts'
import { createVaultFrame, type VaultFrame } from './vaultFrame.ts'

/** The vault at `host` does not answer. */
interface SilentVault {
  readonly status: 'unreachable'
  readonly why: string
  readonly host: string
}

type FailedVault = Extract<VaultState, { readonly error: unknown }>
type KnownVault =
  | Exclude<VaultState, FailedVault>
  | SilentVault
  | { readonly status: FailedVault['status']; readonly why: string }

/** The state that the vault reports, in words, or that it does not answer. */
export const vaultState = createStore<KnownVault>({ status: 'loading' })

const inWords = (state: VaultState): KnownVault =>
  'error' in state ? { status: state.status, why: errorMessage(state.error) } : state

/**
 * Max lamports that the signed trades may take.
 * Counted since the wallets were opened, or since their owner was last asked.
 */
export const signedLamports = createStore(0n)

let made: VaultFrame | undefined
/** Made at the first use. */
function frame(): VaultFrame {
  made ??= createVaultFrame(() => void hideForm())
  return made
}
/** A vault that has not answered in this time counts as unreachable. It is asked again `retryMs` later. */
const patienceMs = 15_000
const retryMs = 3_000

let opened: Promise<Vault> | undefined

/** Returns the vault, and frames it at the first use. Never rejects: it is asked again until it answers. */
export function vault(): Promise<Vault> {
  opened ??= connect()
  return opened
}

type Connection = Awaited<ReturnType<VaultFrame['load']>>

/** Asks for the vault until it answers, and reports it as unreachable meanwhile. */
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
      // An earlier request may still be answered.
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

/** Asks an unreachable vault again at once, instead of after the wait. */
export function retryVault(): void {
  askAgain?.()
}

async function connect(): Promise<Vault> {
  const connection = await find()
  const known = connectVault(connection, async asked => {
    // A missing name is no reason not to sign.
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
    vaultState.set(inWords(known.state))
    signedLamports.set(known.signedLamports)
  })
  connection.start()
  const look = () => known.look(appearance.get())
  appearance.subscribe(look)
  look()
  return known
}

/** A form that continues in a window of the vault. This page can neither see nor reach the window. */
export interface WindowRequest {
  /** `true` if the browser blocked the window, because it opens a window only at a press. */
  readonly isBlocked: boolean
  /** Opens the window, or opens it again. Call it in the handler of a press. */
  readonly open: () => void
  readonly cancel: () => void
}

export const windowRequest = createStore<WindowRequest | undefined>(undefined)

const [windowWidth, windowHeight] = [480, 640]

/**
 * Opens the vault's window for a request, centred over this window (a phone opens a tab).
 *
 * @returns `false` if the browser blocked it.
 */
function openWindow(id: string): boolean {
  const [left, top] = [screenX + (outerWidth - windowWidth) / 2, screenY + (outerHeight - windowHeight) / 2]
  const features = `popup,width=${windowWidth},height=${windowHeight},left=${Math.round(left)},top=${Math.round(top)}`
  return window.open(`${frame().origin}/window#${id}`, '_blank', features) !== null
}

async function showInWindow(form: VaultForm, onConfirmed?: () => void): Promise<FormOutcome> {
  const id = crypto.randomUUID()
  const open = () => windowRequest.set({ isBlocked: !openWindow(id), open, cancel: () => void hideForm() })
  // Open it now: the browser allows a window only for the press that led here.
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
 * Shows a form of the vault until it ends: over the page, or in a window if it gives away money or keys.
 * The form asks for any secrets. Secrets never reach this page.
 *
 * @param onConfirmed called when the withdrawal in the form is confirmed.
 */
export const showForm = (form: VaultForm, onConfirmed?: () => void): Promise<FormOutcome> =>
  opensWindow(form) ? showInWindow(form, onConfirmed) : showInFrame(form)

/** Ends the form that is shown. */
export async function hideForm(): Promise<void> {
  await (await vault()).hide()
}
