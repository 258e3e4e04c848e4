// Signs with an owner of your own: an object with an address and `signTransactions`. This one asks before it signs.
//   npx node examples/ownSigner.ts wallet.json <recipient>
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { createKeyPairFromBytes } from '@solana/kit'
import { createClient, planWithdraw, withdraw } from '@tern/client'
import { keyPairOwner, type Owner } from '@tern/core'

const [file = 'wallet.json', recipient = ''] = process.argv.slice(2)
const keyPair = await createKeyPairFromBytes(Uint8Array.from(JSON.parse(readFileSync(file, 'utf8'))))
const signer = await keyPairOwner(keyPair)

const owner: Owner = {
  address: signer.address,
  async signTransactions(messages, cosigners) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout })
    const answer = await terminal.question(`Sign ${messages.length} transaction for ${recipient}? (yes) `)
    terminal.close()
    if (answer !== 'yes') throw new Error('The owner refused to sign')
    return signer.signTransactions(messages, cosigners)
  },
}
const client = createClient({ rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899', owner })

const planned = await planWithdraw(client, { recipient, mint: null, amount: 100_000_000n })
for (const { code, text } of planned.reasons) console.log(`${code}: ${text}`)
const { status, signature } = await withdraw(client, planned)
console.log(`${status}: ${signature}`)
client.chain.close()
