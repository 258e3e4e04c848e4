import { createOwners } from './accountOwners.ts'
import { lockChannel } from './autoLock.ts'
import { createKeystore } from './keystore.ts'
import { createNonces } from './nonces.ts'
import { createPrices } from './prices.ts'
import { listenTo } from './serverLine.ts'
import { createSigner, type Lives } from './serveSigner.ts'
import type { SignerPort } from './signerPages.ts'

/** Holds a Web Lock while this worker lives. A page that gets the lock knows that the browser has ended the worker. */
const holdForLife = (name: string) =>
  new Promise<void>(held => {
    void navigator.locks.request(name, () => {
      held()
      return new Promise(() => {})
    })
  })

/**
 * Interval of the check for automatic locks. It also reports newly opened wallets with nonce accounts to the server.
 */
const everyMs = 1_000

function started(lives?: Lives) {
  const [prices, nonces, owners] = [createPrices(), createNonces(), createOwners(asked => line.request(asked))]
  const keystore = createKeystore(undefined, { prices, nonces, owners })
  const signer = createSigner(lives, keystore)
  const line = listenTo(new URL('/api/prices', self.location.href).href.replace('http', 'ws'), text => {
    prices.receive(text)
    nonces.receive(text)
    owners.receive(text)
  })
  setInterval(() => {
    signer.look()
    void nonces.follow(keystore.nonceWallets).then(line.follow)
  }, everyMs)
  return signer
}

/**
 * In a browser with shared workers, a single worker signs for all tabs: an unlock in one tab opens the wallets in all tabs.
 * It forgets the keys after the last tab is closed. In other browsers each tab has a worker of its own that ends with the tab.
 */
if ('onconnect' in self) {
  const life = crypto.randomUUID()
  // Hold the lock before a page can request it.
  const held = holdForLife(life)
  const signer = started({ life, whenFree: lock => navigator.locks.request(lock, () => undefined) })
  // After its last page is gone, a signer keeps its keys for a moment. A lock in a page of another signer reaches it here.
  new BroadcastChannel(lockChannel).addEventListener('message', ({ data }) => signer.lock(Number(data?.saidAtMs)))
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
  // A window of the vault borrows this signer. Its own signer would have no wallet open.
  addEventListener('message', ({ data }: MessageEvent<{ readonly admitted?: unknown }>) => {
    if (!(data?.admitted instanceof MessagePort)) return
    signer.connect(data.admitted)
    data.admitted.start()
  })
}
