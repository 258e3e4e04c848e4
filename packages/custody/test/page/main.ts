import type { Address, Message, Terms } from '@tern/core'
import { type Bundle, connectKeys } from '@tern/custody/internal'
import { ownerBy } from '../../src/owner.ts'

/** The page under test. It uses custody as the terminal does, without the terminal. */
const worker = new Worker(new URL('../../src/worker.ts', import.meta.url), { type: 'module', name: 'signer' })
const keys = connectKeys(worker)
let ticks = 0
setInterval(() => ticks++, 10)

const errorFields = (error: unknown) => ({
  code: (error as { code?: string }).code ?? '',
  message: (error as { message: string }).message,
})

/** Allows a message its network fee and nothing else. */
const feeOnly: Terms = {
  spend: [],
  receive: [],
  lamports: { rent: 0n, programFee: 0n, networkFee: 5_000n, tip: 0n, tradeFee: 0n },
  cosigners: [],
  lifetime: 'blockhash',
}

const page = {
  create: (passphrase: string) => keys.create(passphrase, { suborgId: 'browser' }),
  unlock: (bundle: Bundle, passphrase: string) =>
    keys.unlock(bundle, passphrase).then(({ addresses }) => addresses, errorFields),
  lock: () => keys.lock(),
  status: () => keys.status,
  sign: async (address: Address, message: Omit<Message, 'bytes'>, bytes: readonly number[]) =>
    ownerBy(address, messages => keys.sign(address, messages))
      .signTransactions([{ ...message, terms: feeOnly, bytes: Uint8Array.from(bytes) }])
      .then(signed => signed.map(({ bytes: wire }) => [...wire]), errorFields),
  /** Counts the page's turns. */
  ticks: () => ticks,
}

declare global {
  interface Window {
    custodyPage: typeof page
  }
}

window.custodyPage = page
document.documentElement.dataset.ready = ''
