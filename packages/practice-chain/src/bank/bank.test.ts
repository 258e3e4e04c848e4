import { type Address, rentExemption, systemProgram } from '@tern/core'
import { clockSysvar } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { balance, latest, memo, openBank, pass, sol } from '../../test/openBank.ts'
import { type Instruction, type KeyPairSigner, newSigner, refusalOf, sign, transfer } from '../../test/transactions.ts'
import type { Bank, BankEvents } from './bank.ts'

describe('a landed transaction', () => {
  it('moves lamports, takes 5,000 a signature and keeps a record', async () => {
    const { bank, payer } = await openBank()
    const to = (await newSigner()).address
    const wire = await sign(latest(bank), [payer], [transfer(payer.address, to, sol)])
    const result = await bank.submit(wire)
    expect(result.accepted).toBe(true)
    expect(balance(bank, to)).toBe(sol)
    expect(balance(bank, payer.address)).toBe(99n * sol - 5_000n)
    const record = bank.transaction(result.accepted ? result.signature : '')
    expect(record).toMatchObject({ err: null, fee: 5_000n, slot: bank.slot(), index: 1, version: 0 })
    expect(record?.preBalances.slice(0, 2)).toEqual([100n * sol, 0n])
    expect(record?.postBalances.slice(0, 2)).toEqual([99n * sol - 5_000n, sol])
    expect(record?.wire).toEqual(wire)
  })

  it('keeps its own copy of the caller’s bytes, also of a Buffer', async () => {
    const { bank, payer } = await openBank()
    const wire = Buffer.from(await sign(latest(bank), [payer], [memo('mine')]))
    const data = Buffer.from([1, 2, 3])
    bank.setAccount(payer.address, {
      owner: systemProgram,
      lamports: 100n * sol,
      executable: false,
      data: Buffer.alloc(0),
    })
    const other = (await newSigner()).address
    bank.setAccount(other, { owner: other, lamports: sol, executable: false, data })
    const result = await bank.submit(wire)
    const before = wire.toString('hex')
    wire.fill(0)
    data.fill(0)
    const record = bank.transaction(result.accepted ? result.signature : '')
    expect(Buffer.from(record?.wire ?? []).toString('hex')).toBe(before)
    expect(bank.account(other)?.data).toEqual(Uint8Array.of(1, 2, 3))
  })

  it('pays the same fee as in the runtime, for any offer', async () => {
    const { bank, payer } = await openBank()
    const other = await newSigner()
    await bank.airdrop(other.address, sol)
    const budget = (tag: number, value: bigint, size: number): Instruction => {
      const data = new Uint8Array(1 + size)
      data[0] = tag
      for (let i = 0; i < size; i++) data[1 + i] = Number((value >> BigInt(8 * i)) & 255n)
      return { programAddress: 'ComputeBudget111111111111111111111111111111' as Address, data }
    }
    const offers: Instruction[][] = [
      [],
      [budget(3, 1_234_567n, 8)],
      [budget(2, 77_777n, 4), budget(3, 1_234_567n, 8)],
      [budget(2, 5_000_000n, 4), budget(3, 7n, 8)],
    ]
    for (const offer of offers) {
      const before = balance(bank, payer.address)
      const wire = await sign(
        latest(bank),
        [payer, other],
        [...offer, memo(`${offer.length}`), transfer(other.address, payer.address, 0n)],
      )
      const result = await bank.submit(wire)
      const record = bank.transaction(result.accepted ? result.signature : '')
      expect(before - balance(bank, payer.address)).toBe(record?.fee)
    }
  })

  it('keeps only the fee of a failure without preflight', async () => {
    const { bank, payer } = await openBank()
    const to = (await newSigner()).address
    const list = [transfer(payer.address, to, sol), transfer(payer.address, to, 1_000n * sol)]
    const wire = await sign(latest(bank), [payer], list)
    expect(await refusalOf(bank, wire)).toEqual({ InstructionError: [1, { Custom: 1 }] })
    expect(balance(bank, payer.address)).toBe(100n * sol)
    const result = await bank.submit(wire, { preflight: 'skip' })
    expect(result.accepted).toBe(true)
    expect(balance(bank, payer.address)).toBe(100n * sol - 5_000n)
    expect(balance(bank, to)).toBe(0n)
  })

  it('is refused if its payer does not exist, cannot pay, or would fall below its rent', async () => {
    const { bank, payer } = await openBank()
    const [nobody, poor, to] = await Promise.all([newSigner(), newSigner(), newSigner()])
    await bank.airdrop(to.address, sol)
    const refused = async (from: KeyPairSigner, lamports: bigint) =>
      refusalOf(bank, await sign(latest(bank), [from], [transfer(from.address, to.address, lamports)]))
    expect(await refused(nobody, 1n)).toBe('AccountNotFound')
    await bank.airdrop(poor.address, rentExemption(0))
    expect(await refused(poor, rentExemption(0) - 5_000n)).toEqual({ InsufficientFundsForRent: { account_index: 0 } })
    expect(await refused(payer, 100n * sol - 5_000n - 890_879n)).toEqual({
      InsufficientFundsForRent: { account_index: 0 },
    })
    expect(await refused(payer, 100n * sol - 5_000n - 890_880n)).toBe(undefined)
    expect(balance(bank, payer.address)).toBe(890_880n)
    await bank.airdrop(poor.address, 5_000n)
    expect(await refused(poor, rentExemption(0))).toBe(undefined)
    expect(bank.account(poor.address)).toBe(null)
  })

  it('is refused if it opens an account with less than its rent', async () => {
    const { bank, payer } = await openBank()
    const to = (await newSigner()).address
    const wire = await sign(latest(bank), [payer], [transfer(payer.address, to, 890_879n)])
    expect(await refusalOf(bank, wire)).toEqual({ InsufficientFundsForRent: { account_index: 1 } })
  })
})

