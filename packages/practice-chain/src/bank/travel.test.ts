import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@tern/core'
import { clockSysvar, recentBlockhashesSysvar } from '@tern/core/internal'
import { afterEach, describe, expect, it } from 'vitest'
import { balance, latest, memo, openBank, pass, sol } from '../../test/openBank.ts'
import { newSigner, refusalOf, sign, transfer } from '../../test/transactions.ts'
import type { Bank, BankEvents } from './bank.ts'
import { createBank } from './createBank.ts'

const slotHashesSysvar = 'SysvarS1otHashes111111111111111111111111111' as Address
const startsAt = 1_790_000_000n

const directories: string[] = []
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), 'travel-'))
  directories.push(directory)
  return directory
}
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true })
})

const sysvar = (bank: Bank, address: Address) => {
  const { data } = bank.account(address) ?? expect.fail('no sysvar')
  return { data, view: new DataView(data.buffer, data.byteOffset, data.length) }
}
/** slot, epochStartTimestamp, epoch, leaderScheduleEpoch, unixTimestamp */
const clockOf = (bank: Bank) => [0, 8, 16, 24, 32].map(at => sysvar(bank, clockSysvar).view.getBigUint64(at, true))
const slotsInSlotHashes = (bank: Bank, max: number) => {
  const { view } = sysvar(bank, slotHashesSysvar)
  const count = Math.min(Number(view.getBigUint64(0, true)), max)
  return Array.from({ length: count }, (_, i) => view.getBigUint64(8 + 40 * i, true))
}

