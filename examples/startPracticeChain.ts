// Starts a Solana node of your own with pools of more than fifty tokens, until Ctrl-C. The other examples trade on it.
//   npx node examples/startPracticeChain.ts
import { startPracticeChain } from '@tern/practice-chain'

const practice = await startPracticeChain({ port: Number(process.env.RPC_PORT ?? 8899) })
console.log(`${practice.rpcUrl}\n`)
for (const { symbol, protocol, stage, mint, pool } of practice.world)
  console.log(`${symbol.padEnd(10)} ${protocol.padEnd(17)} ${stage.padEnd(10)} mint ${mint}  pool ${pool}`)

process.once('SIGINT', () => practice.close())
