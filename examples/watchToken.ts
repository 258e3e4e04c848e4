// Prints the price of a pump.fun coin at every change, until Ctrl-C.
//   npx node examples/watchToken.ts <mint>
import { createClient, watchPool } from '@tern/client'
import { formatPercent, formatPrice, parseAddress, wrappedNativeMint } from '@tern/core'
import { bondingCurveAddress } from '@tern/venues/pumpfun'

const mint = parseAddress(process.argv[2])
const client = createClient({ rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899' })
const clock = await client.chain.readClock()
const coin = { protocol: 'pumpfun', address: await bondingCurveAddress(mint), mint } as const

watchPool(client, coin, {
  onPool(pool) {
    const [native, token] = pool.tokens[0].mint === wrappedNativeMint ? pool.tokens : pool.tokens.toReversed()
    if (pool.curve?.stage !== 'trading' || native === undefined || token === undefined) return
    const { currentPrice } = pool.quote({ tokenIn: mint, exactIn: 1_000_000n }, clock)
    const price = formatPrice({ base: token, quote: native, ratio: currentPrice }, { significant: 6 })
    const sold = formatPercent({ numerator: BigInt(pool.curve.progressPpm), denominator: 1_000_000n })
    console.log(`slot ${pool.slot}: ${price} SOL, ${sold}% of the curve sold`)
  },
})
