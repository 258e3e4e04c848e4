import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, encodeBase58, systemProgram } from '@tern/core'
import { clockSysvar, recentBlockhashesSysvar } from '@tern/core/internal'
import { afterEach, describe, expect, it } from 'vitest'
import { balance, latest, memo, openBank, pass, sol } from '../../test/openBank.ts'
import { type Instruction, type KeyPairSigner, newSigner, refusalOf, sign, transfer } from '../../test/transactions.ts'
import type { Bank, BankEvents } from './bank.ts'
import { createBank } from './createBank.ts'

const slotHashesSysvar = 'SysvarS1otHashes111111111111111111111111111' as Address

const directories: string[] = []
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), 'rollback-'))
  directories.push(directory)
  return directory
}
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true })
})

const send = async (bank: Bank, payer: KeyPairSigner, ...list: Instruction[]) => {
  const wire = await sign(latest(bank), [payer], list)
  const result = await bank.submit(wire, { preflight: 'skip' })
  return { wire, signature: result.accepted ? result.signature : expect.fail(result.refusal.kind) }
}
/** The whole visible state of accounts and transactions. */
const stateOf = (bank: Bank) => ({
  accounts: new Map([...bank.accountsByOwner(systemProgram)].sort()),
  count: bank.epochInfo().transactionCount,
})

