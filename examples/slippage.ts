// Prints how slippage and fees change a purchase of 0.1 SOL. Nothing is signed.
//   npx node examples/slippage.ts wallet.json <mint>
import { readFileSync } from 'node:fs'
import { createKeyPairFromBytes } from '@solana/kit'
import { createClient, planBuy } from '@tern/client'
import { formatAmount, keyPairOwner, parseAddress } from '@tern/core'

const [file = 'wallet.json', mintText] = process.argv.slice(2)
const keyPair = await createKeyPairFromBytes(Uint8Array.from(JSON.parse(readFileSync(file, 'utf8'))))
const rpc = process.env.RPC_URL ?? 'http://127.0.0.1:8899'
const client = createClient({ rpc, owner: await keyPairOwner(keyPair) })

for (const slippageBps of [50, 500]) {
  const { quote, preview } = await planBuy(client, {
    mint: parseAddress(mintText),
    amountIn: 100_000_000n, // lamports
    slippageBps,
    priorityFeeLamports: 50_000n,
  })
  if (quote === undefined || preview === undefined) continue
  const { expected, minimum, token } = preview.get
  console.log(
    `${slippageBps / 100}%: ${formatAmount(expected, token)} expected, ${formatAmount(minimum, token)} at least`,
  )
  for (const { kind, amount } of quote.fees) console.log(`  ${kind} fee, within the amount: ${amount} lamports`)
}
client.chain.close()
