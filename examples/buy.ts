// Buys a pump.fun coin for a tenth of a SOL on its bonding curve.
//   npx node examples/buy.ts wallet.json <mint>
import { readFileSync } from 'node:fs'
import { createKeyPairFromBytes } from '@solana/kit'
import { buy, createClient, planBuy } from '@tern/client'
import { keyPairOwner, parseAddress } from '@tern/core'
import { bondingCurveAddress } from '@tern/venues/pumpfun'

const [file = 'wallet.json', mintText] = process.argv.slice(2)
const keyPair = await createKeyPairFromBytes(Uint8Array.from(JSON.parse(readFileSync(file, 'utf8'))))
const mint = parseAddress(mintText)

const client = createClient({
  rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899',
  owner: await keyPairOwner(keyPair),
})
const planned = await planBuy(client, {
  mint,
  pool: { protocol: 'pumpfun', address: await bondingCurveAddress(mint) },
  amountIn: 100_000_000n,
  slippageBps: 100,
  priorityFeeLamports: 50_000n,
})
for (const { label, lamports } of planned.preview?.pay ?? []) console.log(`${label}: ${lamports} lamports`)

const { status, amountOut, signature } = await buy(client, planned)
console.log(`${status}: ${amountOut} raw units, ${signature}`)
client.chain.close()
