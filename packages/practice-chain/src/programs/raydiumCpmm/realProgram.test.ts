import { readdirSync } from 'node:fs'
import { createSignerFromKeyPair } from '@solana/kit'
import {
  type Address,
  associatedTokenAddress,
  nativeToken,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { configAddress, encodeSwapBaseInput, encodeSwapBaseOutput, program } from '@tern/venues/raydiumCpmm'
import { ammConfigLayout, encodeDeposit, encodeInitialize, encodeWithdraw } from '@tern/venues/raydiumCpmm/internal'
import { describe, expect, it } from 'vitest'
import { createBankPair } from '../../../test/bankPair.ts'
import { createAta, initializeAccounts, liquidityAccounts, swapAccounts, syncNative } from '../../../test/cpmm.ts'
import { type Instruction, newSigner, transfer } from '../../../test/transactions.ts'
import type { Bank } from '../../bank/bank.ts'
import { type Genesis, placeAccount } from '../../world/genesis.ts'
import { createSeededWorld, type WorldToken } from '../../world/seededWorld.ts'
import {
  encodeMint,
  encodeToken2022Account,
  encodeToken2022Mint,
  encodeTokenAccount,
} from '../../world/tokenAccounts.ts'

const programsDir = process.env.PROGRAMS_DIR ?? ''
const hasBinary = programsDir !== '' && readdirSync(programsDir).includes(`${program}.so`)
const beginsAt = 1_790_000_000n
const sol = 1_000_000_000n

/** Two chains with the practice world, one with the real program, and its market maker. */
async function createPair(prepare?: (genesis: Genesis, maker: Address) => Promise<void>) {
  const { genesis, tokens, marketMaker } = await createSeededWorld('real', beginsAt)
  const maker = await createSignerFromKeyPair(marketMaker.keyPair)
  await prepare?.(genesis, maker.address)
  const pair = await createBankPair({ programsDir, genesis })
  return { ...pair, bank: pair.banks[0], maker, tokens: tokens.filter(one => one.protocol === 'raydium_cpmm') }
}

async function fundWrapped(bank: Bank, owner: Address, amount: bigint): Promise<Instruction[]> {
  const create = await createAta(owner, wrappedNativeMint, tokenProgram)
  const account = create.accounts?.[1]?.address as Address
  return bank.account(account) === null
    ? [create, transfer(owner, account, amount), syncNative(account)]
    : [transfer(owner, account, amount), syncNative(account)]
}

describe.runIf(hasBinary)('the simulated program and the real program', () => {
  it('trade, fail and keep their books alike', async () => {
    const { bank, tokens, maker, both, wait, close } = await createPair()
    await both('wrap', [maker], ...(await fundWrapped(bank, maker.address, 1_000n * sol)))
    for (const { mint, pool } of tokens) {
      const buy = await swapAccounts(bank, { pool, payer: maker.address, mintIn: wrappedNativeMint })
      const sell = await swapAccounts(bank, { pool, payer: maker.address, mintIn: mint })
      expect(await both('buy', [maker], encodeSwapBaseInput(buy, sol, 1n))).toBe(null)
      await wait(3)
      expect(await both('buy exactly', [maker], encodeSwapBaseOutput(buy, 900n * sol, 1_234_567n))).toBe(null)
      await wait(20)
      expect(await both('sell', [maker], encodeSwapBaseInput(sell, 7_654_321n, 1n))).toBe(null)
      expect(await both('sell exactly', [maker], encodeSwapBaseOutput(sell, 2n ** 60n, 1_000n))).toBe(null)
      expect(
        await both('two at once', [maker], encodeSwapBaseInput(buy, sol, 1n), encodeSwapBaseInput(sell, 999n, 0n)),
      ).not.toBe(undefined)
      expect(await both('too little', [maker], encodeSwapBaseInput(buy, sol, 2n ** 63n))).toEqual({
        InstructionError: [0, { Custom: 6005 }],
      })
      await both('too dear', [maker], encodeSwapBaseOutput(buy, 1n, 1_234_567n))
      await both('nothing', [maker], encodeSwapBaseInput(buy, 0n, 0n))
      await both('nothing exactly', [maker], encodeSwapBaseOutput(buy, 5n, 0n))
      await both('dust', [maker], encodeSwapBaseInput(sell, 1n, 0n))
      await both('more than there is', [maker], encodeSwapBaseOutput(buy, 2n ** 63n, 2n ** 62n))
      await both('more than one has', [maker], encodeSwapBaseInput(buy, 100_000_000n * sol, 0n))
      await both('the wrong vaults', [maker], encodeSwapBaseInput({ ...buy, output_vault: buy.input_vault }, sol, 0n))
      await both('a foreign config', [maker], encodeSwapBaseInput({ ...buy, amm_config: pool }, sol, 0n))
      await both(
        'a foreign vault',
        [maker],
        encodeSwapBaseInput({ ...buy, input_vault: buy.input_token_account }, sol, 0n),
      )
      await both('a foreign mint', [maker], encodeSwapBaseInput({ ...buy, input_token_mint: mint }, sol, 0n))
      await both('no pool', [maker], encodeSwapBaseInput({ ...buy, pool_state: maker.address }, sol, 0n))
    }
    await close()
  }, 120_000)

  it('make pools and change their liquidity alike', async () => {
    const { bank, tokens, maker, both, wait, close } = await createPair()
    const plain = tokens.find(token => token.program === tokenProgram) as WorldToken
    const withFee = tokens.find(token => token.program !== tokenProgram) as WorldToken
    for (const [index, token] of [plain, withFee].entries()) {
      const side = { mint: token.mint, program: token.program }
      await both('wrap', [maker], ...(await fundWrapped(bank, maker.address, 100n * sol)))
      const poolSigner = await newSigner()
      const init = await initializeAccounts(
        maker.address,
        index,
        side,
        { mint: wrappedNativeMint, program: nativeToken.program },
        poolSigner.address,
      )
      const create = (amount0: bigint, amount1: bigint) =>
        encodeInitialize({ ...init, isPoolSigner: true }, { amount0, amount1, openTimeSeconds: 0n })
      const units400 = {
        programAddress: 'ComputeBudget111111111111111111111111111111' as Address,
        data: Uint8Array.of(2, 0x80, 0x1a, 6, 0),
      }
      await both('too small a pool', [maker, poolSigner], units400, create(5n, 5n))
      await both('an empty pool', [maker, poolSigner], units400, create(0n, 5n))
      expect(await both('create', [maker, poolSigner], units400, create(10n * sol, 20n * sol))).toBe(null)
      const swapIn = await swapAccounts(bank, {
        pool: init.pool_state,
        payer: maker.address,
        mintIn: wrappedNativeMint,
      })
      await both('not open yet', [maker], encodeSwapBaseInput(swapIn, 1_000_000n, 0n))
      await wait(2)
      expect(await both('first swap', [maker], encodeSwapBaseInput(swapIn, 1_000_000n, 0n))).toBe(null)
      const lp = await liquidityAccounts(bank, init.pool_state, maker.address)
      expect(
        await both(
          'deposit',
          [maker],
          encodeDeposit(lp, { lpAmount: 1_000_000_007n, maxAmount0: 2n ** 62n, maxAmount1: 2n ** 62n }),
        ),
      ).toBe(null)
      await both(
        'too dear a deposit',
        [maker],
        encodeDeposit(lp, { lpAmount: 1_000_000_007n, maxAmount0: 5n, maxAmount1: 5n }),
      )
      await both('no deposit', [maker], encodeDeposit(lp, { lpAmount: 0n, maxAmount0: 5n, maxAmount1: 5n }))
      await both('a dust deposit', [maker], encodeDeposit(lp, { lpAmount: 1n, maxAmount0: 5n, maxAmount1: 5n }))
      expect(
        await both('withdraw', [maker], encodeWithdraw(lp, { lpAmount: 999_999_999n, minAmount0: 1n, minAmount1: 1n })),
      ).toBe(null)
      await both(
        'too little withdrawn',
        [maker],
        encodeWithdraw(lp, { lpAmount: 999_999_999n, minAmount0: 2n ** 62n, minAmount1: 1n }),
      )
      await both('more than held', [maker], encodeWithdraw(lp, { lpAmount: 2n ** 62n, minAmount0: 0n, minAmount1: 0n }))
      await both('swap after', [maker], encodeSwapBaseInput(swapIn, 12_345_678n, 0n))
    }
    await close()
  }, 120_000)

  it('answer alike to every foreign account, missing right and cut argument', async () => {
    const { bank, tokens, maker, both, wait, close } = await createPair()
    const {
      mint,
      program: mintProgram,
      pool: otherPool,
    } = tokens.find(token => token.program !== tokenProgram) as WorldToken
    await both('wrap', [maker], ...(await fundWrapped(bank, maker.address, 100n * sol)))
    const wrapped = { mint: wrappedNativeMint, program: nativeToken.program }
    const init = await initializeAccounts(maker.address, 1, { mint, program: mintProgram }, wrapped)
    const pool = await newSigner()
    const fresh = await initializeAccounts(maker.address, 1, { mint, program: mintProgram }, wrapped, pool.address)
    const amounts = { amount0: 10n * sol, amount1: 20n * sol, openTimeSeconds: 0n }
    const accounts = { ...fresh, isPoolSigner: true }
    const creation = encodeInitialize(accounts, amounts)
    const units = {
      programAddress: 'ComputeBudget111111111111111111111111111111' as Address,
      data: Uint8Array.of(2, 0x80, 0x1a, 6, 0),
    }
    const others = [maker.address, mint, otherPool, tokenProgram, init.creator_token_0]
    /** Each account replaced or readonly, the data cut or longer. The fee payer is always writable. */
    const tampered = (original: Instruction): readonly (readonly [string, Instruction])[] => {
      const { accounts = [], data = new Uint8Array() } = original
      const at = (i: number, change: object) => accounts.map((one, n) => (n === i ? { ...one, ...change } : one))
      return [
        ...accounts.flatMap((one, i) => [
          ...others
            .filter(address => address !== one.address)
            .map(address => {
              const role = address === maker.address ? one.role : one.role & 1
              return [`account ${i} is ${address}`, { ...original, accounts: at(i, { address, role }) }] as const
            }),
          ...(i > 0 && (one.role & 1) === 1
            ? [[`account ${i} is readonly`, { ...original, accounts: at(i, { role: one.role & 2 }) }] as const]
            : []),
        ]),
        ...[0, 7, 8, 16, 31].map(size => [`${size} bytes`, { ...original, data: data.slice(0, size) }] as const),
        ['fewer accounts', { ...original, accounts: accounts.slice(0, -1) }],
        ['more bytes', { ...original, data: Uint8Array.from([...data, 1, 2, 3]) }],
      ]
    }
    const landed: string[] = []
    // The real program asks for the LP account's own address, so the runtime finds a foreign account missing there. A
    // simulated program cannot have this result: it passes the foreign account on, and the seeds are wrong.
    const isUnlike = (how: string) => how.startsWith('account 9 is ') && !how.endsWith('readonly')
    const compare = async (what: string, original: Instruction) => {
      for (const [how, changed] of tampered(original)) {
        if (original === creation && isUnlike(how)) continue
        const isSigned = (changed.accounts ?? []).some(one => one.address === pool.address && one.role > 1)
        const err = await both(`${what}: ${how}`, isSigned ? [maker, pool] : [maker], units, changed)
        if (err === null) landed.push(`${what}: ${how}`)
      }
    }
    const { pool_state: address, token_0_vault: vault, lp_mint: lpMint } = accounts
    const gifts = [address, vault, lpMint].map(to => transfer(maker.address, to, 890_881n))
    await both('lamports sent before', [maker], ...gifts)
    await compare('creation', creation)
    expect(landed).toEqual(['creation: more bytes'])
    await compare('another creation', creation)
    expect(landed).toEqual(['creation: more bytes'])
    await wait(2)
    const lp = await liquidityAccounts(bank, address, maker.address)
    const max = { maxAmount0: 2n ** 62n, maxAmount1: 2n ** 62n }
    await compare('deposit', encodeDeposit(lp, { lpAmount: 5_000_007n, ...max }))
    await compare('withdrawal', encodeWithdraw(lp, { lpAmount: 5_000_007n, minAmount0: 1n, minAmount1: 1n }))
    expect(landed).toContain('deposit: more bytes')
    expect(landed).toContain('withdrawal: more bytes')
    await close()
  }, 240_000)

  it('refuse pools of a disabled config and of mints alike', async () => {
    const config = await configAddress(9)
    const wrapped = { mint: wrappedNativeMint, program: nativeToken.program }
    const mints = await Promise.all(extensions.map(async ([type, length]) => ({ type, length, ...(await newSide()) })))
    const swallowing = await newSide()
    const { bank, tokens, maker, both, close } = await createPair(async (genesis, owner) => {
      const data = Uint8Array.from(genesis.get(await configAddress(0))?.data ?? [])
      data[ammConfigLayout.offsets.disable_create_pool] = 1
      new DataView(data.buffer).setUint16(ammConfigLayout.offsets.index, 9, true)
      placeAccount(genesis, config, { owner: program, data })
      for (const { mint, type, length } of mints) {
        const value = new DataView(new ArrayBuffer(length))
        // The multipliers of displayed amounts.
        if (type === 25) for (const at of [32, 48]) value.setFloat64(at, 1, true)
        const tail = [1, type, 0, length, 0, ...new Uint8Array(value.buffer)]
        const extended = Uint8Array.from([...encodeMint(10n ** 15n, 6), ...new Uint8Array(83), ...tail])
        placeAccount(genesis, mint, { owner: token2022Program, data: extended })
        const account = encodeTokenAccount({ mint, owner, amount: 10n ** 12n })
        placeAccount(genesis, await associatedTokenAddress(owner, mint, token2022Program), {
          owner: token2022Program,
          data: account,
        })
      }
      const { mint } = swallowing
      const metadata = { mint, updateAuthority: owner, name: 'All', symbol: 'ALL', uri: '' }
      const fees = encodeToken2022Mint({ supply: 10n ** 15n, decimals: 6 }, metadata, { transferFeeBps: 10_000 })
      placeAccount(genesis, mint, { owner: token2022Program, data: fees })
      const account = encodeToken2022Account({ mint, owner, amount: 10n ** 12n }, ['transferFeeAmount'])
      placeAccount(genesis, await associatedTokenAddress(owner, mint, token2022Program), {
        owner: token2022Program,
        data: account,
      })
    })
    const units = {
      programAddress: 'ComputeBudget111111111111111111111111111111' as Address,
      data: Uint8Array.of(2, 0x80, 0x1a, 6, 0),
    }
    await both('wrap', [maker], ...(await fundWrapped(bank, maker.address, 100n * sol)))
    const amounts = { amount0: 10n ** 9n, amount1: 10n ** 9n, openTimeSeconds: 0n }
    const creation = async (side: { mint: Address; program: Address }, index = 0) =>
      encodeInitialize(await initializeAccounts(maker.address, index, side, wrapped), amounts)
    const custom = (code: number) => ({ InstructionError: [1, { Custom: code }] })
    for (const [i, side] of mints.entries()) {
      const result = await both(`extension ${side.type}`, [maker], units, await creation(side))
      expect([side.type, result]).toEqual([side.type, extensions[i]?.[2] === true ? null : custom(6007)])
    }
    const plain = tokens.find(token => token.program === tokenProgram) as WorldToken
    expect(await both('disabled config', [maker], units, await creation(plain, 9))).toEqual(custom(6000))
    expect(await both('a fee of 100%', [maker], units, await creation(swallowing))).toEqual(custom(6002))
    await close()
  }, 120_000)
})

/** Mint extensions by number, with the length of their data, and whether the program takes them. */
const extensions = [
  [3, 32, false],
  [6, 1, false],
  [9, 0, false],
  [10, 52, true],
  [12, 32, false],
  [14, 64, false],
  [18, 64, true],
  [25, 56, true],
  [26, 33, false],
] as const

const newSide = async () => ({ mint: (await newSigner()).address, program: token2022Program })
