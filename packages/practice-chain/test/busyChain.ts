import { encodeBase58, type systemProgram } from '@tern/core'
import { createBank } from '../src/bank/createBank.ts'
import { createFaucet } from '../src/bank/faucet.ts'

/**
 * Keeps a chain busy until it is killed, and prints each acknowledged transaction: signature, slot, time, balances.
 * It also prints the slot and the time of each confirmed block.
 * It takes snapshots all the time, and sometimes rolls blocks back or skips time.
 * A rollback prints the slots that it abandons before it begins, and another line once it is on disk.
 */
const [dataDir = '', seed = '0'] = process.argv.slice(2)
const bank = await createBank({ dataDir, slotMs: 5, now: Date.now, snapshotEvery: 150 })
const faucet = createFaucet(bank.genesisHash)
console.log(`open ${bank.slot()}`)
bank.on('block', ({ slot, blockTimeSeconds }) => console.log(`block ${slot} ${blockTimeSeconds}`))
bank.on('rollback', ({ abandoned }) => console.log(`abandons ${abandoned.join(' ')}`))

function addressOf(n: number) {
  const bytes = new Uint8Array(32).fill(7)
  new DataView(bytes.buffer).setUint32(0, n % 50)
  return encodeBase58(bytes) as typeof systemProgram
}

async function pay(n: number): Promise<void> {
  const { blockhash } = bank.latestBlockhash()
  const number = BigInt(n)
  const wire = faucet.transfer({ to: addressOf(n), lamports: 890_880n + number, blockhash, number })
  const result = await bank.submit(wire)
  if (!result.accepted) return console.log(`refused ${JSON.stringify(result.refusal.kind)}`)
  const record = bank.transaction(result.signature)
  if (record === null) return
  console.log(['acknowledged', result.signature, record.slot, record.blockTimeSeconds, record.postBalances].join(' '))
}

let n = Number(seed) * 1_000_000
for (let round = 1; ; round++) {
  await Promise.all(Array.from({ length: 8 }, () => pay(++n)))
  if (round % 20 === 7) await bank.travel({ slots: 40n })
  if (round % 20 !== 17) continue
  await bank.rollback(2n)
  console.log('abandoned')
}
