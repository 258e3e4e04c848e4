import { associatedTokenAddress, token2022Program } from '@tern/core'
import { encodeBuyExactSolIn, encodeSell } from '@tern/venues/pumpfun/internal'
import { describe, expect, it } from 'vitest'
import { readTrade } from '../test/checkMessage.ts'
import { compileMessage } from '../test/compileMessage.ts'
import { feeWallet, mint, onCurve, plain, SOL, transfer, wallet } from '../test/trades.ts'

const own = await associatedTokenAddress(wallet, mint, token2022Program)
const buy = plain(encodeBuyExactSolIn(onCurve(own), SOL, 5_000n))
const sell = plain(encodeSell(onCurve(own), 5_000n, SOL, 'creator'))

/** Returns why the signer asks the owner about a fee beside a trade, or why it refuses the message. */
async function asked(trades: readonly (typeof buy)[], fee: bigint): Promise<string | undefined> {
  const { bytes } = compileMessage(wallet, [transfer(feeWallet, fee), ...trades])
  const read = await readTrade(bytes, wallet, [feeWallet])
  return typeof read === 'string' ? read : read.asks
}

describe('the fee of a sale', () => {
  it('is signed unasked up to 2% of what the sale brings at least', async () => {
    expect(await asked([sell], SOL / 50n)).toBeUndefined()
    expect(await asked([sell], SOL / 50n + 1n)).toBe('fee')
    expect(await asked([sell, sell], SOL / 25n)).toBeUndefined()
    expect(await asked([sell, sell], SOL / 25n + 1n)).toBe('fee')
  })

  it('is never more than the sale brings at least, whoever agrees', async () => {
    expect(await asked([sell], SOL)).toBe('fee')
    expect(await asked([sell], SOL + 1n)).toBe('a fee above what the trade allows')
  })

  it('is 1% of what a buy spends, whoever agrees', async () => {
    expect(await asked([buy], SOL / 100n)).toBeUndefined()
    expect(await asked([buy], SOL / 100n + 1n)).toBe('a fee above what the trade allows')
    expect(await asked([buy, sell], SOL / 100n + SOL / 50n)).toBeUndefined()
    expect(await asked([buy, sell], SOL / 100n + SOL / 50n + 1n)).toBe('fee')
  })
})
