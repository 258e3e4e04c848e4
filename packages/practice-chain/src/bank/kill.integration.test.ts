import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSignerFromKeyPair } from '@solana/kit'
import { systemProgram, token2022Program, tokenProgram, wrappedNativeMint } from '@tern/core'
import { encodeSwapBaseInput, program } from '@tern/venues/raydiumCpmm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAta, swapAccounts } from '../../test/cpmm.ts'
import { type Instruction, sign } from '../../test/transactions.ts'
import { createSeededWorld } from '../world/seededWorld.ts'
import type { Bank } from './bank.ts'
import { createBank } from './createBank.ts'

const busyChain = fileURLToPath(new URL('../../test/busyChain.ts', import.meta.url))

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'chain-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

/** Lets a process work on the chain and kills it; what it said before. */
async function killAfter(ms: number, seed: number): Promise<{ lines: string[]; firstSlot: bigint }> {
  const child = spawn(process.execPath, [busyChain, directory, String(seed)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  const opened = new Promise<void>(resolve => {
    child.stdout.on('data', chunk => {
      output += String(chunk)
      if (output.includes('open')) resolve()
    })
  })
  await opened
  await new Promise(resolve => setTimeout(resolve, ms))
  child.kill('SIGKILL')
  await once(child, 'close')
  const lines = output.split('\n').slice(0, -1)
  return { lines, firstSlot: BigInt(lines[0]?.split(' ')[1] ?? 0) }
}

const open = () => createBank({ dataDir: directory, slotMs: 0, now: Date.now })

const stateOf = (bank: Bank) =>
  [...bank.accountsByOwner('11111111111111111111111111111111' as Parameters<Bank['accountsByOwner']>[0])]
    .map(([address, { lamports, slot }]) => `${address} ${lamports} ${slot}`)
    .sort()

const newestJournal = () =>
  join(
    directory,
    readdirSync(directory)
      .filter(name => name.startsWith('journal-'))
      .sort((a, b) => Number(b.slice(8, -4)) - Number(a.slice(8, -4)))[0] ?? '',
  )

describe('a chain that is killed', () => {
  it('has lost nothing that it acknowledged, and has never a different state', async () => {
    const acknowledged = new Map<string, string>()
    let lastSlot = 0n
    for (let round = 1; round <= 6; round++) {
      const { lines, firstSlot } = await killAfter(120 + 37 * round, round)
      expect(lines.filter(line => line.startsWith('refused'))).toEqual([])
      expect(firstSlot).toBeGreaterThan(lastSlot)
      for (const line of lines.filter(text => text.startsWith('acknowledged'))) {
        const [, signature = '', ...rest] = line.split(' ')
        acknowledged.set(signature, rest.join(' '))
        lastSlot = BigInt(rest[0] ?? 0)
      }
      const bank = await open()
      for (const [signature, what] of acknowledged) {
        const record = bank.transaction(signature)
        expect([record?.slot, record?.blockTimeSeconds, record?.postBalances].join(' ')).toBe(what)
      }
      lastSlot = bank.slot()
      const state = stateOf(bank)
      await bank.close()
      const again = await open()
      expect(stateOf(again)).toEqual(state)
      expect(again.slot()).toBe(lastSlot + 1n)
      lastSlot = again.slot()
      await again.close()
    }
    expect(acknowledged.size).toBeGreaterThan(100)
  }, 120_000)

  it('repeats trades through a simulated program to the byte', async () => {
    const dataDir = join(directory, 'first')
    const { genesis, tokens: all, marketMaker } = await createSeededWorld('replay', 1_790_000_000n)
    const tokens = all.filter(({ stage }) => stage === 'pool')
    let now = 1_790_000_000_000
    const bank = await createBank({ dataDir, slotMs: 0, now: () => now, genesis })
    const maker = await createSignerFromKeyPair(marketMaker.keyPair)
    const send = async (...list: Instruction[]) => {
      const wire = await sign(bank.latestBlockhash().blockhash, [maker], list)
      expect(await bank.submit(wire, { preflight: 'skip' })).toMatchObject({ accepted: true })
      now += 7_000
      await bank.tick()
    }
    await send(await createAta(maker.address, wrappedNativeMint, tokenProgram))
    for (const { mint, pool } of tokens) {
      const sell = await swapAccounts(bank, pool, maker.address, mint)
      await send(encodeSwapBaseInput(sell, 1_000_000_000n, 1n), encodeSwapBaseInput(sell, 2_000_000_000n, 1n))
      await send(encodeSwapBaseInput(sell, 3_000_000_000n, 2n ** 62n))
    }
    // What is on the disk now is what a kill would leave.
    cpSync(dataDir, join(directory, 'second'), { recursive: true })
    const copy = await createBank({ dataDir: join(directory, 'second'), slotMs: 0, now: () => now })
    for (const owner of [program, tokenProgram, token2022Program, systemProgram])
      expect(new Map(copy.accountsByOwner(owner))).toEqual(new Map(bank.accountsByOwner(owner)))
    const history = bank.signaturesFor(maker.address)
    expect(history.length).toBe(1 + 2 * tokens.length)
    for (const { signature } of history) expect(copy.transaction(signature)).toEqual(bank.transaction(signature))
    await Promise.all([bank.close(), copy.close()])
  }, 60_000)

  it('drops a record that was torn off, and writes on behind the last whole one', async () => {
    await killAfter(300, 1)
    const file = newestJournal()
    truncateSync(file, statSync(file).size - 3)
    const bank = await open()
    const signature = await bank.airdrop('DNXgeM9EiiaAbaWvwjHj9fQQLAX5ZsfHyvmYUNRAdNC8' as never, 1_000_000_000n)
    await bank.close()
    appendFileSync(newestJournal(), Uint8Array.of(9, 0, 0, 0, 1, 2, 3))
    const again = await open()
    expect(again.status(signature)).not.toBe(null)
    await again.close()
  }, 60_000)

  it('says so when its snapshot is damaged', async () => {
    await (await open()).close()
    const [snapshot = ''] = readdirSync(directory).filter(name => name.startsWith('snapshot-'))
    truncateSync(join(directory, snapshot), 100)
    await expect(open()).rejects.toMatchObject({ code: 'practice/chainDamaged' })
  })
})
