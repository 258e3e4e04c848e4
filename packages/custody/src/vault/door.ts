/** What the vault's page says once it listens, and what the terminal answers, a port with it. */
const ready = 'tern-vault:ready'
const knock = 'tern-vault:knock'

/** The part of a window that a door needs; a test brings its own. */
export interface DoorWindow {
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
}

interface Neighbour {
  postMessage(message: unknown, targetOrigin: string, transfer?: Transferable[]): void
}

/** The origin of a terminal's vault: `https://tern.example` → `https://vault.tern.example`. */
export const vaultOriginOf = (appOrigin: string): string => appOrigin.replace('://', '://vault.')

/** The origin of a vault's terminal; `undefined` for what is no vault's origin. */
export const appOriginOf = (vaultOrigin: string): string | undefined =>
  /^https?:\/\/vault\.[^/]/.test(vaultOrigin) ? vaultOrigin.replace('://vault.', '://') : undefined

/**
 * The terminal's side: waits until the vault in a frame listens, and gives it a port. The frame must be of the vault's origin
 * then, and the message from that very frame; anything else is not heard. @returns the port's other end, not yet started.
 */
export function knockAt(frame: Neighbour, vaultOrigin: string, self: DoorWindow): Promise<MessagePort> {
  return new Promise(resolve => {
    self.addEventListener('message', function hear({ origin, source, data }) {
      if (origin !== vaultOrigin || source !== frame || data !== ready) return
      self.removeEventListener('message', hear)
      const { port1, port2 } = new MessageChannel()
      frame.postMessage(knock, vaultOrigin, [port2])
      resolve(port1)
    })
  })
}

/**
 * The vault's side: says that it listens and takes one port, from the page that frames it and only if that is the terminal.
 * Who knocks a second time is not heard: a page that is loaded anew frames a new vault.
 */
export function answerDoor(
  parent: Neighbour,
  appOrigin: string,
  self: DoorWindow,
  serve: (port: MessagePort) => void,
): void {
  self.addEventListener('message', function hear({ origin, source, data, ports }) {
    const [port] = ports
    if (origin !== appOrigin || source !== parent || data !== knock || port === undefined || ports.length > 1) return
    self.removeEventListener('message', hear)
    serve(port)
  })
  parent.postMessage(ready, appOrigin)
}
