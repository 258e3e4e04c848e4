// npm run lookup-table: makes a lookup table with the accounts that all trades share on a cluster, or adds to one what it lacks.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createKeyPairFromBytes } from '@solana/kit'
import { createClient, extendLookupTable } from '@tern/client'
import { keyPairOwner, parseAddress } from '@tern/core'

const usage = `npm run lookup-table -- --rpc <url> --keypair <file> [--table <address>]

Makes a lookup table for trades that would not fit into a transaction otherwise, and prints its address, which the server takes
as LOOKUP_TABLE. With --table, adds what that one lacks: after an upgrade, say. Costs the table's rent, some 0.004 SOL.

  --rpc      a node of the cluster
  --keypair  who pays and stays the table's authority: 64 bytes as JSON, as solana-keygen writes them. Any wallet that holds
             a little SOL; the server never sees it.
  --table    the table that there is`

const { values } = parseArgs({
  options: {
    rpc: { type: 'string' },
    keypair: { type: 'string' },
    table: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help || values.rpc === undefined || values.keypair === undefined) {
  console.log(usage)
  process.exit(values.help ? 0 : 1)
}

const bytes = Uint8Array.from(JSON.parse(readFileSync(values.keypair, 'utf8')))
const owner = await keyPairOwner(await createKeyPairFromBytes(bytes))
const client = createClient({ rpc: values.rpc, owner })
try {
  const known = values.table === undefined ? {} : { table: parseAddress(values.table) }
  const { table, added } = await extendLookupTable(client, known)
  console.log(`${table}: ${added === 0 ? 'it has all that trades share' : `${added} addresses added`}`)
} finally {
  client.chain.close()
}