describe('a transaction never lands', () => {
  it('a second time', async () => {
    const { bank, payer } = await openBank()
    const wire = await sign(latest(bank), [payer], [transfer(payer.address, payer.address, 1n)])
    expect(await refusalOf(bank, wire)).toBe(undefined)
    expect(await refusalOf(bank, wire)).toBe('AlreadyProcessed')
    await pass(bank, 149)
    expect(await refusalOf(bank, wire)).toBe('AlreadyProcessed')
    await pass(bank, 2)
    expect(await refusalOf(bank, wire)).toBe('BlockhashNotFound')
  })

  it('more than 150 blocks after its blockhash, but lands up to then', async () => {
    const { bank, payer } = await openBank()
    const { blockhash, lastValidBlockHeight } = bank.latestBlockhash()
    const wires = await Promise.all(
      [1n, 2n].map(n => sign(blockhash, [payer], [transfer(payer.address, payer.address, n)])),
    )
    while (bank.blockHeight() < lastValidBlockHeight) await bank.tick()
    expect(bank.isBlockhashValid(blockhash)).toBe(true)
    expect(await refusalOf(bank, wires[0] as Uint8Array)).toBe(undefined)
    await bank.tick()
    expect(bank.isBlockhashValid(blockhash)).toBe(false)
    expect(await refusalOf(bank, wires[1] as Uint8Array)).toBe('BlockhashNotFound')
  })

  it('with a foreign blockhash', async () => {
    const { bank, payer } = await openBank()
    const wire = await sign(payer.address, [payer], [transfer(payer.address, payer.address, 1n)])
    expect(await refusalOf(bank, wire)).toBe('BlockhashNotFound')
  })

  it('if it is longer than 1,232 bytes', async () => {
    const { bank, payer } = await openBank()
    const fits = await sign(latest(bank), [payer], [memo('x'.repeat(1_232 - 65 - 105 - 6 - 1))])
    const large = await sign(latest(bank), [payer], [memo('x'.repeat(1_100))])
    expect(fits.length).toBeLessThanOrEqual(1_232)
    expect(await refusalOf(bank, fits)).toBe(undefined)
    expect(await refusalOf(bank, large)).toBe('oversize')
  })

  it('with a wrong signature, too few signatures, or bytes that are not a transaction', async () => {
    const { bank, payer } = await openBank()
    const wire = await sign(latest(bank), [payer], [transfer(payer.address, payer.address, 1n)])
    const forged = wire.slice()
    forged[10] = (forged[10] as number) ^ 1
    expect(await refusalOf(bank, forged)).toBe('signature')
    const changed = wire.slice()
    changed[changed.length - 2] = 9
    expect(await refusalOf(bank, changed)).toBe('signature')
    const unsigned = Uint8Array.from([0, ...wire.slice(65)])
    expect(await refusalOf(bank, unsigned)).toBe('malformed')
    for (const bytes of [
      wire.slice(0, -1),
      Uint8Array.from([...wire, 0]),
      new Uint8Array(),
      new Uint8Array(200).fill(255),
    ])
      expect(await refusalOf(bank, bytes)).toBe('malformed')
    expect(balance(bank, payer.address)).toBe(100n * sol)
  })
})

