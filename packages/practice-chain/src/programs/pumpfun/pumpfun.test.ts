import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountRole } from '@solana/kit'
import {
  type Address,
  associatedTokenAddress,
  decodeMint,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { bondingCurveAddress, creatorVaultAddress, decodeGlobal, program, readEvent } from '@tern/venues/pumpfun'
import {
  encodeBuy,
  encodeBuyExactSolIn,
  encodeSell,
  globalAddress,
  holderRewardsAddress,
  mayhemSolVault,
  type TradeAccounts,
  tradeEventLayout,
  userVolumeAccumulatorAddress,
  userVolumeAccumulatorLayout,
} from '@tern/venues/pumpfun/internal'
import { describe, expect, it } from 'vitest'
import { amountIn, createAta } from '../../../test/cpmm.ts'
import { forwarder, forwarderData } from '../../../test/onChain/forwarder.ts'
import {
  changeCurve,
  coinOf,
  coinText,
  createLegacy,
  createV2,
  curveOf,
  eventsOf,
  launched,
  manyUnits,
  openCoin,
  openPumpfun,
  trade,
  tradeAccounts,
} from '../../../test/pumpfun.ts'
import { type Instruction, newSigner } from '../../../test/transactions.ts'
import type { Bank, TransactionRecord } from '../../bank/bank.ts'

const sol = 1_000_000_000n
const supply = 1_000_000_000_000_000n
const custom = (code: number, index = 0) => ({ InstructionError: [index, { Custom: code }] })
const lamports = (bank: Bank, address: Address): bigint => bank.account(address)?.lamports ?? 0n
/** The rent for accounts of a coin's first buy: the creator's vault and the trader's accumulator. */
const [vaultRent, accumulatorRent] = [rentExemption(0), rentExemption(137)]

const kindsOf = async (record: TransactionRecord) =>
  (await Promise.all(eventsOf(record).map(event => readEvent(event)))).map(event => event?.kind)

const globalOf = (bank: Bank) => decodeGlobal(bank.account(globalAddress)?.data ?? new Uint8Array())

describe('a launch', () => {
  it('makes a Token-2022 coin without mint, freeze or update authority, with its whole supply on its curve', async () => {
    const { bank, mint, curve } = await launched()
    const account = bank.account(mint)
    expect(account && decodeMint(mint, account)).toMatchObject({
      program: token2022Program,
      decimals: 6,
      supply,
      mintAuthority: null,
      freezeAuthority: null,
      extensions: { metadataPointer: mint, tokenMetadata: { ...coinText, updateAuthority: null } },
    })
    expect(amountIn(bank, await associatedTokenAddress(curve, mint, token2022Program))).toBe(supply)
    expect(await curveOf(bank, mint)).toMatchObject({
      virtual_token_reserves: 1_073_000_000_000_000n,
      virtual_quote_reserves: 30n * sol,
      real_token_reserves: 793_100_000_000_000n,
      real_quote_reserves: 0n,
      complete: false,
    })
  })

  it('of an SPL coin has its metadata at Metaplex, padded, for 0.01 SOL and the rent', async () => {
    const { bank, user, land } = await openPumpfun()
    const mint = await newSigner()
    const create = await createLegacy(user.address, mint.address)
    const before = lamports(bank, user.address)
    const record = await land([user, mint], manyUnits, create)
    expect(await kindsOf(record)).toEqual(['launch'])
    const rents = [82, 125, 165].reduce((sum, size) => sum + rentExemption(size), 0n)
    expect(before - lamports(bank, user.address)).toBe(rents + 15_115_600n + 10_000n)
    const { data } = bank.account(create.accounts?.[6]?.address as Address) ?? { data: new Uint8Array() }
    expect(data).toHaveLength(607)
    expect(Buffer.from(data.subarray(65, 65 + 36))).toEqual(
      Buffer.from(`\u0020\0\0\0${coinText.name.padEnd(32, '\0')}`),
    )
    const account = bank.account(mint.address)
    expect(account && decodeMint(mint.address, account)).toMatchObject({ supply, mintAuthority: null })
  })

  it.each(['create', 'create_v2'])('by %s works with a first buy in the same transaction', async kind => {
    const { bank, user, land } = await openPumpfun()
    const mint = await newSigner()
    const isLegacy = kind === 'create'
    const create = await (isLegacy ? createLegacy : createV2)(user.address, mint.address)
    const coin = { mint: mint.address, program: isLegacy ? tokenProgram : token2022Program, creator: user.address }
    const accounts = await tradeAccounts(bank, coin, user.address)
    const buy = encodeBuyExactSolIn(accounts, sol, 1n)
    const own = await createAta(user.address, mint.address, coin.program)
    const record = await land([user, mint], manyUnits, create, own, buy)
    expect(await kindsOf(record)).toEqual(['launch', 'trade'])
    // 125 basis points of fees: 987,654,320 lamports reach the curve, and a lamport less than that buys.
    const bought = (987_654_319n * 1_073_000_000_000_000n) / (30n * sol + 987_654_319n)
    expect(amountIn(bank, accounts.associated_user)).toBe(bought)
    const { real_quote_reserves } = await curveOf(bank, mint.address)
    expect(lamports(bank, accounts.bonding_curve)).toBe(rentExemption(125) + real_quote_reserves)
  })

  it('makes the program’s refusals', async () => {
    const { bank, user, submit } = await openPumpfun()
    const attempt = async (options: Parameters<typeof createV2>[2], signer = user) => {
      const mint = await newSigner()
      return (await submit([signer, mint], manyUnits, await createV2(signer.address, mint.address, options))).err
    }
    expect(await attempt({ isCashback: true })).toEqual(custom(6082, 1))
    expect(await attempt({ creator: '11111111111111111111111111111111' as Address })).toEqual(custom(6019, 1))
    expect(await attempt({ quoteMint: wrappedNativeMint })).toBe(null)
    expect(await attempt({ quoteMint: mayhemSolVault })).toEqual(custom(6063, 1))
    const mint = await newSigner()
    const create = await createV2(user.address, mint.address)
    expect((await submit([user, mint], manyUnits, create)).err).toBe(null)
    const again = await submit([user, mint], manyUnits, create)
    expect(again.err).toEqual(custom(0, 1))
    expect(again.logs.join('\n')).toContain('already in use')
    const global = bank.account(globalAddress)
    if (global === null) throw new TypeError('no Global')
    bank.setAccount(globalAddress, {
      ...global,
      data: Uint8Array.from(global.data, (byte, i) => (i === 450 ? 0 : byte)),
    })
    expect(await attempt({})).toEqual(custom(6046, 1))
  })
})

describe('a trade in lamports', () => {
  it('pays and takes exactly the venue’s quote, to the lamport, in both directions and modes, in any order', async () => {
    const { bank, user, creator, mint, curve, land } = await launched()
    const own = await associatedTokenAddress(user.address, mint, token2022Program)
    const vault = await creatorVaultAddress(creator.address)
    const { fee_recipient, buyback_fee_recipients } = globalOf(bank)
    let isFirst = true
    for (const request of [
      { tokenIn: wrappedNativeMint, exactIn: sol },
      { tokenIn: wrappedNativeMint, exactOut: 123_456_789n },
      { tokenIn: mint, exactIn: 7_654_321_987n },
      { tokenIn: wrappedNativeMint, exactIn: 1_000n },
      { tokenIn: mint, exactOut: 54_321n },
      { tokenIn: wrappedNativeMint, exactIn: 50n * sol },
      { tokenIn: mint, exactIn: 1_000_000n },
    ]) {
      const { quote, instructions } = await trade(bank, mint, user.address, request)
      const watched = [user.address, curve, vault, fee_recipient, buyback_fee_recipients[0] as Address]
      const before = watched.map(address => lamports(bank, address))
      const tokens = amountIn(bank, own)
      const record = await land([user], manyUnits, ...instructions)
      const [paid, toCurve, toVault, toFees, toBuyback] = watched.map(
        (address, i) => lamports(bank, address) - (before[i] ?? 0n),
      ) as [bigint, bigint, bigint, bigint, bigint]
      const isBuy = quote.tokenIn === wrappedNativeMint
      const rent = isFirst ? vaultRent + accumulatorRent + rentExemption(170) : 0n
      expect(paid).toBe((isBuy ? -quote.amountIn : quote.amountOut) - record.fee - rent)
      expect(amountIn(bank, own) - tokens).toBe(isBuy ? quote.amountOut : -quote.amountIn)
      const [protocol, creators] = ['protocol', 'creator'].map(
        kind => quote.fees.find(fee => fee.kind === kind)?.amount,
      )
      expect(toBuyback).toBe((protocol ?? 0n) / 2n)
      expect(toFees + toBuyback).toBe(protocol)
      expect(toVault).toBe((creators ?? 0n) + (isFirst ? vaultRent : 0n))
      const { real_quote_reserves } = await curveOf(bank, mint)
      expect(lamports(bank, curve)).toBe(rentExemption(125) + real_quote_reserves)
      expect(toCurve).toBe(
        isBuy
          ? quote.amountIn - (protocol ?? 0n) - (creators ?? 0n)
          : -(quote.amountOut + (protocol ?? 0n) + (creators ?? 0n)),
      )
      const [event] = eventsOf(record)
      expect(event && (await readEvent(event))).toMatchObject({
        kind: 'trade',
        pool: curve,
        trader: user.address,
        amountIn: quote.amountIn,
        amountOut: quote.amountOut,
      })
      expect(record.logs).toContain('Program log: Instruction: GetFeesWithQuoteMint')
      isFirst = false
    }
  })

  it('consumes about as many units as the real program', async () => {
    const { bank, user, mint, submit } = await launched()
    const units = async (request: { tokenIn: Address; exactIn: bigint }) => {
      const { instructions } = await trade(bank, mint, user.address, request)
      await submit([user], manyUnits, instructions[0] as Instruction)
      return Number((await submit([user], ...instructions.slice(1))).computeUnitsConsumed)
    }
    expect(Math.abs((await units({ tokenIn: wrappedNativeMint, exactIn: sol })) - 77_000)).toBeLessThan(300)
    expect(Math.abs((await units({ tokenIn: mint, exactIn: 1_000_000n })) - 47_690)).toBeLessThan(300)
  })

  it('of the last token completes the curve, and no trade follows', async () => {
    const { bank, user, mint, land, submit } = await launched()
    const all = await trade(bank, mint, user.address, { tokenIn: wrappedNativeMint, exactOut: 793_100_000_000_000n })
    const record = await land([user], manyUnits, ...all.instructions)
    expect(await kindsOf(record)).toEqual(['trade', 'completion'])
    expect(await curveOf(bank, mint)).toMatchObject({
      complete: true,
      real_token_reserves: 0n,
      real_quote_reserves: 85_005_359_057n,
    })
    expect((await openCoin(bank, mint)).curve).toMatchObject({ stage: 'complete', progressPpm: 1_000_000 })
    const accounts = await tradeAccounts(bank, await coinOf(bank, mint), user.address)
    expect((await submit([user], encodeBuy(accounts, 1n, sol))).err).toEqual(custom(6005))
    expect((await submit([user], encodeSell(accounts, 1n, 0n, 'creator'))).err).toEqual(custom(6005))
  })

  it('of more than the curve has left is refused, but not of exactly the rest', async () => {
    const { bank, user, mint, submit } = await launched()
    const coin = await coinOf(bank, mint)
    const accounts = await tradeAccounts(bank, coin, user.address)
    const own = await createAta(user.address, mint, coin.program)
    expect((await submit([user], own, encodeBuy(accounts, 793_100_000_000_001n, 200n * sol))).err).toEqual(
      custom(6021, 1),
    )
    expect((await submit([user], own, encodeBuyExactSolIn(accounts, 200n * sol, 1n))).err).toEqual(custom(6021, 1))
  })
})

describe('a trade that is refused', () => {
  it('fails with the program’s own numbers, or Anchor’s', async () => {
    const { bank, user, creator, mint, land, submit } = await launched()
    const other = await newSigner()
    await land([creator, other], manyUnits, await createV2(creator.address, other.address))
    const accounts = await tradeAccounts(bank, await coinOf(bank, mint), user.address)
    const buying = async (change: Partial<TradeAccounts>, amount = 1_000_000n, max = sol) =>
      (await submit([user], encodeBuy({ ...accounts, ...change }, amount, max))).err
    expect(await buying({})).toEqual(custom(3012))
    await land([user], await createAta(user.address, mint, token2022Program))
    const { reserved_fee_recipient } = globalOf(bank)
    expect(await buying({}, 0n)).toEqual(custom(6020))
    expect(await buying({}, 1_000_000n, 20n)).toEqual(custom(6002))
    expect(await buying({ fee_recipient: reserved_fee_recipient })).toEqual(custom(6000))
    expect(await buying({ fee_recipient: user.address })).toEqual(custom(6000))
    expect(await buying({ buyback_fee_recipient: accounts.fee_recipient })).toEqual(custom(6057))
    expect(await buying({ bonding_curve_v2: accounts.bonding_curve })).toEqual(custom(6074))
    expect(await buying({ creator_vault: user.address })).toEqual(custom(2006))
    expect(await buying({ mint: other.address })).toEqual(custom(2006))
    expect(await buying({ bonding_curve: await bondingCurveAddress(other.address) })).toEqual(custom(2006))
    expect(await buying({ user_volume_accumulator: user.address })).toEqual(custom(2006))
    expect(await buying({ token_program: tokenProgram })).toEqual(custom(2009))
    expect(await buying({ associated_user: accounts.associated_bonding_curve })).toEqual(custom(2015))
    const exact = async (spendable: bigint, min: bigint) =>
      (await submit([user], encodeBuyExactSolIn(accounts, spendable, min))).err
    expect(await exact(sol, supply)).toEqual(custom(6042))
    expect(await exact(0n, 0n)).toEqual(custom(6020))
    expect(await exact(sol, 0n)).toEqual(custom(6020))
    expect(await exact(1n, 1n)).toEqual(custom(6041))
    const selling = async (amount: bigint, min: bigint) =>
      (await submit([user], encodeSell(accounts, amount, min, 'creator'))).err
    expect(await selling(0n, 0n)).toEqual(custom(6022))
    expect(await selling(5n, 0n)).toEqual(custom(6023))
    await land([user], encodeBuy(accounts, 1_000_000_000n, sol))
    expect(await selling(1_000_000_000n, sol)).toEqual(custom(6003))
    const { accounts: named = [], ...buy } = encodeBuy(accounts, 1_000_000n, sol)
    expect((await submit([user], { ...buy, accounts: named.slice(0, 16) })).err).toEqual(custom(6074))
    expect((await submit([user], { ...buy, accounts: named.slice(0, 17) })).err).toEqual(custom(6062))
    expect((await submit([user], { ...buy, accounts: named.slice(0, 10) })).err).toEqual(custom(3005))
    expect(
      (await submit([user], { ...buy, accounts: named, data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) })).err,
    ).toEqual(custom(101))
    // The flag was added later, so it may be missing.
    expect(
      (await submit([user], { ...buy, accounts: named, data: (buy.data ?? new Uint8Array()).subarray(0, 24) })).err,
    ).toBe(null)
  })
})

