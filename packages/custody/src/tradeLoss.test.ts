import {
  type Address,
  associatedTokenAddress,
  token2022Program,
  tokenProgram,
  usdcMint,
  wrappedNativeMint,
} from '@tern/core'
import { encodeBuyExactSolIn, encodeSell } from '@tern/venues/pumpfun/internal'
import { encodeSwapBaseInput } from '@tern/venues/raydiumCpmm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { allowed } from '../test/checkMessage.ts'
import { compileMessage, type PlainInstruction } from '../test/compileMessage.ts'
import { address, mint, onCurve, openTokenAccount, plain, SOL } from '../test/trades.ts'
import { kdfLimits } from './bundle.ts'
import { createKeystore } from './keystore.ts'
import { createPrices } from './prices.ts'
import { standardSignerLimits } from './signerLimits.ts'
import { lossOf } from './tradeLoss.ts'

const cheapest = { m: kdfLimits.m[0], t: kdfLimits.t[0], p: kdfLimits.p[0] }
const passphrase = 'correct horse battery staple'
const secret = () => new TextEncoder().encode(passphrase)

let now = 0
const prices = createPrices(() => now)
/** Reports lamports per raw unit. */
const tell = (of: Address, lamports: bigint | null) =>
  prices.receive(
    JSON.stringify({ all: false, prices: [[of, lamports === null ? null : String(lamports * 10n ** 18n)]] }),
  )

/** A signer with an open wallet and the standard limits. */
async function signer() {
  const keystore = createKeystore(cheapest, { prices })
  const made = await keystore.create({ passphrase: secret(), suborgId: 'suborg-1', label: 'Main', createdAt: 1 })
  const [wallet = expect.fail()] = made.addresses
  await keystore.limits({ limits: standardSignerLimits })
  const own = await associatedTokenAddress(wallet, mint, token2022Program)
  const named = { ...onCurve(own), user: wallet }
  const sell = (amount: bigint, minOut: bigint) => plain(encodeSell(named, amount, minOut, 'creator'))
  const buy = (maxIn: bigint) => plain(encodeBuyExactSolIn(named, maxIn, 5n))
  let blockhash = 0
  const sign = async (...instructions: readonly PlainInstruction[]): Promise<string | undefined> => {
    const message = compileMessage(wallet, instructions, { blockhash: new Uint8Array(32).fill(++blockhash) })
    return keystore.sign({ address: wallet, messages: [await allowed(message)] }).then(
      () => undefined,
      (error: { facts?: { limit?: string } }) => error.facts?.limit ?? String(error),
    )
  }
  return { keystore, wallet, bundle: made.bundle, sell, buy, sign }
}

/** Signs up to `count` times. Returns the number of signatures before the owner is asked, and the reason. */
async function signedOf(count: number, sign: () => Promise<string | undefined>) {
  for (let i = 0; i < count; i++) {
    const asked = await sign()
    if (asked !== undefined) return [i, asked]
  }
  return [count, undefined]
}

beforeAll(() => {
  now = 0
  tell(mint, 1n)
})

