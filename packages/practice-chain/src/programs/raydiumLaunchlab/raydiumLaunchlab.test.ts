import {
  type Address,
  associatedTokenAddress,
  computeBudgetProgram,
  decodeMint,
  token2022Program,
  tokenProgram,
  usd1Mint,
  wrappedNativeMint,
} from '@tern/core'
import type { Venue } from '@tern/venues'
import { raydiumCpmm } from '@tern/venues/raydiumCpmm'
import { encodeBuyExactIn, poolAddress, program, type TradeAccounts } from '@tern/venues/raydiumLaunchlab'
import {
  creatorFeeVaultAddress,
  curveTypes,
  encodeClaimCreatorFee,
  encodeClaimPlatformFeeFromVault,
  encodeMigrateToCpswap,
  migratedPoolAddress,
  platformFeeVaultAddress,
} from '@tern/venues/raydiumLaunchlab/internal'
import { readEvents } from '@tern/venues/read'
import { describe, expect, it } from 'vitest'
import { amountIn, createAta } from '../../../test/cpmm.ts'
import {
  executed,
  type LaunchOptions,
  launchOf,
  openLaunchlab,
  openPoolOf,
  poolStateOf,
  tokenText,
  tradeOf,
} from '../../../test/launchlab.ts'
import { type Instruction, newSigner } from '../../../test/transactions.ts'
import { bonkPlatform, raydiumPlatform } from './genesis.ts'

const sol = 1_000_000_000n
const manyUnits: Instruction = { programAddress: computeBudgetProgram, data: Uint8Array.of(2, 0x80, 0x1a, 6, 0) }
const custom = (code: number, index = 1) => ({ InstructionError: [index, { Custom: code }] })
const fee = { transfer_fee_basis_points: 300, maximum_fee: 2n ** 63n }

/** A chain with a single token of another creator. */
async function launched(options: LaunchOptions = {}) {
  const chain = await openLaunchlab(options)
  const [creator, mint] = [await newSigner(), await newSigner()]
  await chain.bank.airdrop(creator.address, 10n * sol)
  const launch = await launchOf(creator.address, mint.address, options)
  const record = await chain.land([creator, mint], manyUnits, launch)
  const pool = await poolAddress(mint.address, options.quoteMint ?? wrappedNativeMint)
  return { ...chain, creator, mint: mint.address, pool, record, launch }
}
type Chain = Awaited<ReturnType<typeof launched>>

/** Makes the venue's own trade. Returns the quote and the moved amounts. */
async function traded(chain: Chain, request: Parameters<typeof tradeOf>[3], venue?: Venue) {
  const { bank, user, pool } = chain
  const opened = await openPoolOf(bank, pool, venue)
  const { quote, parties, instructions } = await tradeOf(bank, opened, user.address, request)
  const before = [amountIn(bank, parties.tokenAccountIn), amountIn(bank, parties.tokenAccountOut)] as const
  const record = await chain.land([user], manyUnits, ...instructions)
  const after = [amountIn(bank, parties.tokenAccountIn), amountIn(bank, parties.tokenAccountOut)] as const
  const moved = { amountIn: before[0] - after[0], amountOut: after[1] - before[1] }
  const events = await readEvents(program, executed(record, instructions))
  return { quote, moved, record, events }
}

async function tradeAccounts({ pool, user, mint, creator, bank }: Chain): Promise<TradeAccounts> {
  const state = poolStateOf(bank, pool)
  return {
    payer: user.address,
    global_config: state.global_config,
    platform_config: state.platform_config,
    pool_state: pool,
    user_base_token: await associatedTokenAddress(user.address, mint, tokenProgram),
    user_quote_token: await associatedTokenAddress(user.address, wrappedNativeMint, tokenProgram),
    base_vault: state.base_vault,
    quote_vault: state.quote_vault,
    base_token_mint: mint,
    quote_token_mint: wrappedNativeMint,
    base_token_program: tokenProgram,
    quote_token_program: tokenProgram,
    platform_fee_vault: await platformFeeVaultAddress(state.platform_config, wrappedNativeMint),
    creator_fee_vault: await creatorFeeVaultAddress(creator.address, wrappedNativeMint),
  }
}

