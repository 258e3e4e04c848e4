// Several nodes: reads go to the first that answers, transactions to all of them.
//   node examples/ownRpc.ts https://first.example https://second.example
import { createClient } from '@tern/client'

const urls = process.argv.slice(2)
const { chain } = createClient({
  rpc: urls,
  subscriptions: urls.map(url => url.replace(/^http/, 'ws')), // only where they are elsewhere
})

const { slot, epoch } = await chain.readClock()
console.log(`slot ${slot}, epoch ${epoch}`)

// What the client has no function for is a call away: Solana Kit's RPC, with retries at the other nodes.
const version = await chain.rpc.getVersion().send()
console.log(`node version ${version['solana-core']}`)