describe('time travel', () => {
  it('jumps over slots, and 400 ms for each of them', async () => {
    const { bank } = await openBank({ slotsPerEpoch: 1_000n })
    await pass(bank, 3)
    await bank.travel({ slots: 2_500n })
    expect(bank.clock()).toEqual({ slot: 2_504n, unixTimestamp: startsAt + 1_000n, epoch: 2n })
    expect(clockOf(bank)).toEqual([2_504n, startsAt + 1_000n, 2n, 3n, startsAt + 1_000n])
    expect(bank.blockHeight()).toBe(5n)
    expect(bank.epochInfo()).toMatchObject({ absoluteSlot: 2_504n, blockHeight: 5n, slotIndex: 504n })
    await bank.travel({ slots: 100n })
    expect(clockOf(bank)).toEqual([2_604n, startsAt + 1_000n, 2n, 3n, startsAt + 1_040n])
  })

  it('jumps over seconds, and a slot for each 400 ms', async () => {
    const { bank, wait } = await openBank()
    await bank.travel({ seconds: 3_600n })
    expect(bank.clock()).toMatchObject({ slot: 9_001n, unixTimestamp: startsAt + 3_600n })
    await bank.travel({ seconds: 10n, slots: 1n })
    expect(bank.clock()).toMatchObject({ slot: 9_002n, unixTimestamp: startsAt + 3_610n })
    await wait(5_000)
    expect(bank.clock()).toMatchObject({ slot: 9_003n, unixTimestamp: startsAt + 3_615n })
    expect(bank.blockHeight()).toBe(4n)
  })

  it('goes forward only', async () => {
    const { bank } = await openBank()
    const tooFar = 2n ** 53n
    const wrong = [{ slots: 0n }, { slots: -1n }, { seconds: -1n }, { slots: 0n, seconds: 1n }]
    for (const travel of [...wrong, { slots: tooFar }, { slots: 1n, seconds: tooFar / 1_000n + 1n }])
      await expect(bank.travel(travel)).rejects.toMatchObject({ code: 'practice/travel' })
    expect(bank.slot()).toBe(1n)
    await bank.travel({ slots: 10n ** 12n })
    await bank.tick()
    expect([bank.slot(), bank.blockHeight()]).toEqual([10n ** 12n + 2n, 3n])
  })

  it('leaves the skipped slots without blocks, and heights count only blocks', async () => {
    const { bank } = await openBank()
    const blocks: BankEvents['block'][] = []
    const slots: BankEvents['slot'][] = []
    bank.on('block', block => blocks.push(block))
    bank.on('slot', slot => slots.push(slot))
    await pass(bank, 2)
    await bank.travel({ slots: 10n })
    await pass(bank, 1)
    await bank.travel({ slots: 5n })
    await pass(bank, 1)
    expect(blocks.map(({ slot, parentSlot, blockHeight }) => [slot, parentSlot, blockHeight])).toEqual([
      [1n, 0n, 1n],
      [2n, 1n, 2n],
      [3n, 2n, 3n],
      [13n, 3n, 4n],
      [14n, 13n, 5n],
      [19n, 14n, 6n],
    ])
    expect(slots.map(({ slot, parent }) => [slot, parent])).toEqual([
      [2n, 1n],
      [3n, 2n],
      [13n, 3n],
      [14n, 13n],
      [19n, 14n],
      [20n, 19n],
    ])
    for (const block of blocks) expect(bank.block(block.slot)).toEqual(block)
    expect(blocks[3]?.previousBlockhash).toBe(blocks[2]?.blockhash)
    for (const skipped of [4n, 12n, 15n, 18n, 20n]) expect(bank.block(skipped)).toBe(null)
    expect(bank.blocks(2n, 19n)).toEqual([2n, 3n, 13n, 14n, 19n])
    expect(bank.blocks(5n, 12n)).toEqual([])
    expect(slotsInSlotHashes(bank, 9)).toEqual([19n, 14n, 13n, 3n, 2n, 1n, 0n])
  })

  it('finalizes by blocks, not by slots', async () => {
    const { bank } = await openBank()
    await bank.tick()
    await bank.travel({ slots: 1_000n })
    expect([bank.slot('confirmed'), bank.slot('finalized')]).toEqual([2n, 0n])
    await pass(bank, 30)
    expect(bank.slot('finalized')).toBe(1n)
    await pass(bank, 1)
    expect(bank.slot('finalized')).toBe(2n)
    await pass(bank, 1)
    expect([bank.slot('finalized'), bank.slot('confirmed'), bank.slot()]).toEqual([1_002n, 1_033n, 1_034n])
  })

  it('keeps a blockhash valid for 150 blocks, over any number of slots', async () => {
    const { bank, payer } = await openBank()
    const { blockhash, lastValidBlockHeight } = bank.latestBlockhash()
    const wires = await Promise.all(
      [1n, 2n].map(n => sign(blockhash, [payer], [transfer(payer.address, payer.address, n)])),
    )
    while (bank.blockHeight() < lastValidBlockHeight) await bank.travel({ slots: 7n })
    expect(bank.slot()).toBeGreaterThan(1_000n)
    expect(await refusalOf(bank, wires[0] as Uint8Array)).toBe(undefined)
    await bank.travel({ slots: 2n })
    expect(bank.isBlockhashValid(blockhash)).toBe(false)
    expect(await refusalOf(bank, wires[1] as Uint8Array)).toBe('BlockhashNotFound')
    const { view, data } = sysvar(bank, recentBlockhashesSysvar)
    expect(view.getBigUint64(0, true)).toBe(150n)
    const hashes = bank.blocks(0n, bank.slot()).slice(-2)
    const newest = bank.block(hashes[1] as bigint)?.blockhash
    expect(latest(bank)).toBe(newest)
    expect(data.subarray(8, 40)).not.toEqual(data.subarray(48, 80))
  })

  it('persists: after a kill the chain is at the same slot, with the same blocks', async () => {
    const dataDir = newDirectory()
    let nowMs = Number(startsAt) * 1_000
    const open = () => createBank({ dataDir, slotMs: 0, now: () => nowMs, slotsPerEpoch: 500n })
    const bank = await open()
    const payer = await newSigner()
    await bank.airdrop(payer.address, sol)
    const steps: [slots: bigint, at: Address][] = []
    for (const slots of [3n, 1n, 400n, 1n, 1n, 250n]) {
      await bank.travel({ slots })
      const to = (await newSigner()).address
      await bank.submit(await sign(latest(bank), [payer], [transfer(payer.address, to, 1_000_000n), memo(`${slots}`)]))
      steps.push([bank.slot(), to])
    }
    await pass(bank, 300)
    const before = { clock: bank.clock(), sysvar: clockOf(bank), height: bank.blockHeight(), latest: latest(bank) }
    // The chain is not closed: the files on disk now are those that a kill would leave.
    const again = await open()
    expect(again.slot()).toBeGreaterThan(before.clock.slot)
    expect(again.clock().unixTimestamp).toBe(before.clock.unixTimestamp)
    expect(again.blockHeight() - before.height).toBe(1n)
    // It is as far ahead of the machine's clock as before.
    nowMs += 5_000
    await again.tick()
    expect(again.clock().unixTimestamp).toBe(before.clock.unixTimestamp + 5n)
    expect(clockOf(again)[1]).toBe(before.sysvar[1])
    for (const [slot, to] of steps) {
      expect([again.account(to)?.lamports, again.account(to)?.slot]).toEqual([1_000_000n, slot])
      expect(again.blocks(slot, slot)).toEqual([slot])
      expect(again.blockHeight(slot)).toBe(bank.blockHeight(slot))
    }
    expect(again.block(before.clock.slot)?.previousBlockhash).toBe(before.latest)
    expect(again.blocks(0n, again.slot()).filter(slot => slot < before.clock.slot)).toEqual(
      bank.blocks(0n, before.clock.slot),
    )
    await again.close()
    const closed = await open()
    expect(closed.slot()).toBe(again.slot() + 1n)
    expect(closed.blockHeight()).toBe(again.blockHeight() + 1n)
    await closed.close()
    await bank.close()
  })
})

describe('a chain that begins in the past', () => {
  it('reaches the present by travelling, and stays there', async () => {
    const { bank, payer, wait } = await openBank({ beganSecondsAgo: 7_200 })
    expect(bank.clock().unixTimestamp).toBe(startsAt - 7_200n)
    const to = (await newSigner()).address
    for (let i = 0; i < 10; i++) {
      await bank.travel({ seconds: 720n })
      await bank.submit(await sign(latest(bank), [payer], [transfer(payer.address, to, sol + BigInt(i))]))
    }
    expect(balance(bank, to)).toBe(10n * sol + 45n)
    expect(bank.signaturesFor(to).map(({ blockTimeSeconds }) => startsAt - blockTimeSeconds)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => BigInt(720 * n)),
    )
    await wait(3_000)
    expect(bank.clock().unixTimestamp).toBe(startsAt + 3n)
  })
})
