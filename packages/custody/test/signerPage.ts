import { afterEach } from 'vitest'
import { connectKeys, type Keys } from '../src/keys.ts'
import type { Signer } from '../src/serveSigner.ts'

const open: MessagePort[] = []

/** Closes ports after the test. */
export const closeLater = (...ports: readonly MessagePort[]): void => void open.push(...ports)

afterEach(() => {
  for (const port of open.splice(0)) port.close()
})

/** A page behind a channel to its signer. */
interface SignerPage {
  readonly keys: Keys
  readonly port: MessagePort
  /** The signer's messages, in order. */
  readonly received: unknown[]
}

/** Opens a page of a signer. Its channel closes after the test. */
export function openPage(signer: Signer, options?: Parameters<typeof connectKeys>[1]): SignerPage {
  const { port1, port2 } = new MessageChannel()
  const received: unknown[] = []
  port1.addEventListener('message', ({ data }) => received.push(data))
  closeLater(port1, port2)
  signer.connect(port2)
  port2.start()
  const keys = connectKeys(port1, options)
  port1.start()
  return { keys, port: port1, received }
}