describe('a special coin', () => {
  it('from before creator fees emits the rate, but pays no creator', async () => {
    const { bank, user, mint, land } = await launched()
    await changeCurve(bank, mint, { creator: systemProgram })
    const { quote, instructions } = await trade(bank, mint, user.address, { tokenIn: wrappedNativeMint, exactIn: sol })
    const [event] = eventsOf(await land([user], manyUnits, ...instructions))
    expect(quote.fees.map(({ kind }) => kind)).toEqual(['protocol'])
    expect(event && tradeEventLayout.decode(event)).toMatchObject({ creator_fee_basis_points: 30n, creator_fee: 0n })
  })

  it('with cashback pays the creator’s share to the trader’s accumulator', async () => {
    const { bank, user, creator, mint, land, submit } = await launched()
    await changeCurve(bank, mint, { is_cashback_coin: true })
    const accumulator = await userVolumeAccumulatorAddress(user.address)
    const earned = () =>
      userVolumeAccumulatorLayout.view(bank.account(accumulator)?.data ?? new Uint8Array(), 'atLeast').cashback_earned
    let sum = 0n
    for (const request of [
      { tokenIn: wrappedNativeMint, exactIn: sol },
      { tokenIn: mint, exactIn: 10_000_000_000n },
    ]) {
      const { quote, instructions } = await trade(bank, mint, user.address, request)
      const [event] = eventsOf(await land([user], manyUnits, ...instructions))
      const cashback = quote.fees.find(({ kind }) => kind === 'creator')?.amount ?? 0n
      expect(event && tradeEventLayout.decode(event)).toMatchObject({
        cashback,
        creator_fee: 0n,
        cashback_fee_basis_points: 30n,
      })
      sum += cashback
    }
    expect(earned()).toBe(sum)
    expect(lamports(bank, accumulator)).toBe(accumulatorRent + sum)
    expect(lamports(bank, await creatorVaultAddress(creator.address))).toBe(0n)
    const accounts = await tradeAccounts(bank, await coinOf(bank, mint), user.address)
    expect((await submit([user], encodeSell(accounts, 1_000_000n, 0n, 'creator'))).err).toEqual(custom(6072))
    const other = { ...accounts, user_volume_accumulator: await userVolumeAccumulatorAddress(creator.address) }
    expect((await submit([user], encodeSell(other, 1_000_000n, 0n, 'seller'))).err).toEqual(custom(6073))
  })

  it('of mayhem mints the supply again for the agent, and pays only the reserved recipients', async () => {
    const { bank, user, mint, land, submit } = await launched({ isMayhem: true })
    const account = bank.account(mint)
    expect(account && decodeMint(mint, account).supply).toBe(2n * supply)
    expect(amountIn(bank, await associatedTokenAddress(mayhemSolVault, mint, token2022Program))).toBe(supply)
    const { quote, instructions } = await trade(bank, mint, user.address, { tokenIn: wrappedNativeMint, exactIn: sol })
    const { reserved_fee_recipient, buyback_fee_recipients } = globalOf(bank)
    const paid = [reserved_fee_recipient, ...buyback_fee_recipients]
    const before = paid.map(address => lamports(bank, address))
    const [event] = eventsOf(await land([user], manyUnits, ...instructions))
    expect(event && tradeEventLayout.decode(event)).toMatchObject({
      mayhem_mode: true,
      fee_recipient: reserved_fee_recipient,
      buyback_fee: 0n,
      buyback_fee_basis_points: 0n,
    })
    // There is no buyback.
    const protocolFee = quote.fees.find(({ kind }) => kind === 'protocol')?.amount
    expect(paid.map((address, at) => lamports(bank, address) - (before[at] ?? 0n))).toEqual([
      protocolFee,
      ...buyback_fee_recipients.map(() => 0n),
    ])
    expect(amountIn(bank, await associatedTokenAddress(user.address, mint, token2022Program))).toBe(quote.amountOut)
    const accounts = await tradeAccounts(bank, await coinOf(bank, mint), user.address)
    expect((await submit([user], encodeBuy(accounts, 1n, sol))).err).toEqual(custom(6000))
  })

  it('with rewards for its holders has no person as its creator', async () => {
    const { bank, user, mint, land } = await launched({ isHolderReward: true })
    const creator = await holderRewardsAddress(mint)
    expect(await curveOf(bank, mint)).toMatchObject({ creator, is_holder_reward: true })
    const { quote, instructions } = await trade(bank, mint, user.address, { tokenIn: wrappedNativeMint, exactIn: sol })
    const [event] = eventsOf(await land([user], manyUnits, ...instructions))
    const earned = quote.fees.find(({ kind }) => kind === 'creator')?.amount
    expect(event && tradeEventLayout.decode(event)).toMatchObject({
      creator,
      holder_rewards: earned,
      holder_rewards_bps: 30n,
    })
    expect(lamports(bank, await creatorVaultAddress(creator))).toBe(vaultRent + (earned ?? 0n))
  })
})

describe('another program', () => {
  it('buys for a trader who signs for it', async () => {
    const router = (await newSigner()).address
    const programsDir = mkdtempSync(join(tmpdir(), 'programs-'))
    writeFileSync(join(programsDir, `${router}.so`), forwarder)
    const { bank, user, mint, land } = await launched({}, { programsDir })
    rmSync(programsDir, { recursive: true })
    const { quote, instructions } = await trade(bank, mint, user.address, { tokenIn: wrappedNativeMint, exactIn: sol })
    const [open, buy] = instructions as [Instruction, Instruction]
    const routed: Instruction = {
      programAddress: router,
      accounts: [{ address: program, role: AccountRole.READONLY }, ...(buy.accounts ?? [])],
      data: forwarderData('forward', Uint8Array.from(buy.data ?? [])),
    }
    const record = await land([user], manyUnits, open, routed)
    expect(amountIn(bank, await associatedTokenAddress(user.address, mint, token2022Program))).toBe(quote.amountOut)
    expect(eventsOf(record)).toHaveLength(1)
    const depths = record.innerInstructions.flatMap(inner => inner.instructions.map(({ stackHeight }) => stackHeight))
    expect(Math.max(...depths)).toBe(3)
  })
})
