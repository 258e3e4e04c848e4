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

describe('Tern’s fee', () => {
  it('is signed without asking up to 2% of a sale’s min proceeds', async () => {
    expect(await asked([sell], SOL / 50n)).toBeUndefined()
    expect(await asked([sell], SOL / 50n + 1n)).toBe('fee')
    expect(await asked([sell, sell], SOL / 25n)).toBeUndefined()
    expect(await asked([sell, sell], SOL / 25n + 1n)).toBe('fee')
  })

  it('never exceeds a sale’s min proceeds, even if the owner agrees', async () => {
    expect(await asked([sell], SOL)).toBe('fee')
    expect(await asked([sell], SOL + 1n)).toBe('a fee above what the trade allows')
  })

  it('is at most 1% of a buy’s max input, even if the owner agrees', async () => {
    expect(await asked([buy], SOL / 100n)).toBeUndefined()
    expect(await asked([buy], SOL / 100n + 1n)).toBe('a fee above what the trade allows')
    expect(await asked([buy, sell], SOL / 100n + SOL / 50n)).toBeUndefined()
    expect(await asked([buy, sell], SOL / 100n + SOL / 50n + 1n)).toBe('fee')
  })
})
