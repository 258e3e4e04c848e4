/** The vault's message once it listens. */
const ready = 'tern-vault:ready'
/** The terminal's reply. It carries a port. */
const knock = 'tern-vault:knock'

/** The part of a window that a door needs. Tests supply their own. */
export interface DoorWindow {
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
}

interface Neighbour {
  postMessage(message: unknown, targetOrigin: string, transfer?: Transferable[]): void
}

/** Returns the origin of a terminal's vault: `https://tern.example` → `https://vault.tern.example`. */
export const vaultOriginOf = (appOrigin: string): string => appOrigin.replace('://', '://vault.')

/** Returns the origin of a vault's terminal, or `undefined` if the origin is not a vault's. */
export const appOriginOf = (vaultOrigin: string): string | undefined =>
  /^https?:\/\/vault\.[^/]/.test(vaultOrigin) ? vaultOrigin.replace('://vault.', '://') : undefined

/**
 * The terminal's side: waits until the vault in a frame listens, then sends it a port.
 * Accepts the message only from the vault's origin and from that very frame.
 *
 * @returns the other end of the port, not started yet.
 */
export function knockAt(frame: Neighbour, vaultOrigin: string, self: DoorWindow): Promise<MessagePort> {
  return new Promise(resolve => {
    self.addEventListener('message', function onMessage({ origin, source, data }) {
      if (origin !== vaultOrigin || source !== frame || data !== ready) return
      self.removeEventListener('message', onMessage)
      const { port1, port2 } = new MessageChannel()
      frame.postMessage(knock, vaultOrigin, [port2])
      resolve(port1)
    })
  })
}

/**
 * The vault's side: reports that it listens, and accepts a single port.
 * The port must come from the framing page, and that page must have the terminal's origin.
 * It ignores later knocks, because a reloaded terminal frames a new vault.
 */
export function answerDoor(
  { parent, appOrigin, self }: { readonly parent: Neighbour; readonly appOrigin: string; readonly self: DoorWindow },
  serve: (port: MessagePort) => void,
): void {
  self.addEventListener('message', function onMessage({ origin, source, data, ports }) {
    const [port] = ports
    if (origin !== appOrigin || source !== parent || data !== knock || port === undefined || ports.length > 1) return
    self.removeEventListener('message', onMessage)
    serve(port)
  })
  parent.postMessage(ready, appOrigin)
}
