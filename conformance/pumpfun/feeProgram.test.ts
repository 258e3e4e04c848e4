import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AccountRole, type Instruction } from '@solana/kit'
import { decodeBase64, wrappedNativeMint } from '@tern/core'
import { program as feeProgram, feesOf } from '@tern/venues/pumpFees'
import { feesLayout, getFeesLayout } from '@tern/venues/pumpFees/internal'
import { program } from '@tern/venues/pumpfun'
import { feeConfig } from '@tern/venues/pumpfun/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proves } from '../src/evidence.ts'
import { encodeFees, feeConfigs } from '../src/pumpCurves.ts'
import { startSvm } from '../src/svm.ts'

const binary = process.env.PROGRAMS_DIR === undefined ? undefined : join(process.env.PROGRAMS_DIR, `${feeProgram}.so`)
const isAtHand = binary !== undefined && existsSync(binary)

function getFees(marketCap: bigint): Instruction {
  return {
    programAddress: feeProgram,
    accounts: [
      { address: feeConfig, role: AccountRole.READONLY },
      { address: program, role: AccountRole.READONLY },
    ],
    data: getFeesLayout.encode({
      ...{ is_pump_pool: true, market_cap_lamports: marketCap, trade_size_lamports: 0n, is_new_quote_mint: false },
    }),
  }
}

/** The program's return data, as the runtime logs it. */
function returned(logs: readonly string[]): Uint8Array {
  const start = `Program return: ${feeProgram} `
  return decodeBase64(logs.find(line => line.startsWith(start))?.slice(start.length) ?? '')
}

describe.skipIf(!isAtHand)('the real fee program (PROGRAMS_DIR)', () => {
  const evidence = proves('pumpfun')('real fee program, tiers by market capitalisation', undefined, 'PROGRAMS_DIR')

  it('answers with Tern’s tier, below, at and above each threshold', evidence, async () => {
    const svm = await startSvm()
    svm.load(feeProgram, binary ?? '')
    let asked = 0
    for (const config of fc.sample(feeConfigs, { numRuns: 40, seed: 20 })) {
      svm.place(feeConfig, feeProgram, encodeFees(config))
      const thresholds = config.fee_tiers.map(tier => tier.market_cap_lamports_threshold)
      for (const cap of new Set(thresholds.flatMap(one => [one > 0n ? one - 1n : 0n, one, one + 1n]))) {
        const { logs, error } = await svm.send([getFees(cap)])
        expect(error).toBeUndefined()
        expect(feesLayout.decode(returned(logs))).toEqual(feesOf(config, wrappedNativeMint, cap))
        asked++
      }
    }
    expect(asked).toBeGreaterThan(500)
  })
})
