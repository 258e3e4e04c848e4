// Builds and signs a purchase and sends nothing: the bytes are yours to send, the node only simulates them.
//   npx node examples/signOnly.ts wallet.json <mint>
import { readFileSync } from 'node:fs'
import { type Base64EncodedWireTransaction, createKeyPairFromBytes } from '@solana/kit'
import { createClient, planBuy, planMessage } from '@tern/client'
import { encodeBase64, keyPairOwner, parseAddress } from '@tern/core'
import { bondingCurveAddress } from '@tern/venues/pumpfun'

const [file = 'wallet.json', mintText] = process.argv.slice(2)
const keyPair = await createKeyPairFromBytes(Uint8Array.from(JSON.parse(readFileSync(file, 'utf8'))))
const mint = parseAddress(mintText)
const owner = await keyPairOwner(keyPair)
const client = createClient({ rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899', owner })

const { plan, reasons } = await planBuy(client, {
  mint,
  pool: { protocol: 'pumpfun', address: await bondingCurveAddress(mint) },
  amountIn: 100_000_000n,
  slippageBps: 100,
  priorityFeeLamports: 50_000n,
})
if (plan === undefined) throw reasons[0]?.error

const message = planMessage(owner.address, plan.messages[0], await client.chain.readBlockhash())
const [transaction] = await owner.signTransactions([message])
const wire = encodeBase64(transaction?.bytes ?? new Uint8Array()) as Base64EncodedWireTransaction
const { value } = await client.chain.rpc.simulateTransaction(wire, { encoding: 'base64' }).send()
console.log(`${wire}\n${value.err ?? 'would succeed'}, ${value.unitsConsumed} compute units`)
