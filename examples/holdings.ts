// What a wallet holds.
//   node examples/holdings.ts <address>
import { createClient } from '@tern/client'
import { decodeMint, formatAmount, parseAddress } from '@tern/core'

const address = parseAddress(process.argv[2])
const { chain } = createClient({ rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899' })

const accounts = await chain.readTokenAccounts(address)
const read = await chain.readAccounts([address, ...accounts.map(({ mint }) => mint)])

console.log(`${formatAmount(read.get(address)?.lamports ?? 0n, 9)} SOL`)
for (const { mint, amount } of accounts)
  console.log(`${formatAmount(amount, decodeMint(mint, read.get(mint)))} of ${mint}`)
