import { createKeystore } from './keystore.ts'
import { createNonces } from './nonces.ts'
import { createPrices, listenTo } from './prices.ts'
import { createSigner, type Lives, type SignerPort } from './serveSigner.ts'

/** Holds a Web Lock for as long as this worker lives: a page that is granted it knows that the system has ended the worker. */
const holdForLife = (name: string) =>
  new Promise<void>(held => {
    void navigator.locks.request(name, () => {
      held()
      return new Promise(() => {})
    })
  })

/** The wallets lock within this time of when they should. A nonce account that was just opened is followed before a trade needs it. */
const everyMs = 1_000

function started(lives?: Lives) {
  const [prices, nonces] = [createPrices(), createNonces()]
  const keystore = createKeystore(undefined, { prices, nonces })
  const signer = createSigner(lives, keystore)
  const ask = listenTo(new URL('/api/prices', self.location.href).href.replace('http', 'ws'), text => {
    prices.hear(text)
    nonces.hear(text)
  })
  setInterval(() => {
    signer.look()
    void nonces.follow(keystore.nonceWallets).then(ask)
  }, everyMs)
  return signer
}

/**
 * If the browser has shared workers, one of them signs for all tabs: a wallet that was unlocked in one tab is open in all, and its key
 * exists once. It forgets the keys after the last tab is closed. Otherwise each tab has a worker, which ends with the tab.
 */
if ('onconnect' in self) {
  const life = crypto.randomUUID()
  // No page may ask for the lock before it is held.
  const held = holdForLife(life)
  const signer = started({ life, whenFree: lock => navigator.locks.request(lock, () => undefined) })
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
