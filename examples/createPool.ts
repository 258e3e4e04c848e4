// Creates a Raydium CPMM pool of 0.1 SOL and a million raw units of a token, or says why not.
//   npx node examples/createPool.ts wallet.json <mint> <config>
import { readFileSync } from 'node:fs'
import { createKeyPairFromBytes } from '@solana/kit'
import { createClient, execute, planCreatePool } from '@tern/client'
import { keyPairOwner, parseAddress, wrappedNativeMint } from '@tern/core'

const [file = 'wallet.json', mint, config] = process.argv.slice(2)
const keyPair = await createKeyPairFromBytes(Uint8Array.from(JSON.parse(readFileSync(file, 'utf8'))))
const client = createClient({
  rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899',
  owner: await keyPairOwner(keyPair),
})

const planned = await planCreatePool(client, {
  protocol: 'raydium_cpmm',
  config: parseAddress(config), // the account of the fee rates
  tokens: [
    { mint: wrappedNativeMint, amount: 100_000_000n },
    { mint: parseAddress(mint), amount: 1_000_000n },
  ],
})
for (const { code, text } of planned.reasons) console.log(`cannot create: ${code}: ${text}`)
if (planned.plan && planned.quote && planned.reasons.length === 0) {
  for (const { label, lamports } of planned.plan.pay) console.log(`  ${label}: ${lamports} lamports`)
  const { steps } = await execute(client, planned)
  console.log(`${steps.map(({ status }) => status)}: ${planned.quote.pool}`)
}
client.chain.close()
