import {
  type Address,
  associatedTokenAddress,
  computeBudgetProgram,
  encodeBase58,
  systemProgram,
  token2022Program,
  wrappedNativeMint,
} from '@tern/core'
import {
  bloxrouteTipAccounts,
  heliusTipAccounts,
  jitoTipAccounts,
  temporalTipAccounts,
  zeroSlotTipAccounts,
} from '@tern/core/internal/tipAccounts'
import { encodeBuyExactSolIn, encodeSell } from '@tern/venues/pumpfun/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkMessage, readTrade, type ShownTrade } from '../test/checkMessage.ts'
import { compileMessage, type PlainInstruction } from '../test/compileMessage.ts'
import { attacker, feeWallet, mint, onCurve, openTokenAccount, plain, SOL, transfer, wallet } from '../test/trades.ts'

const own = await associatedTokenAddress(wallet, mint, token2022Program)
const swap = plain(encodeBuyExactSolIn(onCurve(own), SOL, 5_000n))
const buy = [openTokenAccount(own, mint, { program: token2022Program }), swap]

/** Rents of the token account, and of the venue's accounts of the wallet and of the coin's creator. */
const rents = 2_248_080n + 1_844_400n + 890_880n

const lists = [jitoTipAccounts, bloxrouteTipAccounts, heliusTipAccounts, zeroSlotTipAccounts, temporalTipAccounts]
const known = lists.flat()
const [jito] = jitoTipAccounts as readonly [Address]
const [helius] = heliusTipAccounts as readonly [Address]
const shown: ShownTrade = { mintIn: wrappedNativeMint, mintOut: mint, maxIn: SOL, minOut: 5_000n, maxTip: 20_000n }

const verdict = (
  instructions: readonly PlainInstruction[],
  limits: ShownTrade | undefined = shown,
  payees = [feeWallet],
) => checkMessage(compileMessage(wallet, instructions).bytes, wallet, payees, limits)

/** Transfers lamports from any wallet. `named`: further accounts of the instruction. */
const transferFrom = (
  from: Address,
  to: Address,
  lamports: bigint,
  ...named: readonly Address[]
): PlainInstruction => ({
  ...transfer(to, lamports),
  accounts: [
    { address: from, as: from === wallet ? 'ws' : 'w' },
    { address: to, as: 'w' },
    ...named.map(one => ({ address: one })),
  ],
})

describe('a trade with every cost', () => {
  const { maxTip: _, ...trade } = shown
  const read = (instructions: readonly PlainInstruction[], limits: ShownTrade | undefined = shown) =>
    readTrade(compileMessage(wallet, instructions).bytes, wallet, [feeWallet], limits)

  it('is read from its bytes: the spent SOL, the fee, the tip and the network’s fee', async () => {
    const price = { program: computeBudgetProgram, accounts: [], data: Uint8Array.of(3, 64, 66, 15, 0, 0, 0, 0, 0) }
    const units = { program: computeBudgetProgram, accounts: [], data: Uint8Array.of(2, 100, 0, 0, 0) }
    const all = [units, price, transfer(feeWallet, SOL / 100n), ...buy, transfer(jito, 20_000n)]
    expect(await read(all)).toEqual({
      trades: [trade],
      feeLamports: SOL / 100n,
      tipLamports: 20_000n,
      // 100 units at 1,000,000 millionths of a lamport.
      networkFeeLamports: 5_100n,
      rentLamports: rents,
      lamports: SOL + SOL / 100n + 20_000n + 5_100n + rents,
    })
  })

  it('takes no SOL except the fees if it sells', async () => {
    const sell = plain(encodeSell(onCurve(own), 5_000n, SOL, 'seller'))
    const shownSell = { mintIn: mint, mintOut: wrappedNativeMint, maxIn: 5_000n, minOut: SOL }
    expect(await read([sell], shownSell)).toMatchObject({ trades: [shownSell], lamports: 5_000n })
  })

  it('is refused in words', async () => {
    expect(await read([...buy, transfer(attacker, 1n)])).toMatch(/a transfer to/)
  })
})

