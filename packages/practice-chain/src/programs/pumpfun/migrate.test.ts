import {
  type Address,
  associatedTokenAddress,
  rentExemption,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { mintLayout } from '@tern/core/internal'
import { program as ammProgram } from '@tern/venues/pumpAmm'
import { createPoolEventLayout, poolLayout } from '@tern/venues/pumpAmm/internal'
import { decodeGlobal, readEvent } from '@tern/venues/pumpfun'
import { globalAddress, migrationEventLayout, poolAuthorityAddress } from '@tern/venues/pumpfun/internal'
import { describe, expect, it } from 'vitest'
import { amountIn, createAta } from '../../../test/cpmm.ts'
import {
  curveOf,
  eventsOf,
  giveTokens,
  launched,
  manyUnits,
  migrate,
  openCoin,
  trade,
  usdc,
} from '../../../test/pumpfun.ts'
import { transfer } from '../../../test/transactions.ts'
import type { Bank } from '../../bank/bank.ts'

const supply = 1_000_000_000_000_000n
const whole = 793_100_000_000_000n
const rest = supply - 793_100_000_000_000n
const fee = 15_000_001n
const custom = (code: number, index = 0) => ({ InstructionError: [index, { Custom: code }] })
const lamports = (bank: Bank, address: Address): bigint => bank.account(address)?.lamports ?? 0n

/** A coin whose curve is sold out. */
async function completed(options: Parameters<typeof launched>[0] = {}) {
  const chain = await launched(options)
  const { bank, user, mint, land } = chain
  const quote = options === 'legacy' ? undefined : options?.quoteMint
  if (quote !== undefined) await giveTokens(bank, { owner: user.address, mint: quote, amount: 2n ** 60n })
  const all = await trade(bank, mint, user.address, { tokenIn: quote ?? wrappedNativeMint, exactOut: whole })
  await land([user], manyUnits, ...all.instructions)
  return chain
}

/** Opens another owner's associated account. */
async function openAta(payer: Address, owner: Address, mint: Address, tokens: Address) {
  const own = await createAta(payer, mint, tokens)
  const account = await associatedTokenAddress(owner, mint, tokens)
  const accounts = (own.accounts ?? []).map((one, i) =>
    i === 1 ? { ...one, address: account } : i === 2 ? { ...one, address: owner } : one,
  )
  return { ...own, accounts }
}

const poolOf = (bank: Bank, instruction: { accounts?: readonly { address: Address }[] }) => {
  const address = (instruction.accounts ?? []).find(
    account => bank.account(account.address)?.data.length === 301,
  )?.address
  const account = address === undefined ? null : bank.account(address)
  if (address === undefined || account === null) throw new TypeError('no pool')
  return { address, state: poolLayout.decode(account.data, 'atLeast'), account }
}

describe('a complete curve', () => {
  it.each([1, 2] as const)('moves to a pool by migrate, version %i, with its liquidity', async version => {
    const { bank, user, creator, mint, curve, land } = await completed()
    const { real_quote_reserves } = await curveOf(bank, mint)
    expect(real_quote_reserves).toBe(85_005_359_057n)
    const instruction = await migrate(bank, mint, user.address, { version, boost: 'without' })
    const { withdraw_authority } = decodeGlobal(bank.account(globalAddress)?.data ?? new Uint8Array())
    const before = [user.address, withdraw_authority].map(address => lamports(bank, address))
    const record = await land([user], manyUnits, instruction)

    const quote = real_quote_reserves - fee
    const { address, state, account } = poolOf(bank, instruction)
    expect(account.owner).toBe(ammProgram)
    expect(state).toMatchObject({
      index: 0,
      creator: await poolAuthorityAddress(mint),
      base_mint: mint,
      quote_mint: wrappedNativeMint,
      coin_creator: creator.address,
      // √(206.9 · 10^12 · 84,990,359,056)
      lp_supply: 4_193_388_282_604n,
      virtual_quote_reserves: 0n,
    })
    expect(amountIn(bank, state.pool_base_token_account)).toBe(rest)
    expect(amountIn(bank, state.pool_quote_token_account)).toBe(quote)
    // The LP tokens are burnt, except for the locked hundred, which no account holds.
    const lpMint = bank.account(state.lp_mint)
    expect(lpMint && mintLayout.decode(lpMint.data).supply).toBe(0n)

    expect(await curveOf(bank, mint)).toMatchObject({
      complete: true,
      virtual_token_reserves: 0n,
      real_quote_reserves: 0n,
    })
    expect(lamports(bank, curve)).toBe(rentExemption(125))
    expect(amountIn(bank, await associatedTokenAddress(curve, mint, token2022Program))).toBe(0n)
    expect((await openCoin(bank, mint)).curve?.stage).toBe('migrated')

    // The user opens two accounts. The fee pays for the pool's accounts, and its rest is paid out.
    const [paid, got] = [user.address, withdraw_authority].map((of, i) => lamports(bank, of) - (before[i] ?? 0n))
    expect(paid).toBe(-record.fee - rentExemption(170) - rentExemption(165))
    const ofPool = [301, 82, 170, 170, 165].reduce((sum, size) => sum + rentExemption(size), 0n)
    expect(got).toBe(fee - ofPool)
    expect(lamports(bank, await poolAuthorityAddress(mint))).toBe(0n)

    const [emitted] = eventsOf(record)
    expect(emitted && (await readEvent(emitted))).toMatchObject({ kind: 'migration', pool: curve, mint, to: address })
    expect(emitted && migrationEventLayout.decode(emitted)).toMatchObject({
      mint_amount: rest,
      sol_amount: quote,
      pool_migration_fee: fee,
    })
    const created = record.innerInstructions
      .flatMap(({ instructions }) => instructions)
      .map(({ data }) => data.subarray(8))
      .find(data => createPoolEventLayout.discriminator.every((byte, i) => data[i] === byte))
    expect(created && createPoolEventLayout.decode(created)).toMatchObject({ pool: address, minimum_liquidity: 100n })
    expect(record.logs.filter(line => line.startsWith('Program log: Instruction: Migrate'))).toHaveLength(1)
  })

  it('gets its boost if the instruction names its accounts: part of the price, in a separate vault', async () => {
    const { bank, user, mint, land } = await completed()
    const instruction = await migrate(bank, mint, user.address, { version: 2 })
    await land([user], manyUnits, instruction)
    const { state } = poolOf(bank, instruction)
    // Mainnet did so in 2026-09, for every coin in lamports.
    expect(state.virtual_quote_reserves).toBe(17_584_505_288n)
    expect(amountIn(bank, state.pool_quote_token_account)).toBe(84_990_359_056n - 17_584_505_288n)
    const vault = instruction.accounts?.at(-1)?.address as Address
    expect(amountIn(bank, vault)).toBe(17_584_505_288n)
  })

  it('moves in USDC', async () => {
    const { bank, user, mint, land } = await completed({ quoteMint: usdc })
    const { real_quote_reserves } = await curveOf(bank, mint)
    const instruction = await migrate(bank, mint, user.address, { version: 2, quoteMint: usdc, boost: 'without' })
    const record = await land([user], manyUnits, instruction)
    const { state } = poolOf(bank, instruction)
    expect(amountIn(bank, state.pool_quote_token_account)).toBe(real_quote_reserves)
    const [emitted] = eventsOf(record)
    expect(emitted && migrationEventLayout.decode(emitted)).toMatchObject({
      quote_mint: usdc,
      sol_amount: real_quote_reserves,
    })
  })

  it('moves only once: a second migration does nothing, and an incomplete curve stays', async () => {
    const { bank, user, mint, land, submit } = await completed()
    const instruction = await migrate(bank, mint, user.address, { version: 2 })
    await land([user], manyUnits, instruction)
    const again = await land([user], manyUnits, instruction)
    expect(again.logs).toContain('Program log: Bonding curve already migrated')
    expect(eventsOf(again)).toEqual([])
    const other = await launched()
    const early = await migrate(other.bank, other.mint, other.user.address, { version: 2 })
    expect((await other.submit([other.user], manyUnits, early)).err).toEqual(custom(6006, 1))
    const wrong = await migrate(bank, mint, user.address, { version: 2 })
    const accounts = (wrong.accounts ?? []).map((account, i) =>
      i === 1 ? { ...account, address: user.address } : account,
    )
    expect((await submit([user], manyUnits, { ...wrong, accounts })).err).toEqual(custom(6000, 1))
  })

  it('moves even if another wallet opens the pool’s accounts first', async () => {
    const { bank, user, creator, mint, land } = await completed()
    const instruction = await migrate(bank, mint, user.address, { version: 2 })
    const named = (instruction.accounts ?? []).map(({ address }) => address)
    const [pool, boost, authority] = [10, 27, 11].map(i => named[i] as Address)
    const [ofPool, ofBoost, ofAuthority] = [pool, boost, authority] as [Address, Address, Address]
    await land(
      [creator],
      await openAta(creator.address, ofPool, mint, token2022Program),
      await openAta(creator.address, ofPool, wrappedNativeMint, tokenProgram),
      await openAta(creator.address, ofBoost, wrappedNativeMint, tokenProgram),
      await openAta(creator.address, ofAuthority, mint, token2022Program),
      transfer(creator.address, ofPool, 1_000_000n),
    )
    await land([user], manyUnits, instruction)
    expect((await openCoin(bank, mint)).curve?.stage).toBe('migrated')
  })

  it.each([1, 2] as const)('of an SPL coin moves, too, by version %i', async version => {
    const { bank, user, mint, land } = await completed('legacy')
    expect(bank.account(mint)?.owner).toBe(tokenProgram)
    const instruction = await migrate(bank, mint, user.address, { version })
    await land([user], manyUnits, instruction)
    expect((await openCoin(bank, mint)).curve?.stage).toBe('migrated')
    expect(amountIn(bank, poolOf(bank, instruction).state.pool_base_token_account)).toBe(rest)
  })
})
