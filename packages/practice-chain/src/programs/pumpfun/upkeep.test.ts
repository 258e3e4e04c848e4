import { AccountRole } from '@solana/kit'
import {
  type Address,
  associatedTokenProgram,
  rentExemption,
  systemProgram,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { creatorVaultAddress, program } from '@tern/venues/pumpfun'
import {
  eventAuthority,
  globalVolumeAccumulatorAddress,
  userVolumeAccumulatorAddress,
  userVolumeAccumulatorLayout,
} from '@tern/venues/pumpfun/internal'
import { describe, expect, it } from 'vitest'
import { amountIn } from '../../../test/cpmm.ts'
import {
  changeCurve,
  coinOf,
  eventsOf,
  giveTokens,
  launched,
  manyUnits,
  openPumpfun,
  trade,
  tradeV2Accounts,
  usdc,
} from '../../../test/pumpfun.ts'
import type { Instruction } from '../../../test/transactions.ts'
import type { Bank } from '../../bank/bank.ts'

const sol = 1_000_000_000n
const { READONLY, WRITABLE, WRITABLE_SIGNER } = AccountRole
const custom = (code: number, index = 0) => ({ InstructionError: [index, { Custom: code }] })
const lamports = (bank: Bank, address: Address): bigint => bank.account(address)?.lamports ?? 0n

/** Builds an instruction by its discriminator, with the two event accounts after its own accounts. */
const call = (discriminator: string, ...accounts: readonly (readonly [Address, AccountRole])[]): Instruction => ({
  programAddress: program,
  accounts: [...accounts, [eventAuthority, READONLY] as const, [program, READONLY] as const].map(([address, role]) => ({
    address,
    role,
  })),
  data: Uint8Array.from(Buffer.from(discriminator, 'hex')),
})

const tags = {
  init: '5e06ca73ff60e8b7',
  sync: '561fc057a3574fee',
  close: 'f945a4da9667548a',
  extend: 'ea66c2cb96483ee5',
  collect: '1416567bc61cdb84',
  collectV2: 'cf118af204221338',
  claim: '253a237ebe35e4c5',
  claimV2: '7af3cc415e741d37',
}

describe('a volume accumulator', () => {
  it('can be opened by any payer, is kept, and is closed by its user', async () => {
    const { bank, user, land, submit } = await openPumpfun()
    const owner = user.address
    const accumulator = await userVolumeAccumulatorAddress(owner)
    const init = call(
      tags.init,
      [owner, WRITABLE_SIGNER],
      [owner, READONLY],
      [accumulator, WRITABLE],
      [systemProgram, READONLY],
    )
    expect(eventsOf(await land([user], init))).toHaveLength(1)
    const { data } = bank.account(accumulator) ?? { data: new Uint8Array() }
    expect(data).toHaveLength(137)
    expect(userVolumeAccumulatorLayout.decode(data, 'atLeast')).toMatchObject({ user: owner, cashback_earned: 0n })
    expect((await submit([user], init)).err).toEqual(custom(0))
    const sync = call(tags.sync, [owner, READONLY], [globalVolumeAccumulatorAddress, READONLY], [accumulator, WRITABLE])
    expect(eventsOf(await land([user], sync))).toHaveLength(1)
    const close = call(tags.close, [owner, WRITABLE_SIGNER], [accumulator, WRITABLE])
    const before = lamports(bank, owner)
    await land([user], close)
    expect(lamports(bank, owner) - before).toBe(rentExemption(137) - 5_000n)
    expect(bank.account(accumulator)).toBe(null)
    expect((await submit([user], close)).err).toEqual(custom(3012))
  })
})

describe('extending an account', () => {
  it('extends a curve to 151 bytes, only once, and trading goes on', async () => {
    const { bank, user, mint, curve, land, submit } = await launched()
    const extend = (account: Address) =>
      call(tags.extend, [account, WRITABLE], [user.address, WRITABLE_SIGNER], [systemProgram, READONLY])
    const before = bank.account(curve)
    await land([user], extend(curve))
    const after = bank.account(curve)
    expect(after?.data).toHaveLength(151)
    expect(after?.data.subarray(0, 125)).toEqual(before?.data)
    expect(after?.lamports).toBe(rentExemption(151))
    expect((await submit([user], extend(curve))).err).toEqual(custom(6009))
    expect((await submit([user], extend(globalVolumeAccumulatorAddress))).err).toEqual(custom(6010))
    const { instructions } = await trade(bank, mint, user.address, { tokenIn: wrappedNativeMint, exactIn: sol })
    await land([user], manyUnits, ...instructions)
    expect(bank.account(curve)?.data).toHaveLength(151)
  })
})

describe('a creator’s earnings', () => {
  it('are paid out in lamports, except for the vault’s rent', async () => {
    const { bank, user, creator, mint, land } = await launched()
    const { quote, instructions } = await trade(bank, mint, user.address, {
      tokenIn: wrappedNativeMint,
      exactIn: 10n * sol,
    })
    await land([user], manyUnits, ...instructions)
    const earned = quote.fees.find(({ kind }) => kind === 'creator')?.amount ?? 0n
    const vault = await creatorVaultAddress(creator.address)
    const collect = call(tags.collect, [creator.address, WRITABLE], [vault, WRITABLE], [systemProgram, READONLY])
    const before = lamports(bank, creator.address)
    await land([user], collect)
    expect(lamports(bank, creator.address) - before).toBe(earned)
    expect(lamports(bank, vault)).toBe(rentExemption(0))
    await land([user], collect)
    expect(lamports(bank, creator.address) - before).toBe(earned)
  })

  it('are paid out in USDC', async () => {
    const { bank, user, creator, mint, land, submit } = await launched({ quoteMint: usdc })
    await giveTokens(bank, { owner: user.address, mint: usdc, amount: 1_000_000_000n })
    const { quote, instructions } = await trade(bank, mint, user.address, { tokenIn: usdc, exactIn: 50_000_000n })
    await land([user], manyUnits, ...instructions)
    const accounts = await tradeV2Accounts(bank, {
      coin: await coinOf(bank, mint),
      quoteMint: usdc,
      user: creator.address,
    })
    const collect = call(
      tags.collectV2,
      [creator.address, WRITABLE],
      [accounts.associated_quote_user, WRITABLE],
      [accounts.creator_vault, WRITABLE],
      [accounts.associated_creator_vault, WRITABLE],
      [usdc, READONLY],
      [tokenProgram, READONLY],
      [associatedTokenProgram, READONLY],
      [systemProgram, READONLY],
    )
    expect((await submit([user], collect)).err).toEqual(custom(3012))
    const money = await giveTokens(bank, { owner: creator.address, mint: usdc, amount: 0n })
    await land([user], collect)
    expect(amountIn(bank, money)).toBe(quote.fees.find(({ kind }) => kind === 'creator')?.amount)
    expect(amountIn(bank, accounts.associated_creator_vault)).toBe(0n)
  })
})

describe('cashback', () => {
  it('can be claimed in lamports, by any signer for its user', async () => {
    const { bank, user, creator, mint, land } = await launched()
    await changeCurve(bank, mint, { is_cashback_coin: true })
    const { quote, instructions } = await trade(bank, mint, user.address, {
      tokenIn: wrappedNativeMint,
      exactIn: 10n * sol,
    })
    await land([user], manyUnits, ...instructions)
    const cashback = quote.fees.find(({ kind }) => kind === 'creator')?.amount ?? 0n
    const accumulator = await userVolumeAccumulatorAddress(user.address)
    const before = lamports(bank, user.address)
    const claim = call(tags.claim, [user.address, WRITABLE], [accumulator, WRITABLE], [systemProgram, READONLY])
    await land([creator], claim)
    expect(lamports(bank, user.address) - before).toBe(cashback)
    expect(lamports(bank, accumulator)).toBe(rentExemption(137))
    const { data } = bank.account(accumulator) ?? { data: new Uint8Array() }
    expect(userVolumeAccumulatorLayout.decode(data, 'atLeast')).toMatchObject({
      cashback_earned: cashback,
      total_cashback_claimed: cashback,
    })
  })

  it('can be claimed in USDC, only to an account of its user', async () => {
    const { bank, user, creator, mint, land, submit } = await launched({ quoteMint: usdc })
    await changeCurve(bank, mint, { is_cashback_coin: true })
    const money = await giveTokens(bank, { owner: user.address, mint: usdc, amount: 1_000_000_000n })
    const { quote, instructions } = await trade(bank, mint, user.address, { tokenIn: usdc, exactIn: 50_000_000n })
    await land([user], manyUnits, ...instructions)
    const accounts = await tradeV2Accounts(bank, {
      coin: await coinOf(bank, mint),
      quoteMint: usdc,
      user: user.address,
    })
    const claim = (to: Address) =>
      call(
        tags.claimV2,
        [user.address, WRITABLE],
        [accounts.user_volume_accumulator, WRITABLE],
        [usdc, READONLY],
        [tokenProgram, READONLY],
        [associatedTokenProgram, READONLY],
        [accounts.associated_user_volume_accumulator, WRITABLE],
        [to, WRITABLE],
        [systemProgram, READONLY],
      )
    const others = await giveTokens(bank, { owner: creator.address, mint: usdc, amount: 0n })
    expect((await submit([creator], claim(others))).err).toEqual(custom(6076))
    const before = amountIn(bank, money)
    await land([creator], claim(money))
    expect(amountIn(bank, money) - before).toBe(quote.fees.find(({ kind }) => kind === 'creator')?.amount)
  })
})
