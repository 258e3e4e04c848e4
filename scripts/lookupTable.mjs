// npm run lookup-table: makes a lookup table with the accounts that all trades on a cluster share, or adds the missing
// accounts.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
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

/** The PKCS #8 prefix of a key's 32 bytes. The file holds 32 bytes of the seed and 32 of the public key. */
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const bytes = Buffer.from(JSON.parse(readFileSync(values.keypair, 'utf8')))
const { subtle } = globalThis.crypto
const owner = await keyPairOwner({
  privateKey: await subtle.importKey('pkcs8', Buffer.concat([prefix, bytes.subarray(0, 32)]), 'Ed25519', false, [
    'sign',
  ]),
  publicKey: await subtle.importKey('raw', bytes.subarray(32, 64), 'Ed25519', true, ['verify']),
})
const client = createClient({ rpc: values.rpc, owner })
try {
  const known = values.table === undefined ? {} : { table: parseAddress(values.table) }
  const { table, added } = await extendLookupTable(client, known)
  console.log(`${table}: ${added === 0 ? 'it has all that trades share' : `${added} addresses added`}`)
} finally {
  client.chain.close()
}
