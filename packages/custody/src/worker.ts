import { createKeystore } from './keystore.ts'
import { createNonces } from './nonces.ts'
import { createPrices, listenTo } from './prices.ts'
import { createSigner, type SignerPort } from './serveSigner.ts'

/** Holds a Web Lock for as long as this worker lives: a page that is granted it knows that the system has ended the worker. */
const holdForLife = (name: string) =>
  new Promise<void>(held => {
    void navigator.locks.request(name, () => {
      held()
      return new Promise(() => {})
    })
  })

const lookEveryMs = 5_000
/** A wallet whose nonce account was just opened is followed before anybody trades by it. */
const followEveryMs = 1_000

function started(life?: string) {
  const [prices, nonces] = [createPrices(), createNonces()]
  const keystore = createKeystore(undefined, { prices, nonces })
  const signer = createSigner(life, keystore)
  const ask = listenTo(new URL('/api/prices', self.location.href).href.replace('http', 'ws'), text => {
    prices.hear(text)
    nonces.hear(text)
  })
  setInterval(signer.look, lookEveryMs)
  setInterval(() => void nonces.follow(keystore.nonceWallets).then(ask), followEveryMs)
  return signer
}

/**
 * Where there are shared workers one of them signs for all tabs of the browser, so that a wallet that was unlocked in one is
 * open in all and its key is held once; it ends, and forgets, with the last of them. Else each tab has a worker.
 */
if ('onconnect' in self) {
  const life = crypto.randomUUID()
  // No page may ask for the lock before it is held.
  const held = holdForLife(life)
  const signer = started(life)
  addEventListener('connect', event => {
    const [port] = (event as MessageEvent).ports
    if (port === undefined) return
    void held.then(() => {
      signer.connect(port)
      port.start()
    })
  })
} else {
  const signer = started()
  signer.connect(self as SignerPort)
  // A window of the vault, which would else have a signer of its own with nothing open.
  addEventListener('message', ({ data }: MessageEvent<{ readonly admitted?: unknown }>) => {
    if (!(data?.admitted instanceof MessagePort)) return
    signer.connect(data.admitted)
    data.admitted.start()
  })
}