describe('a sale', () => {
  it('of a whole position for one unit counts by its worth, so the owner is asked from the limit on', async () => {
    const { sell, sign } = await signer()
    // Forty positions of 2 SOL each.
    expect(await signedOf(40, () => sign(sell(2n * SOL, 1n)))).toEqual([12, 'untilLock'])
    const other = await signer()
    expect(await other.sign(other.sell(3n * SOL, 1n))).toBe('trade')
  })

  it('of 1,000,000 USDC for one unit counts by the price of USDC', async () => {
    const { wallet, keystore } = await signer()
    // A price of 0.005 SOL: 5 lamports for a raw unit.
    tell(usdcMint, 5n)
    const [from, to] = await Promise.all(
      [usdcMint, wrappedNativeMint].map(of => associatedTokenAddress(wallet, of, tokenProgram)),
    )
    if (from === undefined || to === undefined) expect.fail()
    const open = openTokenAccount(to, wrappedNativeMint, { owner: wallet })
    const opens = { ...open, accounts: open.accounts.with(0, { address: wallet, as: 'ws' }) }
    const swap = encodeSwapBaseInput(
      {
        ...{ payer: wallet, amm_config: address(20), pool_state: address(21), input_token_account: from },
        ...{ output_token_account: to, input_vault: address(22), output_vault: address(23) },
        ...{ input_token_program: tokenProgram, output_token_program: tokenProgram },
        ...{ input_token_mint: usdcMint, output_token_mint: wrappedNativeMint, observation_state: address(24) },
      },
      1_000_000_000_000n,
      1n,
    )
    const asked = { address: wallet, messages: [await allowed(compileMessage(wallet, [opens, plain(swap)]))] }
    await expect(keystore.sign(asked)).rejects.toMatchObject({
      facts: { limit: 'trade', lamports: 5_000n * SOL - 1n + 2_039_280n + 5_000n },
    })
    const { trades } = await keystore.readTrades(asked)
    expect(trades).toMatchObject([{ lamports: 2_044_280n, lost: 5_000n * SOL - 1n + 2_044_280n }])
  })

  it('at a fair price counts by its fees and slippage, so that a round trip counts once', async () => {
    const { keystore, buy, sell, sign } = await signer()
    expect(await sign(buy(SOL))).toBeUndefined()
    const bought = keystore.signedLamports
    expect(bought).toBeGreaterThanOrEqual(SOL)
    expect(bought).toBeLessThan(SOL + SOL / 100n)
    // 1% less is accepted.
    expect(await sign(sell(SOL, (99n * SOL) / 100n))).toBeUndefined()
    expect(keystore.signedLamports - bought).toBe(SOL / 100n + 5_000n)
  })

  it('in a panic passes until a limit asks: no sale is refused for its price', async () => {
    const { sell, sign, keystore, wallet } = await signer()
    expect(await signedOf(10, () => sign(sell(2n * SOL, SOL / 2n)))).toEqual([10, undefined])
    const message = await allowed(compileMessage(wallet, [sell(100n * SOL, 1n)]))
    const signed = await keystore.sign({ address: wallet, messages: [message], passphrase: secret() })
    expect(signed.signatures).toHaveLength(1)
  })

  it('never counts less than its fees, however much more it brings than it is worth', async () => {
    const { keystore, sell, sign } = await signer()
    await sign(sell(1n, 1_000n * SOL))
    expect(keystore.signedLamports).toBe(5_000n)
  })

  it('is only asked about earlier if a stranger’s pool raised the price', async () => {
    const { sell, sign } = await signer()
    tell(mint, 2n)
    expect(await sign(sell(2n * SOL, 2n * SOL))).toBeUndefined()
    expect(await sign(sell(2n * SOL, SOL))).toBe('trade')
    tell(mint, 1n)
  })
})

describe('a sale of a token without a known price', () => {
  it('is never signed without asking, at any limits', async () => {
    const { keystore, wallet, sell, buy, sign } = await signer()
    tell(mint, null)
    expect(await sign(sell(1n, SOL))).toBe('unpriced')
    // A purchase counts by its lamports.
    expect(await sign(buy(SOL))).toBeUndefined()
    const message = await allowed(compileMessage(wallet, [sell(2n * SOL, 1n)]))
    await keystore.sign({ address: wallet, messages: [message], passphrase: secret() })
    expect(await sign(sell(1n, SOL))).toBe('unpriced')
    await keystore.limits({ limits: {}, passphrase: secret() })
    expect(await sign(sell(1n, SOL))).toBe('unpriced')
    tell(mint, 1n)
    expect(await sign(sell(SOL, SOL))).toBeUndefined()
  })

  it('is any sale from a minute after the server’s last message on', async () => {
    const { sell, sign, keystore } = await signer()
    tell(mint, 1n)
    now += 60_000
    expect(await sign(sell(3n * SOL, 1n))).toBe('trade')
    now += 1
    expect(await sign(sell(3n * SOL, 1n))).toBe('unpriced')
    expect(keystore.signedLamports).toBe(0n)
    tell(mint, 1n)
  })
})

describe('the proceeds of a trade', () => {
  it('reduce the loss only in SOL, because the price of any other token can be raised', () => {
    const trade = { mintIn: usdcMint, maxIn: 10n, minOut: 8n }
    const effects = { feeLamports: 0n, tipLamports: 0n, networkFeeLamports: 5n, rentLamports: 0n, lamports: 5n }
    const lost = (mintOut: Address) => lossOf({ ...effects, trades: [{ ...trade, mintOut }] }, () => 10n).lost
    expect(lost(wrappedNativeMint)).toBe(7n)
    expect(lost(mint)).toBe(15n)
  })

  it('reduce no other trade’s loss, and no loss is below the lamports that leave', () => {
    const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
    const trade = fc.record({
      mintIn: fc.constantFrom(usdcMint, wrappedNativeMint, mint),
      mintOut: fc.constantFrom(usdcMint, wrappedNativeMint, mint),
      maxIn: amount,
      minOut: amount,
    })
    const effects = { feeLamports: 0n, tipLamports: 0n, networkFeeLamports: 5n, rentLamports: 0n, lamports: 5n }
    const worthOf = (of: Address, raw: bigint) => (of === mint ? undefined : 3n * raw)
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 4 }), trades => {
        const each = trades.map(one => lossOf({ ...effects, trades: [one] }, worthOf))
        const all = lossOf({ ...effects, trades }, worthOf)
        expect(all.lost - 5n).toBe(each.reduce((sum, { lost }) => sum + lost - 5n, 0n))
        expect(all.lost).toBeGreaterThanOrEqual(5n)
        expect(all.unpriced).toBe(trades.filter(({ mintIn }) => mintIn === mint).length)
      }),
    )
  })
})