describe('a tip in a trade', () => {
  it('is signed for each tip account of a provider, before the trade and after it', async () => {
    expect(known).toHaveLength(8 + 4 + 10 + 21 + 17)
    for (const account of known) {
      expect(await verdict([...buy, transfer(account, 20_000n)])).toBeUndefined()
      expect(await verdict([transfer(account, 1n), ...buy])).toBeUndefined()
    }
  })

  it('is signed for the signer’s further tip accounts, within the same limits, and for no other account', async () => {
    const [given, other] = [own, attacker]
    const ask = (instructions: readonly PlainInstruction[], limits: ShownTrade | undefined = shown) =>
      readTrade(compileMessage(wallet, instructions).bytes, wallet, [feeWallet], limits, [given])
    const tipped = [...buy, transfer(given, 20_000n)]
    expect(await verdict(tipped)).toBe(`a transfer to ${given}`)
    expect(await ask(tipped)).toMatchObject({ feeLamports: 0n, tipLamports: 20_000n, lamports: SOL + 25_000n + rents })
    expect(await ask([...buy, transfer(jito, 20_000n)])).toMatchObject({ tipLamports: 20_000n })
    expect(await ask([...buy, transfer(other, 1n)])).toBe(`a transfer to ${other}`)
    expect(await ask([...buy, transfer(given, 20_001n)])).toBe('a tip of more than was shown')
    expect(await ask([...buy, transfer(given, SOL + 1n)], { ...shown, maxTip: 2n * SOL })).toBe(
      'a tip of more than 1 SOL',
    )
    expect(await ask([...tipped, transfer(jito, 0n)])).toBe('more than one tip')
    const { maxTip: _, ...untipped } = shown
    expect(await ask(tipped, untipped)).toBe('a tip that was not shown')
    const { bytes } = compileMessage(wallet, [...buy, transfer(given, 1n)], { looked: [given] })
    expect(await readTrade(bytes, wallet, [feeWallet], shown, [given])).toMatch(/lookup tables/)
  })

  it('may name an account that keeps front-runners away', async () => {
    const dontFront = 'jitodontfront111111111111111111111111111111' as Address
    expect(await verdict([...buy, transferFrom(wallet, jito, 20_000n, dontFront)])).toBeUndefined()
  })

  it.each<[string, string, readonly PlainInstruction[], Partial<ShownTrade>?]>([
    ['is a lamport more than was shown', 'a tip of more than was shown', [...buy, transfer(jito, 20_001n)]],
    ['is a second one', 'more than one tip', [...buy, transfer(jito, 10_000n), transfer(jito, 10_000n)]],
    ['is a second one, of nothing', 'more than one tip', [...buy, transfer(jito, 20_000n), transfer(helius, 0n)]],
    ['goes to somebody else', `a transfer to ${attacker}`, [...buy, transfer(attacker, 1n)]],
    ['is out of another account', 'a transfer out of another wallet', [...buy, transferFrom(attacker, jito, 1n)]],
    ['is out of the token account', 'a transfer out of another wallet', [...buy, transferFrom(own, jito, 1n)]],
    [
      'is more than anybody tips, and was shown',
      'a tip of more than 1 SOL',
      [...buy, transfer(jito, SOL + 1n)],
      { maxTip: 2n ** 64n - 1n },
    ],
    ['is beside no trade', 'a tip without a trade', [transfer(jito, 1n)]],
  ])('is not signed when it %s', async (_, reason, instructions, change) => {
    expect(await verdict(instructions, { ...shown, ...change })).toBe(reason)
  })

  it('is not signed unless it was shown', async () => {
    const { maxTip: _, ...untipped } = shown
    const tipped = [...buy, transfer(jito, 1n)]
    expect(await verdict(tipped, untipped)).toBe('a tip that was not shown')
    expect(await verdict(tipped, { ...shown, maxTip: 0n })).toBe('a tip that was not shown')
    expect(await verdict(buy, untipped)).toBeUndefined()
  })

  it('is no part of the fee, and the fee is no part of the tip', async () => {
    const [fee, tip] = [transfer(feeWallet, SOL / 100n), transfer(jito, 20_000n)]
    expect(await verdict([fee, ...buy, tip])).toBeUndefined()
    expect(await verdict([transfer(feeWallet, SOL / 100n + 1n), ...buy, tip])).toBe('a fee above what the trade allows')
    expect(await verdict([fee, ...buy, tip], { ...shown, maxTip: 19_999n })).toBe('a tip of more than was shown')
  })

  it('goes to no account in a lookup table, because the signer cannot see it', async () => {
    const { bytes } = compileMessage(wallet, [...buy, transfer(jito, 1n)], { looked: [jito] })
    expect(await checkMessage(bytes, wallet, [feeWallet], shown)).toMatch(/lookup tables/)
  })

  it('is made by a transfer and nothing else', async () => {
    const assigned = { ...transfer(jito, 1n), data: Uint8Array.of(1, 0, 0, 0, ...new Uint8Array(32)) }
    const long = { ...transfer(jito, 1n), data: Uint8Array.of(...transfer(jito, 1n).data, 0) }
    const seeded = { ...transfer(jito, 1n), data: Uint8Array.of(11, ...transfer(jito, 1n).data.slice(1)) }
    for (const one of [assigned, long, seeded]) expect(await verdict([...buy, one])).toBeTypeOf('string')
  })

  it('lets no further lamport leave, for any transfers', async () => {
    const recipient = fc.oneof(
      fc.constantFrom(...known),
      fc.constantFrom(attacker, own, wallet, systemProgram),
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => encodeBase58(bytes) as Address),
    )
    const transfers = fc.array(fc.record({ to: recipient, lamports: fc.bigInt(0n, 2n * SOL) }), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(transfers, fc.bigInt(0n, 3n * SOL), async (made, maxTip) => {
        const reason = await verdict([...buy, ...made.map(({ to, lamports }) => transfer(to, lamports))], {
          ...shown,
          maxTip,
        })
        const isAllowed =
          made.length === 0 ||
          (made.length === 1 &&
            made.every(({ to, lamports }) => known.includes(to) && lamports <= maxTip && lamports <= SOL))
        expect(reason === undefined).toBe(isAllowed)
      }),
      { numRuns: 1_000 },
    )
  })
})
