// Finds the places that a token trades in, on every venue: its curve, or its pools, the deepest first.
//   npx node examples/findGraduatedPool.ts <mint>
import { createClient, findGraduation, findPools } from '@tern/client'
import { parseAddress } from '@tern/core'

const mint = parseAddress(process.argv[2])
const client = createClient({ rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899' })

for (const { pool, stage, depth } of await findPools(client, mint)) {
  const { protocol, address, curve } = pool
  const to = await findGraduation(client, pool)
  if (stage === 'notOpen') console.log(`in the ${protocol} pool ${address}, once that opens`)
  else if (curve === undefined) console.log(`in the ${protocol} pool ${address}, ${depth ?? 'unknown'} lamports deep`)
  else if (stage === 'trading') console.log(`on its curve ${address}, ${curve.progressPpm / 10_000}% sold`)
  else console.log(`${stage}: from its curve ${address} to ${to?.protocol} ${to?.address}`)
}
