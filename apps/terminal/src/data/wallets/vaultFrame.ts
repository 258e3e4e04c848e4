import { knockAt, type SignerConnection, vaultOriginOf } from '@tern/custody'
import './vaultFrame.css'

/** The vault's frame. It covers the page while it shows a form. */
export interface VaultFrame {
  readonly origin: string
  /**
   * Loads the vault, or loads it again. Returns a connection that is not started yet.
   *
   * @param onSilent called if the loaded page is not a vault.
   */
  load(onSilent: () => void): Promise<SignerConnection & { start(): void }>
  /** Shows the frame over the page, so the page cannot be used meanwhile. */
  cover(): void
  /** Hides the frame, and returns the focus to its earlier element. */
  uncover(): void
}

/** A vault reports to the page while it loads. A loaded page that has been silent for this long is not a vault. */
const silenceMs = 1_000

/** Browser features that the vault may use. */
const permissions = 'clipboard-write; publickey-credentials-create; publickey-credentials-get'

/**
 * Frames the vault: a page of a separate origin. No script of this page can reach its storage and keys.
 * It is in a dialog, so that it covers every other dialog.
 *
 * @param onCancel called when a person closes the dialog before the focus is in the frame. Later, the form handles it.
 */
export function createVaultFrame(onCancel: () => void): VaultFrame {
  const origin = vaultOriginOf(location.origin)
  const frame = document.createElement('iframe')
  frame.title = 'Vault'
  frame.allow = permissions
  const dialog = document.createElement('dialog')
  dialog.className = 'vault-frame'
  dialog.setAttribute('aria-label', 'Vault')
  dialog.addEventListener('cancel', onCancel)
  dialog.append(frame)
  return {
    origin,
    async load(onSilent) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const silence = () => {
        timer = setTimeout(onSilent, silenceMs)
      }
      frame.addEventListener('load', silence, { once: true })
      if (dialog.isConnected) {
        // Do not set `src`: that adds an entry to the history, so the Back button would go through it.
        frame.contentWindow?.location.replace(`${origin}/`)
      } else {
        frame.src = `${origin}/`
        document.body.append(dialog)
      }
      if (frame.contentWindow === null) throw new TypeError('A frame without a window')
      const port = await knockAt(frame.contentWindow, origin, window)
      frame.removeEventListener('load', silence)
      clearTimeout(timer)
      return {
        postMessage: (message, transfer) => port.postMessage(message, transfer),
        addEventListener(type: 'message' | 'error', listener: (event: MessageEvent<unknown>) => void) {
          if (type === 'message') port.addEventListener(type, listener)
        },
        start: () => port.start(),
      }
    },
    cover() {
      if (!dialog.open) dialog.showModal()
      frame.focus()
    },
    uncover: () => dialog.close(),
  }
}
