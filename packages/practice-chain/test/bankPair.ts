import type { AccountSnapshot, Address } from '@tern/core'
import { expect } from 'vitest'
import { createBank } from '../src/bank/createBank.ts'
import type { Genesis } from '../src/world/genesis.ts'
import { type Instruction, type KeyPairSigner, sign } from './transactions.ts'

const genesisHash = 'GMMx4s5ePSD2D3zAYYbg5h9RwYnwHkZgpETvV6SgzUTX'
const beginsAtMs = 1_790_000_000_000

/** Asks for 400,000 compute units. */
export const manyUnits: Instruction = {
  programAddress: 'ComputeBudget111111111111111111111111111111' as Address,
  data: Uint8Array.of(2, 0x80, 0x1a, 6, 0),
}

interface PairOptions {
  /** The folder of the real program. */
  readonly programsDir: string
  readonly genesis?: Genesis
  /** Instructions before those of each transaction. */
  readonly before?: readonly Instruction[]
  /** Drops the parts of an account that may differ. */
  comparable?(account: AccountSnapshot | null): AccountSnapshot | null
}

/** Two chains that differ only in the program, simulated or real. They get the same bytes. */
export async function createBankPair({ programsDir, genesis = new Map(), before = [], comparable }: PairOptions) {
  let now = beginsAtMs
  const options = { slotMs: 0, now: () => now, genesis, genesisHash }
  const banks = [await createBank(options), await createBank({ ...options, programsDir })] as const
  const [simulated, real] = banks

  async function wait(seconds: number): Promise<void> {
    now += seconds * 1_000
    for (const bank of banks) await bank.tick()
  }

  /** Lands a transaction on both chains, and compares its results and accounts. Returns its error. */
  async function both(what: string, signers: readonly [KeyPairSigner, ...KeyPairSigner[]], ...list: Instruction[]) {
    const wire = await sign(simulated.latestBlockhash().blockhash, signers, [...before, ...list])
    const records = []
    for (const bank of banks) {
      const result = await bank.submit(wire, { preflight: 'skip' })
      expect(result.accepted, what).toBe(true)
      records.push(result.accepted ? bank.transaction(result.signature) : null)
    }
    const [a, b] = records
    expect(a?.err, `${what}\n${a?.logs.join('\n')}\n${b?.logs.join('\n')}`).toEqual(b?.err)
    expect(a?.fee, what).toBe(b?.fee)
    expect(a?.postBalances, what).toEqual(b?.postBalances)
    expect(a?.postTokenBalances, what).toEqual(b?.postTokenBalances)
    if (a?.err === null) expect(a.innerInstructions, what).toEqual(b?.innerInstructions)
    for (const address of a?.accounts ?? []) {
      if (simulated.account(address)?.executable) continue
      const [one, other] = [simulated.account(address), real.account(address)]
      expect(comparable ? comparable(one) : one, `${what}: ${address}`).toEqual(comparable ? comparable(other) : other)
    }
    await wait(0)
    return a?.err ?? null
  }

  const close = () => Promise.all(banks.map(bank => bank.close()))
  return { banks, both, wait, close }
}
