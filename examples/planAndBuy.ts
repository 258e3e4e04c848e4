// Plans a purchase of 0.1 SOL, prints its preview, then makes it.
//   npx node examples/planAndBuy.ts wallet.json <mint>
import { readFileSync } from 'node:fs'
import { createKeyPairFromBytes } from '@solana/kit'
import { buy, createClient, planBuy } from '@tern/client'
import { formatAmount, formatPercent, keyPairOwner, parseAddress } from '@tern/core'

const [file = 'wallet.json', mintText] = process.argv.slice(2)
const keyPair = await createKeyPairFromBytes(Uint8Array.from(JSON.parse(readFileSync(file, 'utf8'))))
const rpc = process.env.RPC_URL ?? 'http://127.0.0.1:8899'
const client = createClient({ rpc, owner: await keyPairOwner(keyPair) })

const planned = await planBuy(client, {
  mint: parseAddress(mintText),
  amountIn: 100_000_000n, // lamports: 0.1 SOL
  slippageBps: 100, // accept up to 1% fewer tokens
  priorityFeeLamports: 50_000n,
})
for (const { code, text } of planned.reasons) console.log(`cannot buy: ${code}: ${text}`)

if (planned.preview) {
  const { get, pay, totalLamports } = planned.preview
  console.log(`get ${formatAmount(get.afterTransferFee, get.token)} tokens`)
  console.log(`at least ${formatAmount(get.minimum, get.token)}`)
  console.log(`price impact ${formatPercent(get.priceImpact)}%`)
  for (const { label, lamports } of pay) console.log(`  ${label}: ${lamports} lamports`)
  console.log(`the wallet needs ${totalLamports} lamports`)
}
if (planned.reasons.length === 0) {
  const { status, amountOut, signature } = await buy(client, planned)
  console.log(`${status}: ${amountOut} raw units, ${signature}`)
}
client.chain.close()
