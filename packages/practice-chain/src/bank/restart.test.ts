import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sol } from '../../test/openBank.ts'
import { newSigner } from '../../test/transactions.ts'
import type { Bank } from './bank.ts'
import { createBank } from './createBank.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'restart-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const at = (name: string) => join(directory, name)
/** Copies the files that a kill at this moment would leave. */
const kill = (from: string, to: string) => cpSync(at(from), at(to), { recursive: true })

let now: number
beforeEach(() => {
  now = 1_790_000_000_000
})
const open = (name: string, slotMs: number) => createBank({ dataDir: at(name), slotMs, now: () => now })

/** Lists the confirmed blocks, each with its slot, height, time and parent. */
const blocksOf = (bank: Bank, last = bank.slot('confirmed')) =>
  bank.blocks(0n, last).map(slot => {
    const block = bank.block(slot)
    return `${slot} ${block?.blockHeight} ${block?.blockTimeSeconds} ${block?.parentSlot}`
  })

describe.each([
  ['whose slots somebody else begins', 0, 400],
  // The bank's own timer is not due within the test.
  ['with slots of its own', 1_000_000, 1_000_000],
])('a chain %s that is killed', (_, slotMs, passesMs) => {
  async function live(bank: Bank, slots: number) {
    const { address } = await newSigner()
    for (let n = 1; n <= slots; n++) {
      // A timer is sometimes late, and the machine slept once.
      now += passesMs + (n % 5) * 90 + (n === 40 ? 3_600_000 : 0)
      await bank.tick()
      if (n % 90 === 0) await bank.airdrop(address, sol)
      if (n === 120) await bank.travel({ slots: 30n })
      if (n === 150) await bank.rollback(3n)
    }
  }

  it('has every confirmed block as it was, and no block that was never made', async () => {
    let bank = await open('0', slotMs)
    for (let round = 0; round < 3; round++) {
      await live(bank, 200)
      const before = blocksOf(bank)
      const [last, underWay] = [bank.slot('confirmed'), bank.slot()]
      kill(`${round}`, `${round + 1}`)
      await bank.close()
      now += 25_000
      bank = await open(`${round + 1}`, slotMs)
      expect(blocksOf(bank, last)).toEqual(before)
      // The slot that was current at the kill has its block, too.
      expect(bank.slot('confirmed')).toBe(underWay)
      expect(bank.slot()).toBeGreaterThan(underWay)
      expect(bank.clock().unixTimestamp).toBe(BigInt(Math.floor(now / 1_000)) + 12n * BigInt(round + 1))
    }
    await bank.close()
  })

  it.each([
    ['travels', (bank: Bank) => bank.travel({ slots: 30n })],
    ['rolls back', (bank: Bank) => bank.rollback(1n)],
  ])('has every confirmed block if it %s and that is not on disk yet', async (_, turn) => {
    const bank = await open('0', slotMs)
    await live(bank, 30)
    const before = blocksOf(bank, bank.slot('confirmed') - 1n)
    const turning = turn(bank)
    kill('0', '1')
    await turning
    await bank.close()
    const again = await open('1', slotMs)
    expect(before.length).toBeGreaterThan(20)
    expect(blocksOf(again).slice(0, before.length)).toEqual(before)
    await again.close()
  })

  it('has no block that was never made, even after a power cut', async () => {
    const bank = await open('0', slotMs)
    await live(bank, 200)
    const before = blocksOf(bank)
    kill('0', '1')
    await bank.close()
    rmSync(at('1/newest-slot.bin'), { force: true })
    const again = await open('1', slotMs)
    const after = blocksOf(again, bank.slot('confirmed'))
    expect(before).toEqual(expect.arrayContaining(after))
    expect(after.length).toBeGreaterThan(100)
    expect(again.slot('confirmed')).toBeLessThanOrEqual(bank.slot())
    expect(again.slot()).toBeGreaterThan(bank.slot())
    await again.close()
  })

  it('is the same after a regular close', async () => {
    const bank = await open('0', slotMs)
    await live(bank, 130)
    const before = blocksOf(bank)
    const last = bank.slot()
    await bank.close()
    const again = await open('0', slotMs)
    expect(blocksOf(again).slice(0, before.length)).toEqual(before)
    expect(again.slot()).toBe(last + 1n)
    await again.close()
  })
})
