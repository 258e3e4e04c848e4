import type { Instruction } from '@solana/kit'
import { memoProgram, tokenProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../../test/addresses.ts'
import { computeBudgetInstructions } from './computeBudget.ts'
import { compileMessage, transactionSize } from './message.ts'
import { randomSeed, temporaryAccount } from './temporaryAccount.ts'
import { tradeInstructions, tradeUnitLimit } from './tradeInstructions.ts'

const owner = addressOf(1)
const lifetime = { kind: 'blockhash', blockhash: addressOf(9), lastValidBlockHeight: 150n } as const
const budget = { unitLimit: 200_000, priorityFeeLamports: 100_000n }
const venue = addressOf(7)
/** The size of a CPMM swap: 13 accounts, 24 bytes. */
const swap: readonly Instruction[] = [
  {
    programAddress: venue,
    accounts: Array.from({ length: 13 }, (_, i) => ({ address: addressOf(20 + i), role: 1 })),
    data: new Uint8Array(24),
  },
]
const names: Readonly<Record<string, string>> = {
  '11111111111111111111111111111111 3': 'create with seed',
  '11111111111111111111111111111111 2': 'transfer',
  [`${tokenProgram} 18`]: 'initialize',
  [`${tokenProgram} 9`]: 'close',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL 1': 'open associated',
  [`${memoProgram} ${'t'.charCodeAt(0)}`]: 'memo',
  [`${venue} 0`]: 'swap',
}
const named = (instructions: readonly Instruction[]) =>
  instructions.map(({ programAddress, data }) => names[`${programAddress} ${data?.[0]}`])
const lamportsOf = (instruction: Instruction | undefined, offset: number) =>
  new DataView(Uint8Array.from(instruction?.data ?? []).buffer).getBigUint64(offset, true)

describe('the instructions of a trade', async () => {
  const temporary = await temporaryAccount(owner, 5_000n, 'ab'.repeat(16))
  const tradeFee = { to: addressOf(3), lamports: 50n }
  const tip = { to: addressOf(4), lamports: 1000n }
  const destination = { address: addressOf(5), owner, mint: addressOf(6), tokenProgram }

  it('have a limit for the swap and every other instruction', () => {
    expect(tradeUnitLimit({ owner }, 50_000)).toBe(55_330)
    // Three instructions of the system program, two of the token program, an associated account. Then 10%.
    const beside = 3 * 150 + 2 * 5_000 + 45_000
    expect(tradeUnitLimit({ owner, temporary, tradeFee, destination, tip }, 50_000)).toBe(55_330 + (beside * 11) / 10)
  })

  it('follow the specification’s order', () => {
    const buy = tradeInstructions({ owner, temporary, tradeFee, destination, swap, tip })
    expect(named(buy)).toEqual([
      'create with seed',
      'initialize',
      'transfer',
      'open associated',
      'swap',
      'close',
      'transfer',
    ])
    expect(lamportsOf(buy[2], 4)).toBe(50n)
    expect(buy[2]?.accounts?.[1]?.address).toBe(tradeFee.to)
    expect(lamportsOf(buy[6], 4)).toBe(1000n)
    expect(buy[6]?.accounts?.[1]?.address).toBe(tip.to)
  })

  it('put a referral memo after the fee, in 52 bytes with or without a lookup table', () => {
    const memo = 'tern:ref:k7m2p9qx'
    const plain = tradeInstructions({ owner, temporary, tradeFee, swap })
    const referred = tradeInstructions({ owner, temporary, tradeFee, memo, swap })
    expect(named(referred)).toEqual(named(plain).toSpliced(3, 0, 'memo'))
    const lookupTables = [{ address: addressOf(50), addresses: [memoProgram, venue, tradeFee.to] }]
    const size = (instructions: readonly Instruction[]) =>
      transactionSize(compileMessage({ feePayer: owner, lifetime, instructions, lookupTables }))
    expect(size(referred) - size(plain)).toBe(52)
    expect(tradeUnitLimit({ owner, memo }, 50_000) - tradeUnitLimit({ owner }, 50_000)).toBe(8_800)
  })

  it('leave out unset parts and payments of 0', () => {
    const sell = tradeInstructions({ owner, temporary, tradeFee: { ...tradeFee, lamports: 0n }, swap })
    expect(named(sell)).toEqual(['create with seed', 'initialize', 'swap', 'close'])
    expect(named(tradeInstructions({ owner, swap }))).toEqual(['swap'])
  })

  it('put rent, amount and 10 lamports into the temporary account', () => {
    expect(temporary.lamports).toBe(2_039_280n + 5_000n + 10n)
    expect(lamportsOf(temporary.opens[0], 4 + 32 + 8 + 32)).toBe(2_044_290n)
  })

  it('use a new seed of 16 bytes in hex each time', () => {
    expect(randomSeed()).toMatch(/^[0-9a-f]{32}$/)
    expect(randomSeed()).not.toBe(randomSeed())
  })

  it('fit into one message with room to spare', () => {
    const trade = tradeInstructions({ owner, temporary, tradeFee, destination, swap, tip })
    const instructions = [...computeBudgetInstructions(budget), ...trade]
    const sizes = ([0, 'legacy'] as const).map(version =>
      transactionSize(compileMessage({ feePayer: owner, lifetime, instructions, version })),
    )
    console.log(`a buy with fee and tip: ${sizes[0]} bytes in version 0, ${sizes[1]} as legacy, of 1230`)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1230)
  })
})