describe('a launch', () => {
  it.each([
    ['of the token program', {}, tokenProgram],
    ['of Token-2022', { transferFee: null }, token2022Program],
    ['with a fee on transfers', { transferFee: fee }, token2022Program],
  ] as const)('%s puts the whole supply in its vault and ends minting', async (_, options, owner) => {
    const { bank, mint, pool, creator, record, launch } = await launched(options)
    const account = bank.account(mint)
    expect(account && decodeMint(mint, account)).toMatchObject({
      program: owner,
      supply: 10n ** 15n,
      mintAuthority: null,
    })
    const state = poolStateOf(bank, pool)
    expect(state).toMatchObject({ status: 0, virtual_base: 1_073_025_605_596_382n, creator: creator.address })
    expect(amountIn(bank, state.base_vault)).toBe(10n ** 15n)
    expect(await readEvents(program, executed(record, [launch]))).toEqual([
      {
        ...{ kind: 'launch', protocol: 'raydium_launchlab', pool, mint, tokenProgram: owner },
        ...{ creator: creator.address, ...tokenText, timestampSeconds: undefined },
      },
    ])
  })

  it('has its fee and its metadata in a Token-2022 mint', async () => {
    const { bank, mint } = await launched({ transferFee: fee })
    const account = bank.account(mint)
    const { extensions } = account ? decodeMint(mint, account) : expect.fail('no mint')
    expect(extensions.tokenMetadata).toMatchObject(tokenText)
    expect(extensions.transferFeeConfig?.newerTransferFee).toMatchObject({ transferFeeBasisPoints: 300 })
  })

  it.each(curveTypes)('on a curve of %s opens for trades', async type => {
    const { bank, pool } = await launched({ curve: { type } })
    expect((await openPoolOf(bank, pool)).curve).toMatchObject({ stage: 'trading', progressPpm: 0 })
  })

  it('is refused if the config does not allow it', async () => {
    const { user, submit } = await openLaunchlab()
    const attempt = async (options: LaunchOptions) => {
      const mint = await newSigner()
      return (await submit([user, mint], manyUnits, await launchOf(user.address, mint.address, options))).err
    }
    expect(await attempt({ curve: { total_quote_fund_raising: 29n * sol } })).toEqual(custom(6002))
    expect(await attempt({ curve: { supply: 10n ** 12n, total_base_sell: 793n * 10n ** 9n } })).toEqual(custom(6002))
    expect(await attempt({ curve: { total_base_sell: 900n * 10n ** 12n } })).toEqual(custom(6002))
    expect(await attempt({ locked: 400n * 10n ** 12n })).toEqual(custom(6010))
    expect(await attempt({ transferFee: null, curve: { migrate_type: 0 } })).toEqual(custom(6007))
  })
})

