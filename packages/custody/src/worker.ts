import { createSigner, type SignerPort } from './serveSigner.ts'

/**
 * Where there are shared workers one of them signs for all tabs of the browser, so that a wallet that was unlocked in one is
 * open in all and its key is held once; it ends, and forgets, with the last of them. Else each tab has a worker.
 */
if ('onconnect' in self) {
  const life = crypto.randomUUID()
  // Never let go: a page that is granted it knows that the system has ended this worker.
  void navigator.locks.request(life, () => new Promise(() => {}))
  const signer = createSigner(life)
  addEventListener('connect', event => {
    const [port] = (event as MessageEvent).ports
    if (port === undefined) return
    signer.connect(port)
    port.start()
  })
} else createSigner().connect(self as SignerPort)
