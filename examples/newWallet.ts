// Makes a wallet with ten SOL of practice money, and writes its key to a file, as `solana-keygen` does.
//   npx node examples/newWallet.ts wallet.json
import { generateKeyPair, lamports, writeKeyPair } from '@solana/kit'
import { createClient } from '@tern/client'
import { keyPairOwner } from '@tern/core'

const [file = 'wallet.json'] = process.argv.slice(2)
const keyPair = await generateKeyPair(true)
const { address } = await keyPairOwner(keyPair)

const { chain } = createClient({ rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899' })
await chain.rpc.requestAirdrop(address, lamports(10_000_000_000n)).send()
await writeKeyPair(keyPair, file)
console.log(address)
