import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, encodeBase58, systemProgram } from '@tern/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effectsProgram } from '../effects/effectsProgram.ts'
import { createBank } from './createBank.ts'
import { readPrograms, readRecordedAccounts } from './recordedFiles.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'recorded-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const addressOf = (fill: number) => encodeBase58(new Uint8Array(32).fill(fill)) as Address
const [first, second] = [addressOf(1), addressOf(2)]
const write = (name: string, content: unknown) => writeFileSync(join(directory, name), JSON.stringify(content))

describe('recorded accounts', () => {
  it('are read in both forms, folders included', () => {
    mkdirSync(join(directory, 'pool'))
    const account = { owner: systemProgram, lamports: 5, data: ['AQI=', 'base64'], executable: false, rentEpoch: 0 }
    write('pool/a.json', { pubkey: first, account })
    write('b.json', { address: second, owner: systemProgram, lamports: '18446744073709551615', data: '' })
    const accounts = readRecordedAccounts(directory)
    expect(accounts.get(first)).toEqual({
      owner: systemProgram,
      lamports: 5n,
      executable: false,
      data: Uint8Array.of(1, 2),
    })
    expect(accounts.get(second)?.lamports).toBe(2n ** 64n - 1n)
  })

  it('are ignored without an address, and refused by file name if another field is missing', () => {
    write('other.json', { pubkey: 'unknown' })
    write('list.json', [1])
    expect(readRecordedAccounts(directory).size).toBe(0)
    write('broken.json', { pubkey: first, account: { owner: systemProgram, lamports: 5 } })
    expect(() => readRecordedAccounts(directory)).toThrow('broken.json holds no recorded account')
  })

  it('are added if the chain lacks them, and keep their later changes', async () => {
    write('a.json', { address: first, owner: systemProgram, lamports: 2_000_000, data: '' })
    const dataDir = join(directory, 'chain')
    const options = { dataDir, slotMs: 0, now: Date.now, snapshotsDir: directory }
    const bank = await createBank(options)
    expect(bank.account(first)?.lamports).toBe(2_000_000n)
    await bank.airdrop(first, 1n)
    await bank.close()
    const again = await createBank(options)
    expect(again.account(first)?.lamports).toBe(2_000_001n)
    await again.close()
  })
})

describe('program binaries', () => {
  it('are loaded under the id in their file name; other files are ignored', async () => {
    writeFileSync(join(directory, `${first}.so`), effectsProgram)
    writeFileSync(join(directory, 'notes.so'), 'not a program')
    expect([...readPrograms(directory).keys()]).toEqual([first])
    const bank = await createBank({ slotMs: 0, now: Date.now, programsDir: directory })
    expect(bank.account(first)?.executable).toBe(true)
    await bank.close()
  })
})
