// Quotes half a SOL in a Raydium pool, to the unit, and prints the cost of the swap.
//   npx node examples/quotePool.ts <pool>
import { createClient } from '@tern/client'
import { formatAmount, formatPercent, parseAddress, wrappedNativeMint } from '@tern/core'
import { raydiumCpmm } from '@tern/venues/raydiumCpmm'

const [pool] = process.argv.slice(2)
const { chain } = createClient({ rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899' })

const opened = await chain.read(raydiumCpmm, parseAddress(pool))
const quote = opened.quote({ tokenIn: wrappedNativeMint, exactIn: 500_000_000n }, await chain.readClock())

for (const token of opened.tokens)
  if (token.mint === quote.tokenOut) console.log(`${formatAmount(quote.amountOut, token)} of ${token.mint}`)
for (const { kind, amount } of quote.fees) console.log(`${kind} fee: ${amount} lamports`)
console.log(`price impact: ${formatPercent(quote.priceImpact)}%`)
