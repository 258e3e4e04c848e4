import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createSignerFromKeyPair } from '@solana/kit'
import { tokenProgram, wrappedNativeMint } from '@tern/core'
import { encodeSwapBaseInput, program } from '@tern/venues/raydiumCpmm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAta, swapAccounts } from '../../test/cpmm.ts'
import { balance, latest, sol } from '../../test/openBank.ts'
import { newSigner, sign } from '../../test/transactions.ts'
import { effectsProgram } from '../effects/effectsProgram.ts'
import { createSeededWorld } from '../world/seededWorld.ts'
import { createBank } from './createBank.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'disk-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const at = (name: string) => join(directory, name)
const open = (name: string, options = {}) => createBank({ dataDir: at(name), slotMs: 0, now: Date.now, ...options })

describe('a full disk', () => {
  // Linux has a file that is always full.
  it.runIf(existsSync('/dev/full'))(
    'stops the chain: it reports once, accepts no more transactions, and keeps all acknowledged transactions',
    async () => {
      const faults: unknown[] = []
      const bank = await open('chain', { snapshotEvery: 1, onFault: (error: unknown) => faults.push(error) })
      // The journal after the next snapshot.
      symlinkSync('/dev/full', at('chain/journal-2.log'))
      const { address } = await newSigner()
      const acknowledged: string[] = []
      const failing = { code: 'practice/journalFailed' }
      const takeUntilFull = async () => {
        for (;;) acknowledged.push(await bank.airdrop(address, sol))
      }
      await expect(takeUntilFull()).rejects.toMatchObject(failing)
      const landed = bank.signaturesFor(address).length
      await expect(bank.airdrop(address, sol)).rejects.toMatchObject(failing)
      await expect(bank.tick()).rejects.toMatchObject(failing)
      expect(bank.signaturesFor(address)).toHaveLength(landed)
      expect(faults).toMatchObject([{ ...failing, facts: { why: 'ENOSPC' } }])
      await expect(bank.close()).rejects.toMatchObject(failing)

      rmSync(at('chain/journal-2.log'))
      const again = await open('chain')
      expect(again.signaturesFor(address).map(({ signature }) => signature)).toEqual(acknowledged.toReversed())
      expect(balance(again, address)).toBe(BigInt(acknowledged.length) * sol)
      await again.close()
    },
  )

  it.runIf(existsSync('/dev/full'))(
    'fails a snapshot but not the chain, and the partial snapshot is removed',
    async () => {
      const bank = await open('small', { snapshotEvery: 1 })
      symlinkSync('/dev/full', at('small/snapshot-2.bin.part'))
      const { address } = await newSigner()
      await bank.airdrop(address, sol)
      while (existsSync(at('small/snapshot-2.bin.part'))) await wait(1)
      const kept = readdirSync(at('small'))
      expect(kept).toEqual(expect.arrayContaining(['snapshot-1.bin', 'journal-1.log', 'journal-2.log']))
      await bank.airdrop(address, sol)
      cpSync(at('small'), at('killed'), { recursive: true })
      await bank.close()
      for (const name of ['small', 'killed']) {
        const again = await open(name)
        expect(balance(again, address)).toBe(2n * sol)
        await again.close()
      }
    },
  )
})

describe('a slow disk', () => {
  it('makes transactions wait before memory fills up', async () => {
    const bank = await open('slow')
    const payer = await newSigner()
    await bank.airdrop(payer.address, sol)
    const wire = await sign(latest(bank), [payer], [])
    const data = new Uint8Array(9 * 1024 * 1024)
    for (let i = 0; i < 8; i++) bank.setAccount(program, { owner: program, lamports: sol, executable: false, data })
    let onDisk = 0
    bank.on('transaction', () => {
      onDisk = statSync(at('slow/journal-1.log')).size
    })
    expect(await bank.submit(wire)).toMatchObject({ accepted: true })
    expect(onDisk).toBeGreaterThan(8 * data.length)
    await bank.close()
  })
})

describe('an unused chain', () => {
  it('takes a few megabytes of the disk in a year', async () => {
    const bank = await open('idle')
    const size = () => readdirSync(at('idle')).reduce((sum, name) => sum + statSync(at(`idle/${name}`)).size, 0)
    const before = size()
    const slots = 3_000
    for (let i = 0; i < slots; i++) await bank.tick()
    const grown = size() - before
    expect(grown).toBeGreaterThan(0)
    const slotsInYear = (365 * 24 * 3_600 * 1_000) / 400
    expect((grown / slots) * slotsInYear).toBeLessThan(32 * 1024 * 1024)
    await bank.close()
  })

  it('writes another snapshot once its journal is too long, with transactions or without', async () => {
    const bank = await open('busy')
    const generation = () => Math.max(...readdirSync(at('busy')).map(name => Number(/-(\d+)/.exec(name)?.[1] ?? 0)))
    const { address } = await newSigner()
    const first = generation()
    const content = { owner: program, lamports: sol, executable: false, data: new Uint8Array(5 * 1024 * 1024) }
    for (let i = 0; i < 8; i++) bank.setAccount(address, content)
    await bank.tick()
    await bank.close()
    expect(generation()).toBe(first + 2)
    const again = await open('busy')
    expect(again.account(address)?.data.length).toBe(content.data.length)
    await again.close()
  })
})

describe('a chain that was killed and then got other programs', () => {
  it('keeps its state: no transaction runs again', async () => {
    const { genesis, tokens, marketMaker } = await createSeededWorld('diverged', 1_790_000_000n)
    const bank = await open('ran', { genesis })
    const maker = await createSignerFromKeyPair(marketMaker.keyPair)
    const [token] = tokens
    if (token === undefined) throw new RangeError('a token')
    const swap = await swapAccounts(bank, { pool: token.pool, payer: maker.address, mintIn: token.mint })
    const wire = await sign(
      latest(bank),
      [maker],
      [await createAta(maker.address, wrappedNativeMint, tokenProgram), encodeSwapBaseInput(swap, 1_000_000_000n, 1n)],
    )
    const { accepted } = await bank.submit(wire)
    expect(accepted).toBe(true)
    cpSync(at('ran'), at('killed'), { recursive: true })
    const { signature = '' } = bank.signaturesFor(maker.address)[0] ?? {}
    const record = bank.transaction(signature)
    const pool = bank.account(token.pool)
    await bank.close()

    mkdirSync(at('programs'))
    writeFileSync(at(`programs/${program}.so`), effectsProgram)
    const again = await open('killed', { programsDir: at('programs') })
    expect(again.transaction(signature)).toEqual(record)
    expect(again.account(token.pool)).toEqual(pool)
    // From here on it has the other program.
    const simulated = again.simulate(wire, { blockhash: 'replace' })
    expect(simulated).toMatchObject({ result: { err: { InstructionError: [1, { Custom: 0x54524150 }] } } })
    await again.close()
  })
})
