// Closes a wallet's empty token accounts, for their rent.
//   npx node examples/reclaimRent.ts wallet.json
import { readFileSync } from 'node:fs'
import { createKeyPairFromBytes } from '@solana/kit'
import { createClient, planReclaimRent, reclaimRent } from '@tern/client'
import { keyPairOwner } from '@tern/core'

const [file = 'wallet.json'] = process.argv.slice(2)
const keyPair = await createKeyPairFromBytes(Uint8Array.from(JSON.parse(readFileSync(file, 'utf8'))))
const owner = await keyPairOwner(keyPair)
const client = createClient({ rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899', owner })

const planned = await planReclaimRent(client)
for (const { address, why } of planned.kept) console.log(`${address} stays: ${why}`)
const { status, returned, networkFee } = await reclaimRent(client, planned)
console.log(`${status}: ${returned} of ${planned.lamports} lamports came back for ${networkFee} in fees`)
client.chain.close()
