// Reads the trades of a transaction from its programs' events.
//   npx node examples/readTransaction.ts <signature>
import { signature } from '@solana/kit'
import { createClient } from '@tern/client'
import { decodeBase58 } from '@tern/core'
import { readExecuted } from '@tern/venues/read'

const [name = ''] = process.argv.slice(2)
const { chain } = createClient({ rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899' })
const config = { encoding: 'json', maxSupportedTransactionVersion: 0, commitment: 'confirmed' } as const
const found = await chain.rpc.getTransaction(signature(name), config).send()

const { accountKeys, instructions } = found?.transaction.message ?? { accountKeys: [], instructions: [] }
for (const { programIdIndex, accounts, data } of instructions) {
  const program = accountKeys[programIdIndex]
  const named = accounts.flatMap(index => accountKeys[index] ?? [])
  const read = program && readExecuted({ program, accounts: named, data: decodeBase58(data) })
  if (read?.kind === 'swap')
    console.log(`${read.protocol} swap: at most ${read.takes[0]?.max} in, at least ${read.brings[0]?.min} out`)
}
