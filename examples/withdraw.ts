// Sends a tenth of a SOL to another wallet, or the whole balance of a token.
//   npx node examples/withdraw.ts wallet.json <recipient> [<mint>]
import { readFileSync } from 'node:fs'
import { createKeyPairFromBytes } from '@solana/kit'
import { createClient, planWithdraw, withdraw } from '@tern/client'
import { keyPairOwner, parseAddress } from '@tern/core'

const [file = 'wallet.json', recipient = '', mint] = process.argv.slice(2)
const keyPair = await createKeyPairFromBytes(Uint8Array.from(JSON.parse(readFileSync(file, 'utf8'))))
const client = createClient({
  rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899',
  owner: await keyPairOwner(keyPair),
})

// `planWithdraw` reads the recipient's account first: a program, a mint or a token account would keep the money for
// ever.
const planned = await planWithdraw(
  client,
  mint === undefined
    ? { recipient, mint: null, amount: 100_000_000n }
    : { recipient, mint: parseAddress(mint), amount: 'all' },
)
for (const { code, text } of planned.reasons) console.log(`${code}: ${text}`)
if (planned.reasons.length === 0) {
  const { status, signature } = await withdraw(client, planned)
  console.log(`${status}: ${signature}`)
}
client.chain.close()
