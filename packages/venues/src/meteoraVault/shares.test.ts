import { createHash } from 'node:crypto'
import { usdcMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { decodeVaultState, tokenVaultAddress, vaultAddress } from './index.ts'
import { amountByShare, shareByAmount, unlockedAmount, vaultLayout, vaultLpMintAddress } from './internal.ts'
import { isUnlocking, lockedProfit } from './shares.ts'

/** 1,000 of 10,000 tokens are locked, and a hundredth of them unlocks in a second. */
const vault = {
  ...{ total_amount: 10_000n, last_updated_locked_profit: 1_000n, last_report: 500n },
  locked_profit_degradation: 10_000_000_000n,
}

describe('a vault', () => {
  it('unlocks its profit in equal steps, rounded down', () => {
    const at = (now: bigint) => [lockedProfit(vault, now), unlockedAmount(vault, now), isUnlocking(vault, now)]
    expect(at(500n)).toEqual([1_000n, 9_000n, true])
    expect(at(501n)).toEqual([990n, 9_010n, true])
    expect(at(599n)).toEqual([10n, 9_990n, true])
    expect(at(600n)).toEqual([0n, 10_000n, false])
    expect(at(10n ** 12n)).toEqual([0n, 10_000n, false])
    expect(lockedProfit({ ...vault, locked_profit_degradation: 10_000_000_001n }, 550n)).toBe(499n)
  })

  it('counts an earlier time as the last report', () => {
    expect(lockedProfit(vault, 499n)).toBe(1_000n)
  })

  it('never unlocks without a rate, and has nothing to unlock without profit', () => {
    expect(isUnlocking({ ...vault, locked_profit_degradation: 0n }, 500n)).toBe(false)
    expect(lockedProfit({ ...vault, locked_profit_degradation: 0n }, 10n ** 9n)).toBe(1_000n)
    expect(isUnlocking({ ...vault, last_updated_locked_profit: 0n }, 500n)).toBe(false)
  })

  it('rounds shares and tokens down', () => {
    const shares = { amount: 10n, supply: 7n }
    expect(amountByShare(shares, 3n)).toBe(4n)
    expect(shareByAmount(shares, 4n)).toBe(2n)
    expect(amountByShare({ amount: 7n, supply: 7n }, 3n)).toBe(3n)
  })
})

describe('a vault account', () => {
  it('has the discriminator of its name and the offsets of the program', () => {
    const name = createHash('sha256').update('account:Vault').digest().subarray(0, 8)
    expect(Buffer.from(vaultLayout.discriminator)).toEqual(name)
    expect(vaultLayout.offsets).toMatchObject({
      ...{ total_amount: 11, token_vault: 19, lp_mint: 115, strategies: 147, base: 1_107 },
      ...{ last_updated_locked_profit: 1_203, last_report: 1_211, locked_profit_degradation: 1_219 },
    })
  })

  it('may be longer', () => {
    const data = new Uint8Array(10_240)
    data.set(vaultLayout.discriminator)
    data[8] = 1
    expect(decodeVaultState(data)).toMatchObject({ enabled: 1, total_amount: 0n })
  })

  it('is at the addresses of mainnet', async () => {
    const vault = await vaultAddress(usdcMint)
    expect(vault).toBe('3ESUFCnRNgZ7Mn2mPPUMmXYaKU8jpnV9VtA17M7t2mHQ')
    expect(await tokenVaultAddress(vault)).toBe('C2QoQ111jGHEy5918XkNXQro7gGwC9PKLXd1LqBiYNwA')
    // The vault of USDC is one of the first, so its shares have another mint.
    expect(await vaultLpMintAddress(vault)).not.toBe('3RpEekjLE5cdcG15YcXJUpxSepemvq2FpmMcgo342BwC')
  })
})
