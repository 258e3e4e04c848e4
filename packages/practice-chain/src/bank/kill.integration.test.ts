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

/**
 * Runs a process that works on the chain, and kills it `ms` milliseconds after it has written `lines` lines. Returns
 * all its lines.
 */
async function killAfter(lines: number, ms: number, seed: number): Promise<{ lines: string[]; firstSlot: bigint }> {
  const child = spawn(process.execPath, [busyChain, directory, String(seed)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  let output = ''
  let said = 0
  for await (const chunk of child.stdout) {
    output += String(chunk)
    said += String(chunk).split('\n').length - 1
    if (child.killed || said < lines) continue
    await new Promise(resolve => setTimeout(resolve, ms))
    child.kill('SIGKILL')
  }
  await closed
  expect(child.signalCode).toBe('SIGKILL')
  const all = output.split('\n').slice(0, -1)
  return { lines: all, firstSlot: BigInt(all[0]?.split(' ')[1] ?? 0) }
}

const open = () => createBank({ dataDir: directory, slotMs: 0, now: Date.now })

const stateOf = (bank: Bank) =>
  [...bank.accountsByOwner(systemProgram)]
    .map(([address, { lamports, slot }]) => `${address} ${lamports} ${slot}`)
    .sort()

const newestJournal = () =>
  join(
    directory,
    readdirSync(directory)
      .filter(name => name.startsWith('journal-'))
      .sort((a, b) => Number(b.slice(8, -4)) - Number(a.slice(8, -4)))[0] ?? '',
  )

/** A transaction that a killed chain has acknowledged and must still know. */
interface Acknowledged {
  readonly slot: bigint
  readonly what: string
  readonly signature: string
}

function readLines(lines: readonly string[], acknowledged: Acknowledged[]) {
  /** Slots that were about to be abandoned when the chain was killed. */
  let perhaps: readonly bigint[] = []
  let kept = acknowledged
  const abandoned: Acknowledged[] = []
  /** Confirmed blocks: their times by slot. */
  const blocks = new Map<bigint, bigint>()
  for (const line of lines) {
    const [kind, ...rest] = line.split(' ')
    if (kind === 'acknowledged') {
      const [signature = '', ...what] = rest
      kept.push({ signature, slot: BigInt(what[0] ?? 0), what: what.join(' ') })
    } else if (kind === 'block') blocks.set(BigInt(rest[0] ?? 0), BigInt(rest[1] ?? 0))
    else if (kind === 'abandons') perhaps = rest.map(BigInt)
    else if (kind === 'abandoned') {
      const gone = new Set(perhaps)
      abandoned.push(...kept.filter(({ slot }) => gone.has(slot)))
      for (const slot of gone) blocks.delete(slot)
      kept = kept.filter(({ slot }) => !gone.has(slot))
      perhaps = []
    }
  }
  for (const slot of perhaps) blocks.delete(slot)
  return { kept, abandoned, blocks, perhaps: new Set(perhaps) }
}

/** Checks every account of the system program against the newest transaction that names it. */
function expectConsistent(bank: Bank): void {
  const seen = new Set<string>()
  for (const [address] of bank.accountsByOwner(systemProgram)) {
    const [newest] = bank.signaturesFor(address, { limit: 1 })
    const record = newest === undefined ? null : bank.transaction(newest.signature)
    if (record === null) continue
    seen.add(address)
    expect(bank.account(address)?.lamports).toBe(record.postBalances[record.accounts.indexOf(address)])
  }
  expect(seen.size).toBeGreaterThan(0)
}

const rounds = process.env.PROOF === '1' ? 25 : 3

describe('a chain that is killed', () => {
  it(`has lost nothing that it acknowledged, and always restores the same state: ${rounds} times`, async () => {
    let acknowledged: Acknowledged[] = []
    let [lastSlot, rolledBack] = [0n, 0]
    for (let round = 1; round <= rounds; round++) {
      const { lines, firstSlot } = await killAfter(50 + ((97 * round) % 300), (7 * round) % 20, round)
      expect(lines.filter(line => line.startsWith('refused'))).toEqual([])
      expect(firstSlot).toBeGreaterThan(lastSlot)
      const { kept, abandoned, blocks, perhaps } = readLines(lines, acknowledged)
      rolledBack += abandoned.length
      const bank = await open()
      expectConsistent(bank)
      const [since, until] = [[...blocks.keys()][0] ?? 0n, [...blocks.keys()].at(-1) ?? 0n]
      const times = bank.blocks(since, until).map(slot => [slot, bank.block(slot)?.blockTimeSeconds] as const)
      expect(times.filter(([slot]) => !perhaps.has(slot))).toEqual([...blocks])
      const unsure = kept.filter(({ slot }) => perhaps.has(slot))
      const isThere = ({ signature }: Acknowledged) => bank.transaction(signature) !== null
      expect(abandoned.filter(isThere)).toEqual([])
      // The slots are abandoned together or not at all.
      expect(new Set(unsure.map(isThere)).size).toBeLessThan(2)
      acknowledged = kept.filter(one => !perhaps.has(one.slot) || isThere(one))
      // The faucet pays for all, and half of the history is the limit for a single payer.
      for (const { signature, what } of acknowledged.slice(-4_000)) {
        const record = bank.transaction(signature)
        expect([record?.slot, record?.blockTimeSeconds, record?.postBalances].join(' ')).toBe(what)
      }
      lastSlot = bank.slot()
      const state = stateOf(bank)
      await bank.close()
      if (round % 5 > 0) continue
      const again = await open()
      expect(stateOf(again)).toEqual(state)
      expect(again.slot()).toBe(lastSlot + 1n)
      lastSlot = again.slot()
      await again.close()
    }
    expect(acknowledged.length).toBeGreaterThan(40 * rounds)
    expect(rolledBack).toBeGreaterThan(rounds > 20 ? 20 : 0)
  }, 1_000_000)

  it('restores trades through a simulated program to the byte', async () => {
    const dataDir = join(directory, 'first')
    const { genesis, tokens: all, marketMaker } = await createSeededWorld('replay', 1_790_000_000n)
    const tokens = all.filter(({ protocol }) => protocol === 'raydium_cpmm')
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
      const sell = await swapAccounts(bank, { pool, payer: maker.address, mintIn: mint })
      await send(encodeSwapBaseInput(sell, 1_000_000_000n, 1n), encodeSwapBaseInput(sell, 2_000_000_000n, 1n))
      await send(encodeSwapBaseInput(sell, 3_000_000_000n, 2n ** 62n))
    }
    // The files on disk now are those that a kill would leave.
    cpSync(dataDir, join(directory, 'second'), { recursive: true })
    const copy = await createBank({ dataDir: join(directory, 'second'), slotMs: 0, now: () => now })
    for (const owner of [program, tokenProgram, token2022Program, systemProgram])
      expect(new Map(copy.accountsByOwner(owner))).toEqual(new Map(bank.accountsByOwner(owner)))
    const history = bank.signaturesFor(maker.address)
    expect(history.length).toBe(1 + 2 * tokens.length)
    for (const { signature } of history) expect(copy.transaction(signature)).toEqual(bank.transaction(signature))
    await Promise.all([bank.close(), copy.close()])
  }, 60_000)

  it('drops a torn record, and continues after the last whole record', async () => {
    await killAfter(100, 0, 1)
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

  it('reports a damaged snapshot', async () => {
    await (await open()).close()
    const [snapshot = ''] = readdirSync(directory).filter(name => name.startsWith('snapshot-'))
    truncateSync(join(directory, snapshot), 100)
    await expect(open()).rejects.toMatchObject({ code: 'practice/chainDamaged' })
  })
})
