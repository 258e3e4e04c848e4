// Swaps 0.05 SOL for a token along the best route. Names the pools of each path and their share.
//   npx node examples/swap.ts wallet.json <mint>
import { readFileSync } from 'node:fs'
import { createKeyPairFromBytes } from '@solana/kit'
import { createClient, execute, planSwap } from '@tern/client'
import { keyPairOwner, parseAddress, wrappedNativeMint } from '@tern/core'

const [file = 'wallet.json', mint] = process.argv.slice(2)
const keyPair = await createKeyPairFromBytes(Uint8Array.from(JSON.parse(readFileSync(file, 'utf8'))))
const client = createClient({
  rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899',
  owner: await keyPairOwner(keyPair),
})

const swap = await planSwap(client, {
  tokenIn: wrappedNativeMint,
  tokenOut: parseAddress(mint),
  exactIn: 50_000_000n,
  slippageBps: 100,
})
for (const { code, text } of swap.reasons) console.log(`cannot swap: ${code}: ${text}`)
if (swap.quote && swap.reasons.length === 0) {
  for (const { sharePercent, hops } of swap.quote.route.paths)
    console.log(`${sharePercent}% through ${hops.map(({ pool }) => pool.protocol).join(', ')}`)
  const { steps } = await execute(client, swap)
  console.log(`${steps.map(({ status }) => status)}: at least ${swap.quote.minOut} raw units`)
}
client.chain.close()