describe('a trade', () => {
  const shapes: readonly [string, LaunchOptions][] = [
    ['constant product', {}],
    ['bonk', { platform: bonkPlatform }],
    ['fixed price', { curve: { type: 'fixedPrice' } }],
    ['linear price', { curve: { type: 'linearPrice' } }],
    ['Token-2022', { transferFee: null }],
    ['fee on transfers', { transferFee: fee }],
    ['linear price, fee on transfers', { transferFee: fee, curve: { type: 'linearPrice' } }],
  ]

  it.each(shapes)('moves exactly the quote, in both directions and modes: %s', async (_, options) => {
    const chain = await launched(options)
    const { mint, bank, pool } = chain
    for (const request of [
      { tokenIn: wrappedNativeMint, exactIn: 3n * sol },
      { tokenIn: wrappedNativeMint, exactOut: 1_234_567_890n },
      { tokenIn: mint, exactIn: 2_345_678_901_234n },
      { tokenIn: mint, exactOut: 12_345_678n },
    ]) {
      const before = poolStateOf(bank, pool)
      const { quote, moved, events } = await traded(chain, request)
      expect(moved).toEqual({ amountIn: quote.amountIn, amountOut: quote.amountOut })
      const after = poolStateOf(bank, pool)
      const protocol = quote.fees.find(({ kind }) => kind === 'protocol')?.amount ?? 0n
      expect(after.quote_protocol_fee - before.quote_protocol_fee).toBe(protocol)
      expect(events).toMatchObject([{ kind: 'trade', pool, mintIn: quote.tokenIn, mintOut: quote.tokenOut }])
      // The pool's numbers equal the balances of its vaults.
      expect(amountIn(bank, after.quote_vault)).toBe(after.real_quote + after.quote_protocol_fee)
      expect(amountIn(bank, after.base_vault)).toBeGreaterThanOrEqual(after.supply - after.real_base)
    }
  })

  it('pays the quoted fees to platform and creator, into vaults that the first trade opens', async () => {
    const chain = await launched({ platform: bonkPlatform })
    const { bank, pool, creator } = chain
    const vaults = [
      await platformFeeVaultAddress(bonkPlatform, wrappedNativeMint),
      await creatorFeeVaultAddress(creator.address, wrappedNativeMint),
    ] as const
    const opens = await (await openPoolOf(bank, pool)).opens(
      wrappedNativeMint,
      { owner: creator.address, payer: creator.address, tokenAccountIn: pool, tokenAccountOut: pool },
      new Map(),
    )
    expect(opens.map(({ address }) => address)).toEqual(vaults)
    const before = bank.account(chain.user.address)?.lamports ?? 0n
    const { quote, record } = await traded(chain, { tokenIn: wrappedNativeMint, exactIn: sol })
    const paid = (kind: string) => quote.fees.find(one => one.kind === kind)?.amount
    expect(vaults.map(vault => amountIn(bank, vault))).toEqual([paid('platform'), paid('creator')])
    const rents = opens.reduce((sum, { lamports }) => sum + lamports, 2_039_280n)
    expect(before - (bank.account(chain.user.address)?.lamports ?? 0n)).toBe(rents + record.fee)
  })

  it('pays a share to a referrer', async () => {
    const chain = await launched()
    const { bank, user, owner, mint, land, submit } = chain
    const receiver = await associatedTokenAddress(owner.address, wrappedNativeMint, tokenProgram)
    const accounts = await tradeAccounts(chain)
    const own = await createAta(user.address, mint, tokenProgram)
    await land([owner], await createAta(owner.address, wrappedNativeMint, tokenProgram))
    const buy = (rate: bigint) => encodeBuyExactIn(accounts, sol, 1n, { rate, receiver })
    expect((await submit([user], own, buy(10_001n))).err).toEqual(custom(6002))
    await land([user], own, buy(10_000n))
    expect(amountIn(bank, receiver)).toBe(10_000_000n)
  })

  it('fails with the program’s numbers', async () => {
    const chain = await launched()
    const { user, mint, submit } = chain
    const accounts = await tradeAccounts(chain)
    const own = await createAta(user.address, mint, tokenProgram)
    const attempt = async (instruction: Instruction) => (await submit([user], own, instruction)).err
    const buy = encodeBuyExactIn(accounts, sol, 1n)
    expect(await attempt(encodeBuyExactIn(accounts, sol, 10n ** 15n))).toEqual(custom(6004))
    expect(await attempt(encodeBuyExactIn(accounts, 0n, 0n))).toEqual(custom(6002))
    expect(await attempt({ ...buy, accounts: buy.accounts?.slice(0, 17) ?? [] })).toEqual(custom(6018))
    expect(await attempt(encodeBuyExactIn({ ...accounts, creator_fee_vault: mint }, sol, 1n))).toEqual(custom(2006))
    expect(await attempt(encodeBuyExactIn({ ...accounts, quote_vault: accounts.base_vault }, sol, 1n))).toEqual(
      custom(2012),
    )
    expect(await attempt(encodeBuyExactIn({ ...accounts, pool_state: mint }, sol, 1n))).toEqual(custom(3007))
  })
})

