// Prints the tokens for 1 SOL in each of several Raydium pools, at every change, until Ctrl-C. The pools share their requests.
//   npx node examples/watchPools.ts <pool> <pool> …
import { createClient } from '@tern/client'
import { parseAddress, wrappedNativeMint } from '@tern/core'
import { raydiumCpmm } from '@tern/venues/raydiumCpmm'

const pools = process.argv.slice(2).map(text => parseAddress(text))
const { chain } = createClient({ rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899' })
const clock = await chain.readClock()

chain.watch(raydiumCpmm, pools, {
  onValue(pool) {
    const { amountOut, tokenOut } = pool.quote({ tokenIn: wrappedNativeMint, exactIn: 1_000_000_000n }, clock)
    console.log(`slot ${pool.slot}: 1 SOL buys ${amountOut} raw units of ${tokenOut}`)
  },
  onError: (error, pool) => console.error(`${pool}: ${error}`),
})
