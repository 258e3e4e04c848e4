import { knockAt, type SignerConnection, vaultOriginOf } from '@tern/custody'
import './vaultFrame.css'

/** The vault's frame, over the page while it shows a form. */
export interface VaultFrame {
  readonly origin: string
  /** Loads the vault, anew if it was. `onSilent`: what came is no vault. @returns a way to ask it, not yet started. */
  load(onSilent: () => void): Promise<SignerConnection & { start(): void }>
  /** Puts it over the page, which cannot be used meanwhile. */
  cover(): void
  /** Takes it away, and gives the focus back to where it was. */
  uncover(): void
}

/** A vault says that it listens while it loads; what has loaded and said nothing for so long is none. */
const silenceMs = 1_000

/** What the vault may ask the browser for besides showing itself. */
const permissions = 'clipboard-write; publickey-credentials-create; publickey-credentials-get'

/**
 * Frames the vault: a page of an origin of its own, whose storage and keys no script of this page can reach. It stands in a
 * dialog, so that it lies over every other one. `onCancel`: it was to be closed before the focus was inside, where a form closes.
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
        // Not by its address, which going back would go through.
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