describe('the end of a curve', () => {
  const migrationOf = async ({ bank, mint, pool }: Chain, payer: Address, cpswapConfig?: Address) => {
    const { global_config, platform_config } = poolStateOf(bank, pool)
    const opened = await openPoolOf(bank, pool)
    const tokens = opened.tokens[0].program
    const graduation = await opened.graduation?.()
    const migration = await encodeMigrateToCpswap({
      ...{ payer, baseMint: mint, quoteMint: opened.tokens[1].mint, baseTokenProgram: tokens },
      ...{ quoteTokenProgram: tokenProgram, globalConfig: global_config, platformConfig: platform_config },
      cpswapConfig: cpswapConfig ?? configOf(graduation?.address),
    })
    return { migration, to: graduation?.address as Address }
  }
  const configOf = (_: Address | undefined) => 'D4FPEruKEHrG5TenZ2mpDGEfu1iUvTiqBxvpU8HLBvC2' as Address

  it.each([
    ['of the token program', {}],
    ['of Token-2022', { transferFee: null, platform: bonkPlatform }],
    ['with a fee on transfers', { transferFee: fee }],
  ] as const)('is bought in part, and the curve migrates to CP-Swap: %s', async (_, options) => {
    const chain = await launched(options)
    const { bank, user, owner, pool, mint, land, submit } = chain
    await traded(chain, { tokenIn: wrappedNativeMint, exactIn: 60n * sol })
    const early = await migrationOf(chain, owner.address)
    expect((await submit([owner], manyUnits, early.migration)).err).toEqual(custom(6005))

    const last = await traded(chain, { tokenIn: wrappedNativeMint, exactIn: 100n * sol })
    expect(last.quote.filled).toBe('partial')
    expect(last.moved).toEqual({ amountIn: last.quote.amountIn, amountOut: last.quote.amountOut })
    expect(last.events.map(({ kind }) => kind)).toEqual(['trade', 'completion'])
    const complete = await openPoolOf(bank, pool)
    expect(complete.curve).toMatchObject({ stage: 'complete', progressPpm: 1_000_000 })
    if (!('transferFee' in options)) {
      const again = encodeBuyExactIn(await tradeAccounts(chain), sol, 1n)
      expect((await submit([user], manyUnits, again)).err).toEqual(custom(6005))
    }

    const stranger = await migrationOf(chain, user.address)
    expect((await submit([user], manyUnits, stranger.migration)).err).toEqual(custom(6000))
    const { migration, to } = await migrationOf(chain, owner.address)
    const record = await land([owner], manyUnits, migration)
    expect(await readEvents(program, executed(record, [migration]))).toEqual([
      { kind: 'migration', protocol: complete.protocol, pool, mint, to },
    ])
    expect((await openPoolOf(bank, pool)).curve?.stage).toBe('migrated')
    const migrated = await openPoolOf(bank, to, raydiumCpmm)
    const state = poolStateOf(bank, pool)
    expect(amountIn(bank, state.quote_vault)).toBe(state.quote_protocol_fee)
    // It begins about where the curve ended.
    const { currentPrice } = migrated.quote({ tokenIn: wrappedNativeMint, exactIn: sol }, afterwards(bank))
    const [first, end] = [currentPrice, endPrice(state)]
    const difference = Number(first.numerator * end.denominator) / Number(first.denominator * end.numerator)
    expect(Math.abs(difference - 1)).toBeLessThan(
      'transferFee' in options && options.transferFee !== null ? 0.04 : 0.001,
    )
    expect((await submit([owner], manyUnits, migration)).err).toEqual(custom(6006))
  })

  const afterwards = (bank: Chain['bank']) => ({ ...bank.clock(), unixTimestamp: bank.clock().unixTimestamp + 60n })
  const endPrice = ({ virtual_base, virtual_quote, real_base, real_quote }: ReturnType<typeof poolStateOf>) => ({
    ...{ numerator: virtual_base - real_base, denominator: virtual_quote + real_quote },
  })

  it('works in USD1 as in lamports, to the unit, and its pool trades in USD1, too', async () => {
    const chain = await launched({ quoteMint: usd1Mint, platform: bonkPlatform })
    const { bank, owner, pool, mint, land } = chain
    expect((await openPoolOf(bank, pool)).tokens.map(token => token.mint)).toEqual([mint, usd1Mint])
    const buysAndSales = [
      { tokenIn: usd1Mint, exactIn: 1_234_567_891n },
      { tokenIn: usd1Mint, exactOut: 123_456_789n },
      { tokenIn: mint, exactIn: 7_654_321_987n },
      { tokenIn: mint, exactOut: 54_321n },
    ]
    for (const request of [...buysAndSales, { tokenIn: usd1Mint, exactIn: 200_000_000_000n }]) {
      const before = poolStateOf(bank, pool)
      const { quote, moved, events } = await traded(chain, request)
      expect(moved).toEqual({ amountIn: quote.amountIn, amountOut: quote.amountOut })
      expect(events[0]).toMatchObject({ kind: 'trade', mintIn: quote.tokenIn, mintOut: quote.tokenOut })
      const after = poolStateOf(bank, pool)
      const protocol = quote.fees.find(({ kind }) => kind === 'protocol')?.amount ?? 0n
      expect(after.quote_protocol_fee - before.quote_protocol_fee).toBe(protocol)
      expect(amountIn(bank, after.quote_vault)).toBe(after.real_quote + after.quote_protocol_fee)
    }
    expect((await openPoolOf(bank, pool)).curve).toMatchObject({ stage: 'complete', progressPpm: 1_000_000 })
    expect(poolStateOf(bank, pool).real_base).toBe(poolStateOf(bank, pool).total_base_sell)

    const { migration, to } = await migrationOf(chain, owner.address)
    await land([owner], manyUnits, migration)
    expect((await openPoolOf(bank, pool)).curve?.stage).toBe('migrated')
    await bank.travel({ seconds: 60n })
    for (const request of buysAndSales) {
      const { quote, moved } = await traded({ ...chain, pool: to }, request, raydiumCpmm)
      expect(moved).toEqual({ amountIn: quote.amountIn, amountOut: quote.amountOut })
    }
  })

  it('migrates only to the platform’s config', async () => {
    const chain = await launched()
    await traded(chain, { tokenIn: wrappedNativeMint, exactIn: 200n * sol })
    const other = 'G95xxie3XbkCqtE39GgQ9Ggc7xBC8Uceve7HFDEFApkc' as Address
    const { migration, to } = await migrationOf(chain, chain.owner.address, other)
    expect((await chain.submit([chain.owner], manyUnits, migration)).err).toEqual(custom(6016))
    expect(to).toBe(await migratedPoolAddress(configOf(to), chain.mint, wrappedNativeMint))
  })
})

