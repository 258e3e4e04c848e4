// Sends through a provider of your own as well as the nodes. A provider has a name, its tip accounts and `send`.
//   npx node examples/ownProvider.ts wallet.json <to>
import { readFileSync } from 'node:fs'
import { createKeyPairFromBytes } from '@solana/kit'
import {
  compileMessage,
  createChain,
  normalProvider,
  type Provider,
  sendTransaction,
  transferInstruction,
} from '@tern/chain'
import { encodeBase64, keyPairOwner, parseAddress } from '@tern/core'

const [file = 'wallet.json', to] = process.argv.slice(2)
const keyPair = await createKeyPairFromBytes(Uint8Array.from(JSON.parse(readFileSync(file, 'utf8'))))
const owner = await keyPairOwner(keyPair)
const chain = createChain({ rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899' })

const printer: Provider = {
  name: 'printer',
  minimumTip: 0n,
  tipAccounts: [],
  async send(transaction) {
    console.log(`${encodeBase64(transaction.bytes).slice(0, 60)}…`)
  },
}
const message = compileMessage({
  feePayer: owner.address,
  lifetime: await chain.readBlockhash(),
  instructions: [transferInstruction(owner.address, parseAddress(to), 1_000_000n)],
})
for (const transaction of await owner.signTransactions([message])) {
  const outcome = await sendTransaction(chain, transaction, { providers: [printer, normalProvider(chain)] })
  console.log(outcome.status)
}
chain.close()
