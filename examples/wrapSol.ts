// Wraps 0.1 SOL, lists the wallet's token accounts with their rent, and unwraps it.
//   npx node examples/wrapSol.ts wallet.json
import { readFileSync } from 'node:fs'
import { createKeyPairFromBytes } from '@solana/kit'
import { createClient, execute, planUnwrap, planWrap } from '@tern/client'
import { keyPairOwner } from '@tern/core'

const [file = 'wallet.json'] = process.argv.slice(2)
const keyPair = await createKeyPairFromBytes(Uint8Array.from(JSON.parse(readFileSync(file, 'utf8'))))
const owner = await keyPairOwner(keyPair)
const client = createClient({ rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899', owner })

await execute(client, await planWrap(client, { amount: 100_000_000n }))
for (const { mint, amount, lamports, state, account } of await client.chain.readTokenAccounts(owner.address))
  console.log(`${mint}: ${amount} raw units, ${lamports} lamports, ${state}, ${account.data.length} bytes`)
const planned = await planUnwrap(client)
const { steps } = await execute(client, planned)
console.log(`${steps[0]?.status}: ${planned.quote?.lamports} lamports came back`)
client.chain.close()
