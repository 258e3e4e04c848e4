import { type Instruction, isSignerRole, isWritableRole } from '@solana/kit'
import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { type Address, encodeBase58, tokenProgram } from '@tern/core'
import {
  encodeSwapBaseIn,
  encodeSwapBaseInV2,
  encodeSwapBaseOut,
  encodeSwapBaseOutV2,
  type MarketAccounts,
  program,
  type SwapAccounts,
} from '@tern/venues/raydiumAmmV4'
import { authority, encodeDeposit, encodeWithdraw, type LiquidityAccounts } from '@tern/venues/raydiumAmmV4/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proves, provesLiquidity } from '../src/evidence.ts'
import { readFixture } from '../src/fixtures.ts'
import { bn, raydiumSdk, raydiumSdkName } from '../src/sdk.ts'

const evidence = proves('raydiumammv4')
const ofLiquidity = provesLiquidity('raydiumammv4')
/** Made-up addresses: 32 equal bytes. */
const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const key = (byte: number) => new PublicKey(k(byte))
const u64 = fc.bigInt(0n, 2n ** 64n - 1n)

const plain = ({ accounts = [], data = new Uint8Array(), programAddress }: Instruction) => ({
  program: programAddress as string,
  accounts: accounts.map(({ address, role }) => `${address} ${isSignerRole(role)} ${isWritableRole(role)}`),
  data: Buffer.from(Uint8Array.from(data)).toString('hex'),
})
const sdkPlain = ({ programId, keys, data }: TransactionInstruction) => ({
  program: String(programId),
  accounts: keys.map(({ pubkey, isSigner, isWritable }) => `${pubkey} ${isSigner} ${isWritable}`),
  data: data.toString('hex'),
})

const accounts: SwapAccounts = {
  amm: k(1),
  amm_coin_vault: k(2),
  amm_pc_vault: k(3),
  user_source: k(4),
  user_destination: k(5),
  user_source_owner: k(6),
}
const market: MarketAccounts = {
  amm_open_orders: k(7),
  market_program: k(8),
  market: k(9),
  market_bids: k(10),
  market_asks: k(11),
  market_event_queue: k(12),
  market_coin_vault: k(13),
  market_pc_vault: k(14),
  market_vault_signer: k(15),
}
const targetOrders = k(16)
const poolKeys = {
  programId: program,
  id: k(1),
  authority,
  openOrders: k(7),
  targetOrders,
  vault: { A: k(2), B: k(3) },
  marketProgramId: k(8),
  marketId: k(9),
  marketBids: k(10),
  marketAsks: k(11),
  marketEventQueue: k(12),
  marketBaseVault: k(13),
  marketQuoteVault: k(14),
  marketAuthority: k(15),
}
const userKeys = { tokenAccountIn: key(4), tokenAccountOut: key(5), owner: key(6) }

/** The SDK's instruction without the target orders. No release reads this account, so callers may leave it out. */
function withoutTargets(made: ReturnType<typeof sdkPlain>) {
  const at = made.accounts.findIndex(account => account.startsWith(targetOrders))
  expect(at).toBe(4)
  return { ...made, accounts: made.accounts.toSpliced(at, 1) }
}

