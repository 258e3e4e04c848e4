// Explains why a trade is impossible, before anything is signed: codes for your program, texts for your users.
//   npx node examples/refusals.ts <mint>
import { generateKeyPair } from '@solana/kit'
import { createClient, planBuy } from '@tern/client'
import { isTernError, keyPairOwner, parseAddress } from '@tern/core'
import { bondingCurveAddress } from '@tern/venues/pumpfun'

const mint = parseAddress(process.argv[2])
const emptyWallet = await keyPairOwner(await generateKeyPair())
const client = createClient({ rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899', owner: emptyWallet })

const request = {
  mint,
  pool: { protocol: 'pumpfun', address: await bondingCurveAddress(mint) },
  amountIn: 100_000_000n,
  slippageBps: 100,
  priorityFeeLamports: 0n,
} as const
const planned = await planBuy(client, request)
for (const { code, text } of planned.reasons) console.log(`${code}: ${text}`)

try {
  parseAddress('not an address')
} catch (error) {
  if (isTernError(error, 'address/invalid')) console.log(`${error.code}: ${error.facts.text}`)
}
