import type { Keystore } from './keystoreDuties.ts'
import type { Notice } from './requests.ts'

/** The end of a channel that serves the signer: a worker's global scope or a `MessagePort`. */
export interface SignerPort {
  postMessage(message: unknown, transfer?: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
}

/** Creates the set of the pages that a signer serves. All of them get the notices. */
export function createSignerPages(keystore: Keystore, life: string | undefined) {
  const ports = new Set<SignerPort>()
  let reported = ''

  const notice = (): Notice => ({
    open: keystore.addresses,
    signedLamports: keystore.signedLamports,
    ...(life !== undefined && { life }),
  })

  return {
    add(port: SignerPort): void {
      ports.add(port)
      port.postMessage(notice())
    },
    remove: (port: SignerPort) => ports.delete(port),
    /** Sends a notice to every page, if the open wallets or the signed amounts have changed. */
    notify(): void {
      const state = `${keystore.addresses.join()} ${keystore.signedLamports}`
      if (state === reported) return
      reported = state
      for (const port of ports) port.postMessage(notice())
    },
  }
}