describe('instructions', () => {
  const described = `${raydiumSdkName}, instructions byte for byte`

  it('of the newest form, as the SDK builds them', evidence(described), () => {
    const v2 = [key(1), new PublicKey(authority), key(2), key(3), key(4), key(5), key(6)] as const
    const programKey = new PublicKey(program)
    fc.assert(
      fc.property(u64, u64, (one, two) => {
        const exactIn = raydiumSdk.swapBaseInV2Instruction(programKey, ...v2, bn(one), bn(two))
        expect(plain(encodeSwapBaseInV2(accounts, one, two))).toEqual(sdkPlain(exactIn))
        const exactOut = raydiumSdk.swapBaseOutV2Instruction(programKey, ...v2, bn(one), bn(two))
        expect(plain(encodeSwapBaseOutV2(accounts, one, two))).toEqual(sdkPlain(exactOut))
      }),
      { numRuns: 50 },
    )
  })

  it('of the form with an order book, as the SDK builds them', evidence(described), () => {
    const make = raydiumSdk as unknown as Readonly<
      Record<
        'makeSwapFixedInInstruction' | 'makeSwapFixedOutInstruction',
        (request: object, version: number) => TransactionInstruction
      >
    >
    fc.assert(
      fc.property(u64, u64, (one, two) => {
        const exactIn = { poolKeys, userKeys, amountIn: bn(one), minAmountOut: bn(two) }
        expect(plain(encodeSwapBaseIn(accounts, market, one, two))).toEqual(
          withoutTargets(sdkPlain(make.makeSwapFixedInInstruction(exactIn, 4))),
        )
        const exactOut = { poolKeys, userKeys, maxAmountIn: bn(one), amountOut: bn(two) }
        expect(plain(encodeSwapBaseOut(accounts, market, one, two))).toEqual(
          withoutTargets(sdkPlain(make.makeSwapFixedOutInstruction(exactOut, 4))),
        )
      }),
      { numRuns: 50 },
    )
  })

  it('of deposits and withdrawals, as the SDK builds them', ofLiquidity(described), () => {
    const named: LiquidityAccounts = {
      ...{ amm: k(1), amm_target_orders: targetOrders, amm_lp_mint: k(17), amm_coin_vault: k(2), amm_pc_vault: k(3) },
      ...{ user_coin: k(4), user_pc: k(5), user_lp: k(18), owner: k(6) },
    }
    const user = { baseTokenAccount: key(4), quoteTokenAccount: key(5), lpTokenAccount: key(18), owner: key(6) }
    const poolInfo = { id: k(1), programId: program, pooltype: [], lpMint: { address: k(17) }, marketId: k(9) }
    const pool = { ...poolKeys, mintLp: { address: k(17) } }
    const make = raydiumSdk as unknown as Readonly<
      Record<'makeAddLiquidityInstruction' | 'removeLiquidityInstruction', (request: object) => TransactionInstruction>
    >
    fc.assert(
      fc.property(u64, u64, u64, fc.constantFrom('coin', 'pc'), (one, two, three, side) => {
        const added = {
          ...{ poolInfo, poolKeys: pool, userKeys: user, fixedSide: side === 'coin' ? 'base' : 'quote' },
          ...{ baseAmountIn: bn(one), quoteAmountIn: bn(two), otherAmountMin: bn(three) },
        }
        expect(plain(encodeDeposit(named, market, side, { maxCoin: one, maxPc: two, otherMin: three }))).toEqual(
          sdkPlain(make.makeAddLiquidityInstruction(added)),
        )
        const removed = {
          ...{ poolInfo, poolKeys: pool, userKeys: user },
          ...{ lpAmount: bn(one), baseAmountMin: bn(two), quoteAmountMin: bn(three) },
        }
        const theirs = sdkPlain(make.removeLiquidityInstruction(removed))
        // Two places that no release reads. Callers may leave out both.
        expect(theirs.accounts.slice(8, 10).every(account => account.startsWith(k(1)))).toBe(true)
        expect(plain(encodeWithdraw(named, market, { lpAmount: one, minCoin: two, minPc: three }))).toEqual({
          ...theirs,
          accounts: theirs.accounts.toSpliced(8, 2),
        })
      }),
      { numRuns: 50 },
    )
  })

  it('equal the golden vectors', evidence('golden vectors of the SDK'), () => {
    type Vector = { readonly keys: readonly (readonly [string, Address, string])[]; readonly data: string }
    const golden = readFixture<
      Readonly<Record<'swapBaseIn' | 'swapBaseOut' | 'swapBaseInV2' | 'swapBaseOutV2', Vector>>
    >('raydiumAmmV4/goldenInstructions.json')
    const wanted = ({ keys, data }: Vector, leftOut?: number) => ({
      program: program as string,
      accounts: keys
        .filter((_, i) => i !== leftOut)
        .map(([, address, flags]) => `${address} ${flags.includes('S')} ${flags.includes('W')}`),
      data,
    })
    const at = ({ keys }: Vector) => keys.map(([, address]) => address)
    for (const name of ['swapBaseInV2', 'swapBaseOutV2'] as const) {
      const [token, amm, , coin, pc, source, destination, owner] = at(golden[name]) as [Address, ...Address[]]
      expect(token).toBe(tokenProgram)
      const [user, vaults] = [[source, destination, owner] as const, [coin, pc] as const]
      const named = { amm, amm_coin_vault: vaults[0], amm_pc_vault: vaults[1] } as SwapAccounts
      const [user_source, user_destination, user_source_owner] = user as unknown as [Address, Address, Address]
      const all = { ...named, user_source, user_destination, user_source_owner }
      const made =
        name === 'swapBaseInV2' ? encodeSwapBaseInV2(all, 1_000_000n, 999n) : encodeSwapBaseOutV2(all, 1_000_000n, 999n)
      expect(plain(made)).toEqual(wanted(golden[name]))
    }
    for (const name of ['swapBaseIn', 'swapBaseOut'] as const) {
      const places = at(golden[name]) as readonly Address[] as Address[]
      const place = (i: number) => places[i] ?? expect.fail('an account is missing')
      const all: SwapAccounts = {
        ...{ amm: place(1), amm_coin_vault: place(5), amm_pc_vault: place(6) },
        ...{ user_source: place(15), user_destination: place(16), user_source_owner: place(17) },
      }
      const book: MarketAccounts = {
        ...{ amm_open_orders: place(3), market_program: place(7), market: place(8), market_bids: place(9) },
        ...{ market_asks: place(10), market_event_queue: place(11), market_coin_vault: place(12) },
        ...{ market_pc_vault: place(13), market_vault_signer: place(14) },
      }
      const encode = name === 'swapBaseIn' ? encodeSwapBaseIn : encodeSwapBaseOut
      expect(plain(encode(all, book, 1_000n, 999n))).toEqual(wanted(golden[name], 4))
    }
  })
})
