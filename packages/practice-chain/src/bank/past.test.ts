import type { Address } from '@tern/core'
import { expect, it } from 'vitest'
import { createFaucet } from './faucet.ts'
import { createLedger } from './ledger.ts'
import { createPast } from './past.ts'
import { beginChain } from './recovery.ts'
import { readWire } from './wire.ts'

const genesisHash = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'
const nobody = 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8' as Address

it('searches only the kept blocks, for any age of the chain', () => {
  const ledger = createLedger({
    genesisHash,
    slotsPerEpoch: 432_000n,
    roomLimit: { accounts: 1_000_000, undo: 1_000_000 },
    historyLimit: { transactions: 10, bytes: 1_000_000 },
    programs: new Map(),
    binaries: new Map(),
  })
  const faucet = createFaucet(genesisHash)
  beginChain(ledger, { genesis: [], faucet: faucet.address, unixTimestamp: 1_790_000_000n })
  const airdrop = () => {
    const { blockhash } = ledger.latestBlockhash()
    const wire = readWire(faucet.transfer({ to: nobody, lamports: 1_000_000_000n, blockhash, number: 1n }))
    if (typeof wire === 'string') throw new TypeError(wire)
    expect(ledger.process(wire, 'preflight', 'verify').landed).toBe(true)
  }
  airdrop()
  ledger.beginSlot(5n, 1_790_000_002n)
  airdrop()
  // About 13 years.
  const newest = 1_000_000_000n
  ledger.beginSlot(newest, 2_190_000_000n)
  airdrop()
  const past = createPast(ledger, () => newest - 1n)
  const kept = past.blocks(0n, newest)
  expect(kept.length).toBeLessThan(20_010)
  expect(kept.slice(0, 3)).toEqual([1n, 5n, newest - 19_999n])
  expect(kept.at(-1)).toBe(newest - 1n)
  for (const slot of kept.slice(0, 5)) expect(past.block(slot)?.slot).toBe(slot)
  expect(past.block(6n)).toBe(null)
  expect(past.firstAvailableBlock()).toBe(1n)
  expect(past.blocks(2n, 5n)).toEqual([5n])
  expect(past.blocks(6n, 1_000n)).toEqual([])
  expect([1n, 5n, 6n, newest].map(slot => past.transactionsIn(slot).length)).toEqual([1, 1, 0, 1])
})
