import { knockAt, type SignerConnection, vaultOriginOf } from '@tern/custody'

/**
 * The vault: a page of an origin of its own, in a frame that shows nothing. Script of this page can reach neither what it
 * keeps nor its keys, and asks it by a port.
 */
export async function openVault(): Promise<SignerConnection & { start(): void; close(): void }> {
  const origin = vaultOriginOf(location.origin)
  const frame = document.createElement('iframe')
  frame.title = 'Vault'
  frame.hidden = true
  frame.src = `${origin}/`
  document.body.append(frame)
  if (frame.contentWindow === null) throw new TypeError('A frame without a window')
  const port = await knockAt(frame.contentWindow, origin, window)
  const stopped = new EventTarget()
  port.addEventListener('message', ({ data }) => {
    if (data === 'stopped') stopped.dispatchEvent(new Event('error'))
  })
  return {
    postMessage: (message, transfer) => port.postMessage(message, transfer),
    addEventListener(type: 'message' | 'error', listener: (event: MessageEvent<unknown>) => void) {
      if (type === 'message') port.addEventListener(type, event => event.data === 'stopped' || listener(event))
      else stopped.addEventListener(type, listener as (event: Event) => void)
    },
    start: () => port.start(),
    close() {
      port.close()
      frame.remove()
    },
  }
}