describe('a rollback', () => {
  it('undoes the changes of the newest blocks', async () => {
    const { bank, payer } = await openBank()
    const [old, fresh, emptied] = await Promise.all([newSigner(), newSigner(), newSigner()])
    await bank.airdrop(old.address, sol)
    await bank.airdrop(emptied.address, sol)
    await pass(bank, 2)
    const before = stateOf(bank)
    const kept = bank.signaturesFor(payer.address)
    await bank.tick()
    const first = await send(bank, payer, transfer(payer.address, old.address, sol), memo('one'))
    await bank.tick()
    const second = await send(bank, payer, transfer(payer.address, fresh.address, sol))
    await send(bank, payer, transfer(payer.address, old.address, sol), memo('two'))
    await send(bank, emptied, transfer(emptied.address, fresh.address, sol - 5_000n))
    bank.setAccount(fresh.address, { owner: fresh.address, lamports: 5n, executable: false, data: Uint8Array.of(1) })
    expect(bank.account(emptied.address)).toBe(null)
    expect(bank.epochInfo().transactionCount).toBe(before.count + 4n)

    await bank.rollback(2n)
    expect(stateOf(bank)).toEqual(before)
    expect(bank.account(fresh.address)).toBe(null)
    expect([...bank.accountsByOwner(fresh.address)]).toEqual([])
    expect(bank.account(emptied.address)?.lamports).toBe(sol)
    for (const { signature } of [first, second]) {
      expect(bank.status(signature)).toBe(null)
      expect(bank.transaction(signature)).toBe(null)
    }
    expect(bank.signaturesFor(payer.address)).toEqual(kept)
    // A run sees the earlier state too.
    expect(await refusalOf(bank, await sign(latest(bank), [fresh], [memo('poor')]))).toBe('AccountNotFound')
    expect(await refusalOf(bank, await sign(latest(bank), [emptied], [memo('rich')]))).toBe(undefined)
  })

  it('revives a blockhash, but lets no landed transaction land again', async () => {
    const { bank, payer } = await openBank()
    await pass(bank, 40)
    const wire = await sign(latest(bank), [payer], [memo('once')])
    await bank.tick()
    expect(await refusalOf(bank, wire)).toBe(undefined)
    await pass(bank, 178)
    expect(await refusalOf(bank, wire)).toBe('BlockhashNotFound')
    await bank.rollback(31n)
    expect(await refusalOf(bank, wire)).toBe('AlreadyProcessed')
  })

  it('continues in a higher slot, after the newest block that is left', async () => {
    const { bank } = await openBank()
    await pass(bank, 9)
    expect([bank.slot(), bank.blockHeight(), bank.slot('confirmed')]).toEqual([10n, 10n, 9n])
    const hash = bank.block(7n)?.blockhash
    await bank.rollback(3n)
    expect([bank.slot(), bank.blockHeight(), bank.slot('confirmed')]).toEqual([11n, 8n, 7n])
    expect(latest(bank)).toBe(hash)
    await bank.tick()
    expect(bank.block(11n)).toMatchObject({ parentSlot: 7n, blockHeight: 8n, previousBlockhash: hash })
    expect([8n, 9n, 10n].map(bank.block)).toEqual([null, null, null])
    expect(bank.blocks(0n, 20n)).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n, 11n])
    const data = bank.account(slotHashesSysvar)?.data ?? new Uint8Array()
    const view = new DataView(data.buffer, data.byteOffset)
    expect([0, 1, 2, 3].map(i => view.getBigUint64(8 + 40 * i, true))).toEqual([11n, 7n, 6n, 5n])
    const recent = bank.account(recentBlockhashesSysvar)?.data ?? new Uint8Array()
    expect(encodeBase58(recent.subarray(8, 40))).toBe(latest(bank))
    expect(encodeBase58(recent.subarray(48, 80))).toBe(hash)
    const clock = bank.account(clockSysvar)?.data ?? new Uint8Array()
    expect(new DataView(clock.buffer, clock.byteOffset).getBigUint64(0, true)).toBe(12n)
  })

  it('lets an abandoned transaction land again only if its blockhash is left', async () => {
    const { bank, payer } = await openBank()
    const to = (await newSigner()).address
    await bank.tick()
    const early = await sign(latest(bank), [payer], [transfer(payer.address, to, sol)])
    await pass(bank, 2)
    const late = await sign(latest(bank), [payer], [transfer(payer.address, to, 2n * sol)])
    expect(await refusalOf(bank, early)).toBe(undefined)
    expect(await refusalOf(bank, late)).toBe(undefined)
    expect(await refusalOf(bank, early)).toBe('AlreadyProcessed')
    await bank.rollback(2n)
    expect(await refusalOf(bank, late)).toBe('BlockhashNotFound')
    expect(await refusalOf(bank, early)).toBe(undefined)
    expect(await refusalOf(bank, early)).toBe('AlreadyProcessed')
    expect(balance(bank, to)).toBe(sol)
    expect(bank.signaturesFor(to)).toHaveLength(1)
  })

  it('undoes confirmed blocks, but no final block', async () => {
    const { bank } = await openBank()
    const refused = (slots: bigint) => expect(bank.rollback(slots)).rejects
    await refused(0n).toMatchObject({ code: 'practice/rollback' })
    await refused(-1n).toMatchObject({ code: 'practice/rollback' })
    await refused(2n).toMatchObject({ code: 'practice/rollback', facts: { slots: 2n, max: 1n } })
    await pass(bank, 99)
    await refused(32n).toMatchObject({ facts: { max: 31n } })
    const final = bank.slot('finalized')
    await bank.rollback(31n)
    expect(bank.slot('finalized')).toBe(final)
    expect(bank.slot('confirmed')).toBe(69n)
    await refused(3n).toMatchObject({ facts: { max: 2n } })
    await bank.rollback(2n)
    expect([bank.slot(), bank.blockHeight(), bank.slot('confirmed')]).toEqual([102n, 69n, final])
    await refused(2n).toMatchObject({ facts: { max: 1n } })
  })

  it('works across an earlier rollback and a jump in time', async () => {
    const { bank, payer } = await openBank({ slotsPerEpoch: 100n })
    const to = (await newSigner()).address
    await pass(bank, 3)
    await bank.travel({ slots: 500n })
    await send(bank, payer, transfer(payer.address, to, sol))
    await bank.rollback(1n)
    await send(bank, payer, transfer(payer.address, to, 2n * sol))
    await bank.tick()
    expect(bank.blocks(0n, 999n)).toEqual([1n, 2n, 3n, 4n, 505n])
    await bank.rollback(3n)
    expect(balance(bank, to)).toBe(0n)
    expect([bank.slot(), bank.blockHeight()]).toEqual([507n, 4n])
    await bank.tick()
    expect(bank.block(507n)?.parentSlot).toBe(3n)
  })

  it('is reported before any event of the new fork, followed by the accounts that it restores', async () => {
    const { bank, payer } = await openBank()
    const to = (await newSigner()).address
    await pass(bank, 3)
    await send(bank, payer, transfer(payer.address, to, sol))
    await bank.tick()
    const events: unknown[] = []
    bank.on('rollback', event => events.push(event))
    bank.on('slot', event => events.push(event))
    const accounts: BankEvents['account'][] = []
    bank.on('account', event => accounts.push(event))
    await bank.rollback(2n)
    expect(events).toEqual([
      { slot: 6n, parent: 3n, abandoned: [4n, 5n] },
      { slot: 6n, parent: 3n, root: 0n },
    ])
    const given = new Map(accounts.map(({ address, account, slot }) => [address, [account?.lamports, slot]]))
    expect(given.get(to)).toEqual([undefined, 6n])
    expect(given.get(payer.address)).toEqual([100n * sol, 6n])
    expect(given.has(clockSysvar)).toBe(true)
  })

  it('abandons a block that is not on disk yet, and that block is never reported', async () => {
    const { bank } = await openBank({ dataDir: newDirectory() })
    await pass(bank, 3)
    const blocks: bigint[] = []
    bank.on('block', ({ slot }) => blocks.push(slot))
    const ticking = bank.tick()
    await Promise.all([ticking, bank.rollback(2n)])
    expect(bank.slot('confirmed')).toBe(3n)
    await bank.tick()
    expect(blocks).toEqual([6n])
    expect(bank.slot('confirmed')).toBe(6n)
    await bank.close()
  })

  it('lets an epoch begin again if its first block is abandoned', async () => {
    const { bank, wait } = await openBank({ slotsPerEpoch: 5n })
    const epochBegan = () => {
      const data = bank.account(clockSysvar)?.data ?? new Uint8Array()
      return new DataView(data.buffer, data.byteOffset).getBigUint64(8, true) - 1_790_000_000n
    }
    for (let i = 0; i < 7; i++) await wait(1_000)
    expect([bank.slot(), bank.clock().epoch, epochBegan()]).toEqual([8n, 1n, 4n])
    await wait(2_000)
    await wait(1_000)
    expect([bank.slot(), bank.clock().epoch, epochBegan()]).toEqual([10n, 2n, 10n])
    await bank.rollback(2n)
    expect([bank.slot(), bank.clock().epoch, epochBegan()]).toEqual([11n, 2n, 10n])
    await bank.rollback(1n)
    expect([bank.slot(), epochBegan()]).toEqual([12n, 10n])
    for (let i = 0; i < 3; i++) await wait(1_000)
    expect([bank.slot(), bank.clock().epoch, epochBegan()]).toEqual([15n, 3n, 13n])
    await bank.rollback(4n)
    expect([bank.slot(), bank.clock().epoch, epochBegan()]).toEqual([16n, 3n, 13n])
    await wait(2_000)
    await bank.rollback(3n)
    expect([bank.slot(), bank.clock().epoch, epochBegan()]).toEqual([18n, 3n, 15n])
  })

  it('persists: after a kill the chain is on its new fork', async () => {
    const dataDir = newDirectory()
    const open = () => createBank({ dataDir, slotMs: 0, now: () => 1_790_000_000_000, snapshotEvery: 5 })
    const bank = await open()
    const payer = await newSigner()
    const others = await Promise.all(Array.from({ length: 6 }, newSigner))
    await bank.airdrop(payer.address, 100n * sol)
    const signatures: string[] = []
    for (const [i, { address }] of others.entries()) {
      await bank.tick()
      signatures.push((await send(bank, payer, transfer(payer.address, address, sol + BigInt(i)))).signature)
      if (i === 2) await bank.rollback(1n)
      if (i === 3) await bank.travel({ slots: 40n })
      if (i === 4) await bank.rollback(2n)
    }
    const again = await open()
    expect(stateOf(again)).toEqual(stateOf(bank))
    expect(others.map(({ address }) => balance(again, address))).toEqual([sol, sol + 1n, 0n, sol + 3n, 0n, sol + 5n])
    expect(signatures.map(signature => again.transaction(signature))).toEqual(
      signatures.map(signature => bank.transaction(signature)),
    )
    const past = bank.slot() - 1n
    expect(again.blocks(0n, past)).toEqual(bank.blocks(0n, past))
    expect(again.blocks(0n, past).map(again.block)).toEqual(bank.blocks(0n, past).map(bank.block))
    // Final up to there, like a validator that starts from a snapshot.
    await expect(again.rollback(2n)).rejects.toMatchObject({ code: 'practice/rollback' })
    await again.rollback(1n)
    await again.close()
  })
})
