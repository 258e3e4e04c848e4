// Deposits 0.05 SOL and the matching tokens into a Raydium CPMM pool, then withdraws half of it.
//   npx node examples/addLiquidity.ts wallet.json <pool>
import { readFileSync } from 'node:fs'
import { createKeyPairFromBytes } from '@solana/kit'
import { createClient, execute, planDeposit, planWithdrawLiquidity } from '@tern/client'
import { keyPairOwner, parseAddress, wrappedNativeMint } from '@tern/core'

const [file = 'wallet.json', address] = process.argv.slice(2)
const keyPair = await createKeyPairFromBytes(Uint8Array.from(JSON.parse(readFileSync(file, 'utf8'))))
const client = createClient({
  rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899',
  owner: await keyPairOwner(keyPair),
})
const pool = { protocol: 'raydium_cpmm', address: parseAddress(address) } as const

const deposit = await planDeposit(client, { pool, mint: wrappedNativeMint, amount: 50_000_000n, slippageBps: 100 })
for (const { code, text } of deposit.reasons) console.log(`cannot deposit: ${code}: ${text}`)
if (deposit.plan && deposit.quote && deposit.reasons.length === 0) {
  for (const { label, lamports } of deposit.plan.pay) console.log(`  ${label}: ${lamports} lamports`)
  const { steps } = await execute(client, deposit)
  console.log(`${steps.map(({ status }) => status)}: ${deposit.quote.lpAmount} LP tokens`)

  const lpAmount = deposit.quote.lpAmount / 2n
  const withdrawal = await planWithdrawLiquidity(client, { pool, lpAmount, slippageBps: 100 })
  for (const { code, text } of withdrawal.reasons) console.log(`cannot withdraw: ${code}: ${text}`)
  const { steps: back } = await execute(client, withdrawal)
  const received = withdrawal.quote?.amounts.map(one => one.received)
  console.log(`${back.map(({ status }) => status)}: ${received?.join(' and ')} raw units came back`)
}
client.chain.close()
