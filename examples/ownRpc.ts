// Uses several nodes: reads go to the first node that answers, transactions to all nodes.
//   npx node examples/ownRpc.ts https://first.example https://second.example
import { createClient } from '@tern/client'

const urls = process.argv.slice(2)
const { chain } = createClient({
  rpc: urls,
  subscriptions: urls.map(url => url.replace(/^http/, 'ws')), // only needed if these URLs differ from the others
})

const { slot, epoch } = await chain.readClock()
console.log(`slot ${slot}, epoch ${epoch}`)

// Solana Kit's RPC makes every other call, and retries at the other nodes.
const version = await chain.rpc.getVersion().send()
console.log(`node version ${version['solana-core']}`)