describe('time', () => {
  it('follows the clock sysvar: slots, epochs and seconds, never back', async () => {
    const { bank, wait } = await openBank({ slotsPerEpoch: 3n })
    expect(bank.clock()).toEqual({ slot: 1n, unixTimestamp: 1_790_000_000n, epoch: 0n })
    await wait(1_999)
    expect(bank.clock()).toEqual({ slot: 2n, unixTimestamp: 1_790_000_001n, epoch: 0n })
    await wait(-50_000)
    expect(bank.clock()).toEqual({ slot: 3n, unixTimestamp: 1_790_000_001n, epoch: 1n })
    expect(bank.epochInfo()).toMatchObject({ epoch: 1n, slotIndex: 0n, slotsInEpoch: 3n, absoluteSlot: 3n })
    const data = bank.account(clockSysvar)?.data
    const view = new DataView(data?.buffer as ArrayBuffer, data?.byteOffset)
    expect([0, 16, 32].map(at => view.getBigUint64(at, true))).toEqual([3n, 1n, 1_790_000_001n])
  })

  it('can be read as it was in a finished slot', async () => {
    const { bank, wait } = await openBank({ slotsPerEpoch: 3n })
    for (let i = 0; i < 40; i++) await wait(1_000)
    for (const commitment of ['confirmed', 'finalized'] as const) {
      const slot = bank.slot(commitment)
      const clock = bank.account(clockSysvar, slot) ?? expect.fail('no clock')
      expect(clock).toMatchObject({ slot, lamports: 1_169_280n })
      const view = new DataView(clock.data.buffer, clock.data.byteOffset)
      const fields = [0, 16, 32].map(at => view.getBigUint64(at, true))
      expect(fields).toEqual([slot, slot / 3n, bank.block(slot)?.blockTimeSeconds])
    }
  })
})

describe('events and queries', () => {
  it('reports slots, accounts, transactions and blocks in order', async () => {
    const { bank, payer } = await openBank()
    const received: (keyof BankEvents)[] = []
    const blocks: BankEvents['block'][] = []
    const changed: Address[] = []
    bank.on('slot', () => received.push('slot'))
    bank.on('transaction', () => received.push('transaction'))
    bank.on('block', block => blocks.push(block))
    const stop = bank.on('account', ({ address }) => changed.push(address))
    const to = (await newSigner()).address
    const result = await bank.submit(await sign(latest(bank), [payer], [transfer(payer.address, to, sol)]))
    const signature = result.accepted ? result.signature : ''
    expect(changed).toEqual([payer.address, to])
    expect(bank.status(signature)).toEqual({ slot: 1n, err: null, confirmationStatus: 'processed' })
    await bank.tick()
    expect(received).toEqual(['transaction', 'slot'])
    expect(blocks.map(({ slot, transactions }) => [slot, transactions.length])).toEqual([[1n, 2]])
    expect(bank.status(signature)?.confirmationStatus).toBe('confirmed')
    stop()
    await pass(bank, 31)
    expect(bank.status(signature)?.confirmationStatus).toBe('finalized')
    expect(changed).not.toHaveLength(2)
    expect(bank.block(2n)?.previousBlockhash).toBe(bank.block(1n)?.blockhash)
    expect(bank.block(bank.slot())).toBe(null)
  })

  it('finalizes no slot that is not on disk, for any delay of the disk', async () => {
    const { bank } = await openBank()
    const distances: bigint[] = []
    bank.on('slot', ({ root }) => distances.push(bank.slot('confirmed') - root))
    await Promise.all(Array.from({ length: 40 }, () => bank.tick()))
    expect(distances.filter(ahead => ahead < 0n)).toEqual([])
    expect(distances).toHaveLength(40)
  })

  it('lists an address’s transactions, newest first, between two signatures', async () => {
    const { bank, payer } = await openBank()
    const to = (await newSigner()).address
    const signatures: string[] = []
    for (let i = 0; i < 5; i++) {
      const wire = await sign(latest(bank), [payer], [transfer(payer.address, to, sol + BigInt(i)), memo(`n${i}`)])
      const result = await bank.submit(wire)
      if (result.accepted) signatures.push(result.signature)
    }
    const newest = [...signatures].reverse()
    const listed = (range?: Parameters<Bank['signaturesFor']>[1]) =>
      bank.signaturesFor(to, range).map(({ signature }) => signature)
    expect(listed()).toEqual(newest)
    expect(bank.signaturesFor(to, { limit: 1 })[0]?.memo).toBe('[2] n4')
    expect(listed({ limit: 2 })).toEqual(newest.slice(0, 2))
    expect(listed({ before: newest[1] as string })).toEqual(newest.slice(2))
    expect(listed({ until: newest[3] as string })).toEqual(newest.slice(0, 3))
  })

  it('forgets only the oldest of a payer with more than half of the limit', async () => {
    const { bank, payer } = await openBank({ historyLimit: 6 })
    const other = await newSigner()
    const first = await bank.airdrop(other.address, sol)
    const signatures: string[] = []
    for (let i = 0; i < 4; i++) {
      const result = await bank.submit(await sign(latest(bank), [payer], [memo(`${i}`)]))
      if (result.accepted) signatures.push(result.signature)
      await bank.tick()
    }
    expect(bank.transaction(signatures[0] as string)).toBe(null)
    expect(bank.transaction(signatures[1] as string)).not.toBe(null)
    // Its own three, and the airdrop that the faucet paid for.
    expect(bank.signaturesFor(payer.address)).toHaveLength(4)
    expect(bank.transaction(first)).not.toBe(null)
    expect(bank.block(1n)).toBe(null)
    expect(bank.firstAvailableBlock()).toBe(2n)
    expect(bank.block(2n)?.transactions).toHaveLength(1)
  })

  it('forgets the oldest of all beyond the limit', async () => {
    const { bank } = await openBank({ historyLimit: 4 })
    const payers = await Promise.all(Array.from({ length: 2 }, newSigner))
    const airdrops: string[] = []
    for (const { address } of payers) airdrops.push(await bank.airdrop(address, sol))
    const signatures: string[] = []
    for (const payer of [...payers, ...payers]) {
      const result = await bank.submit(await sign(latest(bank), [payer], [memo(`${signatures.length}`)]))
      if (result.accepted) signatures.push(result.signature)
      await bank.tick()
    }
    expect(airdrops.map(signature => bank.transaction(signature))).toEqual([null, null])
    expect(signatures.map(signature => bank.status(signature)?.slot)).toEqual([1n, 2n, 3n, 4n])
    expect([bank.block(1n), bank.firstAvailableBlock()]).toEqual([null, 2n])
  })
})

