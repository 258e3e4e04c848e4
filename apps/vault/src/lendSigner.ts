import type { Signer } from './signer.ts'

/*
 * In a browser without shared workers, only the worker of the vault's frame has the wallets open. The frame lends it to
 * the window that shows its form. Both pages belong to the vault, and no other page receives their messages.
 */

interface Said {
  readonly from: 'frame' | 'window'
  readonly message: unknown
}

const hello = 'hello'

/** Opens an end of the request's channel. `onMessage` receives the messages of the other end. */
function endOf(request: string, self: Said['from'], onMessage: (message: unknown) => void) {
  const channel = new BroadcastChannel(`tern-signer-${request}`)
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => data.from !== self && onMessage(data.message))
  return {
    /** A broadcast channel copies and cannot transfer. So this function zero-fills each secret after the copy. */
    say(message: unknown, secrets: readonly Transferable[] = []): void {
      channel.postMessage({ from: self, message } satisfies Said)
      for (const secret of secrets) if (secret instanceof ArrayBuffer) new Uint8Array(secret).fill(0)
    },
    close: () => channel.close(),
  }
}

const buffersIn = (message: unknown): ArrayBuffer[] =>
  Object.values(message ?? {}).flatMap(value => (value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : []))

/** Lends the worker to a request's window. `join` makes the worker serve a port. @returns a function that ends it. */
export function lendSigner(request: string, join: (port: MessagePort) => void): () => void {
  const { port1, port2 } = new MessageChannel()
  let isJoined = false
  const end = endOf(request, 'frame', message => {
    if (message !== hello) port1.postMessage(message, buffersIn(message))
    else if (!isJoined) {
      isJoined = true
      join(port2)
      port1.start()
    }
  })
  port1.addEventListener('message', ({ data }) => end.say(data, buffersIn((data as { answer?: unknown }).answer)))
  return () => {
    end.close()
    port1.close()
  }
}

/** Borrows the signer from a request's frame. */
export function borrowSigner(request: string): Signer {
  const life = new EventTarget()
  const end = endOf(request, 'window', data => life.dispatchEvent(new MessageEvent('message', { data })))
  return {
    postMessage: (message, transfer) => end.say(message, transfer),
    addEventListener: (type: string, listener: (event: never) => void) =>
      life.addEventListener(type, listener as (event: Event) => void),
    start: () => end.say(hello),
  }
}
