// Sells a wallet's whole balance of a pump.fun coin.
//   npx node examples/sell.ts wallet.json <mint>
import { readFileSync } from 'node:fs'
import { createKeyPairFromBytes } from '@solana/kit'
import { createClient, planSell, sell } from '@tern/client'
import { keyPairOwner, parseAddress } from '@tern/core'
import { bondingCurveAddress } from '@tern/venues/pumpfun'

const [file = 'wallet.json', mintText] = process.argv.slice(2)
const keyPair = await createKeyPairFromBytes(Uint8Array.from(JSON.parse(readFileSync(file, 'utf8'))))
const mint = parseAddress(mintText)
const owner = await keyPairOwner(keyPair)
const client = createClient({ rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899', owner })

const accounts = await client.chain.readTokenAccounts(owner.address)
const held = accounts.find(account => account.mint === mint && account.isAssociated)
const planned = await planSell(client, {
  mint,
  pool: { protocol: 'pumpfun', address: await bondingCurveAddress(mint) },
  amountIn: held?.amount ?? 0n,
  slippageBps: 100,
  priorityFeeLamports: 50_000n,
})
const { status, amountOut, signature } = await sell(client, planned)
console.log(`${status}: ${amountOut} lamports, ${signature}`)
client.chain.close()
