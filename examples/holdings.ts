// Lists a wallet's holdings.
//   npx node examples/holdings.ts <address>
import { createClient } from '@tern/client'
import { amountScale, decodeMint, formatAmount, parseAddress } from '@tern/core'

const address = parseAddress(process.argv[2])
const { chain } = createClient({ rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899' })

const accounts = await chain.readTokenAccounts(address)
const read = await chain.readAccounts([address, ...accounts.map(({ mint }) => mint)])

console.log(`${formatAmount(read.get(address)?.lamports ?? 0n, 9)} SOL`)
const { unixTimestamp } = await chain.readClock()
for (const { mint, amount } of accounts) {
  const { decimals, extensions } = decodeMint(mint, read.get(mint))
  console.log(`${formatAmount(amount, { decimals, scale: amountScale(extensions, unixTimestamp) })} of ${mint}`)
}