describe('a claim', () => {
  it('pays creator and platform all that waits, and then nothing', async () => {
    const chain = await launched()
    const { bank, creator, owner, land, submit } = chain
    await traded(chain, { tokenIn: wrappedNativeMint, exactIn: 10n * sol })
    const recipient = async (of: Address) => ({
      recipient_token_account: await associatedTokenAddress(of, wrappedNativeMint, tokenProgram),
      ...{ quote_mint: wrappedNativeMint, token_program: tokenProgram },
    })
    const creators = encodeClaimCreatorFee({
      ...{ creator: creator.address, ...(await recipient(creator.address)) },
      creator_fee_vault: await creatorFeeVaultAddress(creator.address, wrappedNativeMint),
    })
    const platforms = encodeClaimPlatformFeeFromVault({
      ...{ platform_fee_wallet: owner.address, platform_config: raydiumPlatform, ...(await recipient(owner.address)) },
      platform_fee_vault: await platformFeeVaultAddress(raydiumPlatform, wrappedNativeMint),
    })
    await land([creator], creators)
    await land([owner], platforms)
    const got = async (of: Address) => amountIn(bank, (await recipient(of)).recipient_token_account)
    expect([await got(creator.address), await got(owner.address)]).toEqual([5_000_000n, 75_000_000n])
    expect((await submit([creator], creators)).err).toEqual(custom(6009, 0))
    expect((await submit([owner], platforms)).err).toEqual(custom(6009, 0))
  })
})
