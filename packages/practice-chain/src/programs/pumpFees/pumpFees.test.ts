import { AccountRole } from '@solana/kit'
import { type Address, systemProgram, wrappedNativeMint } from '@tern/core'
import { program as ammProgram } from '@tern/venues/pumpAmm'
import { feeConfigAddress, program } from '@tern/venues/pumpFees'
import { feesLayout, getFeesLayout, getFeesWithQuoteMintLayout } from '@tern/venues/pumpFees/internal'
import { program as pumpProgram } from '@tern/venues/pumpfun'
import { feeConfig } from '@tern/venues/pumpfun/internal'
import { describe, expect, it } from 'vitest'
import { openPumpfun, usdc } from '../../../test/pumpfun.ts'
import type { Instruction } from '../../../test/transactions.ts'

const sol = 1_000_000_000n

const ask = (config: Address, priced: Address, data: Uint8Array): Instruction => ({
  programAddress: program,
  accounts: [config, priced].map(address => ({ address, role: AccountRole.READONLY })),
  data,
})

const withMint = (marketCap: bigint, quoteMint: Address, isPumpPool = true) =>
  getFeesWithQuoteMintLayout.encode({
    is_pump_pool: isPumpPool,
    market_cap_lamports: marketCap,
    quote_mint: quoteMint,
  })

describe('the fee program', () => {
  it('returns the fees of mainnet’s schedules, by market capitalization and quote mint', async () => {
    const { user, land } = await openPumpfun()
    const pools = await feeConfigAddress(ammProgram)
    const fees = async (config: Address, priced: Address, data: Uint8Array) => {
      const { returnData } = await land([user], ask(config, priced, data))
      const { lp_fee_bps, protocol_fee_bps, creator_fee_bps } = feesLayout.decode(returnData?.data ?? new Uint8Array())
      return [lp_fee_bps, protocol_fee_bps, creator_fee_bps].map(Number)
    }
    expect(await fees(feeConfig, pumpProgram, withMint(0n, systemProgram))).toEqual([0, 95, 30])
    expect(await fees(pools, ammProgram, withMint(0n, wrappedNativeMint))).toEqual([2, 93, 30])
    expect(await fees(pools, ammProgram, withMint(420n * sol, wrappedNativeMint))).toEqual([20, 5, 95])
    expect(await fees(pools, ammProgram, withMint(100_000n * sol, wrappedNativeMint))).toEqual([20, 5, 5])
    expect(await fees(pools, ammProgram, withMint(300_000_000_000n, usdc))).toEqual([20, 5, 90])
    expect(await fees(pools, ammProgram, withMint(0n, wrappedNativeMint, false))).toEqual([25, 5, 0])
    const older = { is_pump_pool: true, market_cap_lamports: 300_000_000_000n, trade_size_lamports: 1n }
    const inSol = getFeesLayout.encode({ ...older, is_new_quote_mint: false })
    expect(await fees(pools, ammProgram, inSol)).toEqual([2, 93, 30])
    expect(await fees(pools, ammProgram, getFeesLayout.encode({ ...older, is_new_quote_mint: true }))).toEqual([
      20, 5, 90,
    ])
  })

  it('refuses another program’s config, and a missing config', async () => {
    const { user, submit } = await openPumpfun()
    const error = async (config: Address, priced: Address) =>
      (await submit([user], ask(config, priced, withMint(0n, systemProgram)))).err
    expect(await error(feeConfig, ammProgram)).toEqual({ InstructionError: [0, { Custom: 2006 }] })
    const missing = await feeConfigAddress(program)
    expect(await error(missing, program)).toEqual({ InstructionError: [0, { Custom: 3012 }] })
  })
})