describe('a history that is limited in bytes', () => {
  const room = 100_000
  const long = 'x'.repeat(900)

  it('forgets the oldest of a payer who has filled half of it, even if there are few', async () => {
    const { bank, payer } = await openBank({ historyBytes: room })
    const other = await newSigner()
    const first = await bank.airdrop(other.address, sol)
    const signatures: string[] = []
    for (let i = 0; i < 30; i++) {
      const result = await bank.submit(await sign(latest(bank), [payer], [memo(`${i} ${long}`)]))
      if (result.accepted) signatures.push(result.signature)
    }
    const kept = signatures.filter(signature => bank.transaction(signature) !== null)
    // Each takes its text twice, in the message and in the log, and some more.
    expect(kept.length).toBeGreaterThan(8)
    expect(kept.length).toBeLessThan(room / 2 / (2 * long.length))
    expect(kept).toEqual(signatures.slice(-kept.length))
    expect(bank.transaction(first)).not.toBe(null)
  })

  it('forgets the oldest of all if many payers have filled it', async () => {
    const { bank } = await openBank({ historyBytes: room })
    const signatures: string[] = []
    for (let i = 0; i < 40; i++) {
      const payer = await newSigner()
      const airdrop = await bank.airdrop(payer.address, sol)
      const result = await bank.submit(await sign(latest(bank), [payer], [memo(`${i} ${long}`)]))
      signatures.push(airdrop, result.accepted ? result.signature : expect.fail('refused'))
    }
    const kept = signatures.filter(signature => bank.transaction(signature) !== null)
    expect(kept.length).toBeGreaterThan(15)
    expect(kept.length).toBeLessThan(50)
    expect(kept).toContain(signatures.at(-1))
    expect(kept).not.toContain(signatures[1])
  })
})

describe('simulation', () => {
  it('predicts the result and changes nothing', async () => {
    const { bank, payer } = await openBank()
    const to = (await newSigner()).address
    const wire = await sign(latest(bank), [payer], [transfer(payer.address, to, sol)])
    const simulated = bank.simulate(wire, { signatures: 'verify', accounts: [to, payer.address] })
    const result = simulated.simulated ? simulated.result : undefined
    expect(result?.err).toBe(null)
    expect(result?.postAccounts.get(to)?.lamports).toBe(sol)
    expect(result?.postAccounts.get(payer.address)?.lamports).toBe(99n * sol - 5_000n)
    expect(balance(bank, to)).toBe(0n)
    expect(balance(bank, payer.address)).toBe(100n * sol)
    expect(await refusalOf(bank, wire)).toBe(undefined)
  })

  it('can replace the blockhash and skip the signatures', async () => {
    const { bank, payer } = await openBank()
    const wire = await sign(payer.address, [payer], [transfer(payer.address, payer.address, 1n)])
    wire.fill(0, 1, 65)
    const errorOf = (options: Parameters<Bank['simulate']>[1]) => {
      const answer = bank.simulate(wire, options)
      return answer.simulated ? answer.result.err : answer.refusal.kind
    }
    expect(errorOf({})).toBe('BlockhashNotFound')
    expect(errorOf({ blockhash: 'replace' })).toBe(null)
    const fresh = await sign(latest(bank), [payer], [transfer(payer.address, payer.address, 1n)])
    fresh.fill(0, 1, 65)
    expect(bank.simulate(fresh, { signatures: 'verify' })).toMatchObject({ refusal: { kind: 'signature' } })
  })
})
