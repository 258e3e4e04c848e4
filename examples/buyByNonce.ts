// Buys a pump.fun coin with a transaction that never expires: it uses a durable nonce, and closes the nonce account afterwards.
//   npx node examples/buyByNonce.ts wallet.json <mint>
import { readFileSync } from 'node:fs'
import { createKeyPairFromBytes } from '@solana/kit'
import { buy, closeNonce, createClient, openNonce, planBuy } from '@tern/client'
import { keyPairOwner, parseAddress } from '@tern/core'

const [file = 'wallet.json', mintText] = process.argv.slice(2)
const keyPair = await createKeyPairFromBytes(Uint8Array.from(JSON.parse(readFileSync(file, 'utf8'))))

const client = createClient({
  rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899',
  owner: await keyPairOwner(keyPair),
})
const { nonce } = await openNonce(client)
console.log(`lives by ${nonce}`)
const planned = await planBuy(client, {
  mint: parseAddress(mintText),
  amountIn: 10_000_000n,
  slippageBps: 100,
  priorityFeeLamports: 50_000n,
  lifetime: 'nonce',
})
const { status, amountOut } = await buy(client, planned)
console.log(`${status}: ${amountOut} raw units`)
if (status === 'confirmed' || status === 'failed')
  console.log(`${await closeNonce(client)} lamports of the nonce account came back`)
client.chain.close()
