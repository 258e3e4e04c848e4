import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createSignerFromKeyPair,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
} from '@solana/kit'
import { type AccountSnapshot, type Address, associatedTokenAddress, tokenProgram, wrappedNativeMint } from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import { createBank } from '@tern/practice-chain/internal/bank'

type Bank = Awaited<ReturnType<typeof createBank>>

import { createSeededWorld } from '@tern/practice-chain/internal/world'
import type { Pool } from '@tern/venues'
import { pumpfun } from '@tern/venues/pumpfun'
import { encodeSwapBaseInput } from '@tern/venues/raydiumCpmm'
import { createAta, swapAccounts } from '../../packages/practice-chain/test/cpmm.ts'
import { transfer } from '../../packages/practice-chain/test/transactions.ts'

/** A chain with the seeded world on a disk, and a market maker that is ready to trade. */
export interface Arena {
  readonly bank: Bank
  readonly dataDir: string
  /** Signs transactions of `hops` swaps each, all different. */
  sign(count: number, hops: number): Promise<readonly Uint8Array[]>
  /** Signs buys on pump.fun's bonding curves, all different. */
  signBuys(count: number): Promise<readonly Uint8Array[]>
  close(): Promise<void>
}

const computeBudget = address('ComputeBudget111111111111111111111111111111')

export async function openArena(options: Partial<Parameters<typeof createBank>[0]> = {}): Promise<Arena> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const { genesis, tokens, marketMaker } = await createSeededWorld(
    'bench',
    BigInt(Math.floor((options.now ?? Date.now)() / 1_000)),
  )
  const bank = await createBank({
    dataDir,
    slotMs: 400,
    now: Date.now,
    ...options,
    genesis: [...(options.genesis ?? []), ...genesis],
  })
  const maker = await createSignerFromKeyPair(marketMaker.keyPair)
  const wrapped = await associatedTokenAddress(maker.address, wrappedNativeMint, tokenProgram)
  const pools = await Promise.all(
    tokens
      .filter(({ protocol }) => protocol === 'raydium_cpmm')
      .map(async ({ mint, pool }) => ({
        buy: await swapAccounts(bank, { pool, payer: maker.address, mintIn: wrappedNativeMint }),
        sell: await swapAccounts(bank, { pool, payer: maker.address, mintIn: mint }),
      })),
  )

  async function signed(instructions: readonly Instruction[]): Promise<Uint8Array> {
    const { blockhash } = bank.latestBlockhash()
    const message = appendTransactionMessageInstructions(
      instructions,
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n },
        setTransactionMessageFeePayer(maker.address, createTransactionMessage({ version: 0 })),
      ),
    )
    const transaction = await signTransaction([maker.keyPair], compileTransaction(message))
    return new Uint8Array(getTransactionEncoder().encode(transaction))
  }

  const first = await bank.submit(
    await signed([
      await createAta(maker.address, wrappedNativeMint, tokenProgram),
      transfer(maker.address, wrapped, 1_000_000_000_000n),
      { programAddress: tokenProgram, accounts: [{ address: wrapped, role: 1 }], data: Uint8Array.of(17) },
    ]),
  )
  if (!first.accepted) throw new TypeError(JSON.stringify(first.refusal))

  let sent = 0
  async function openBuying({ mint, pool }: { readonly mint: Address; readonly pool: Address }) {
    const curve = await openCurve(bank, pool, mint)
    const program = bank.account(mint)?.owner ?? tokenProgram
    const tokens = await associatedTokenAddress(maker.address, mint, program)
    await bank.submit(await signed([await createAta(maker.address, mint, program)]))
    const parties = {
      ...{ owner: maker.address, payer: maker.address },
      ...{ tokenAccountIn: maker.address, tokenAccountOut: tokens },
    }
    return (exactIn: bigint) =>
      curve.swap(curve.quote({ tokenIn: wrappedNativeMint, exactIn }, bank.clock()), 1n, parties)
  }

  const trading = tokens.filter(({ protocol, stage }) => protocol === 'pumpfun' && stage === 'curve')
  let curves: readonly Awaited<ReturnType<typeof openBuying>>[] | undefined
  async function buy(): Promise<Uint8Array> {
    curves ??= await Promise.all(trading.map(openBuying))
    const number = sent++
    const instructions = await curves[number % curves.length]?.(10_000n + BigInt(number))
    if (instructions === undefined) throw new TypeError('a curve')
    return signed([unitLimit(200_000 + (number % 1_000)), ...instructions])
  }

  function swaps(hops: number): Promise<Uint8Array> {
    const number = sent++
    const instructions: Instruction[] = [unitLimit(400_000 + (number % 1_000))]
    for (let hop = 0; hop < hops; hop++) {
      const pool = pools[(number + (hop >> 1)) % pools.length]
      if (pool === undefined) throw new TypeError('a pool')
      const accounts = (number / pools.length + hop) & 1 ? pool.sell : pool.buy
      const reserve = tokenAccountLayout.view(
        bank.account(accounts.input_vault)?.data ?? new Uint8Array(),
        'atLeast',
      ).amount
      instructions.push(encodeSwapBaseInput(accounts, reserve / 100_000n + BigInt(number), 1n) as Instruction)
    }
    return signed(instructions)
  }

  return {
    bank,
    dataDir,
    async sign(count, hops) {
      const wires: Uint8Array[] = []
      for (let i = 0; i < count; i++) wires.push(await swaps(hops))
      return wires
    },
    async signBuys(count) {
      const wires: Uint8Array[] = []
      for (let i = 0; i < count; i++) wires.push(await buy())
      return wires
    },
    async close() {
      await bank.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Submits all transactions, `atOnce` at the same time, as the clients of a busy node do. */
export async function submitAll(bank: Bank, wires: readonly Uint8Array[], atOnce: number): Promise<number> {
  const started = performance.now()
  let next = 0
  const worker = async () => {
    for (let wire = wires[next++]; wire !== undefined; wire = wires[next++]) {
      const result = await bank.submit(wire)
      if (!result.accepted)
        throw new TypeError(
          JSON.stringify(result.refusal.kind === 'transaction' ? result.refusal.simulation.logs : result.refusal),
        )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return performance.now() - started
}

const unitLimit = (units: number): Instruction => {
  const data = new Uint8Array(5)
  data[0] = 2
  new DataView(data.buffer).setUint32(1, units, true)
  return { programAddress: computeBudget, accounts: [], data }
}

/** Opens a bonding curve with the bank's accounts. */
async function openCurve(bank: Bank, curve: Address, mint: Address): Promise<Pool> {
  const read = new Map<Address, AccountSnapshot | null>()
  for (;;) {
    const wanted = await pumpfun.accountsToRead(curve, read, mint)
    if (wanted.every(address => read.has(address))) return pumpfun.open(curve, read, mint)
    for (const address of wanted) read.set(address, bank.account(address))
  }
}
