import { encodeBase58, type systemProgram } from '@tern/core'
import { createBank } from '../src/bank/createBank.ts'
import { createFaucet } from '../src/bank/faucet.ts'

/** A process that keeps a chain busy until it is killed, and prints what was acknowledged: signature, slot, time, balances. */
const [dataDir = '', seed = '0'] = process.argv.slice(2)
const bank = await createBank({ dataDir, slotMs: 5, now: Date.now, snapshotEvery: 150 })
const faucet = createFaucet(bank.genesisHash)
console.log(`open ${bank.slot()}`)

function addressOf(n: number) {
  const bytes = new Uint8Array(32).fill(7)
  new DataView(bytes.buffer).setUint32(0, n % 50)
  return encodeBase58(bytes) as typeof systemProgram
}

for (let n = Number(seed) * 1_000_000; ; ) {
  const sent = Array.from({ length: 8 }, async () => {
    const number = BigInt(++n)
    const lamports = 890_880n + number
    const wire = faucet.transfer(addressOf(n), lamports, bank.latestBlockhash().blockhash, number)
    const result = await bank.submit(wire)
    if (!result.accepted) return console.log(`refused ${JSON.stringify(result.refusal.kind)}`)
    const record = bank.transaction(result.signature)
    console.log(
      ['acknowledged', result.signature, record?.slot, record?.blockTimeSeconds, record?.postBalances].join(' '),
    )
  })
  await Promise.all(sent)
}
