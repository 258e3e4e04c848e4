import type { Signer } from './signer.ts'

/*
 * Where a browser has no shared workers, the wallets are open in the worker of the frame alone. The frame lends it to the window that
 * shows its form: both are pages of the vault, and what one says goes to no other page.
 */

interface Said {
  readonly from: 'frame' | 'window'
  readonly message: unknown
}

const hello = 'hello'

/** The end of a channel at which what `other` says is heard. */
function endOf(request: string, self: Said['from'], hear: (message: unknown) => void) {
  const channel = new BroadcastChannel(`tern-signer-${request}`)
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => data.from !== self && hear(data.message))
  return {
    /** Nothing can be handed over by this channel, so what would be is overwritten here once it was copied. */
    say(message: unknown, secrets: readonly Transferable[] = []): void {
      channel.postMessage({ from: self, message } satisfies Said)
      for (const secret of secrets) if (secret instanceof ArrayBuffer) new Uint8Array(secret).fill(0)
    },
    close: () => channel.close(),
  }
}

const buffersIn = (message: unknown): ArrayBuffer[] =>
  Object.values(message ?? {}).flatMap(value => (value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : []))

/** Lends the worker to the window of a request. `join` has the worker serve a port. @returns ends it. */
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

/** The signer that the frame of a request lends. */
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
