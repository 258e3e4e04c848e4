import { type Address, encodeBase58, encodeBase64, token2022Program, tokenProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { readEvents } from '../read.ts'
import type { NamedInstruction } from '../readEvents.ts'
import { bonkPlatforms, migratedPoolAddress } from './addresses.ts'
import { encodeInitializeWithToken2022 } from './createInstructions.ts'
import type { CurveParams } from './curveParams.ts'
import { poolCreateEventLayout, tradeEventLayout } from './events.ts'
import { encodeBuyExactIn, poolAddress, program, type TradeEvent } from './index.ts'
import { encodeMigrateToCpswap, migrateToAmmLayout } from './migrateInstructions.ts'
import { encodeSellExactOut } from './tradeInstructions.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [trader, platform, pool, mint, quoteMint] = [k(1), k(3), k(4), k(9), k(10)]
const trade: TradeEvent = {
  pool_state: pool,
  total_base_sell: 793_100_000_000_000n,
  virtual_base: 1_073_025_605_596_382n,
  virtual_quote: 30_000_852_951n,
  real_base_before: 0n,
  real_quote_before: 0n,
  real_base_after: 34_260_946_895_842n,
  real_quote_after: 989_500_000n,
  amount_in: 1_000_000_000n,
  amount_out: 34_260_946_895_842n,
  protocol_fee: 2_500_000n,
  platform_fee: 7_500_000n,
  creator_fee: 500_000n,
  share_fee: 0n,
  trade_direction: 0,
  pool_status: 0,
  exact_in: true,
}
const accounts = {
  ...{ payer: trader, global_config: k(2), platform_config: platform, pool_state: pool },
  ...{ user_base_token: k(5), user_quote_token: k(6), base_vault: k(7), quote_vault: k(8) },
  ...{ base_token_mint: mint, quote_token_mint: quoteMint },
  ...{ base_token_program: tokenProgram, quote_token_program: tokenProgram },
  ...{ platform_fee_vault: k(11), creator_fee_vault: k(12) },
}
type Encoded = ReturnType<typeof encodeBuyExactIn>
const named = ({ accounts: metas = [], data }: Encoded) => ({
  program,
  accounts: metas.map(({ address }) => address),
  data: Uint8Array.from(data ?? []),
})
const buy = named(encodeBuyExactIn(accounts, 1n, 1n))
const sale = named(encodeSellExactOut(accounts, 1n, 1n))
const read = (event: Uint8Array | undefined, ...instructions: readonly NamedInstruction[]) =>
  readEvents(program, {
    logs: [
      `Program ${program} invoke [1]`,
      ...(event === undefined ? [] : [`Program data: ${encodeBase64(event)}`]),
      `Program ${program} success`,
    ],
    instructions,
  })
const traded = (of: Partial<TradeEvent>) => tradeEventLayout.encode({ ...trade, ...of })
const reported = { kind: 'trade', protocol: 'raydium_launchlab', pool, trader }

describe('a trade', () => {
  it('takes its tokens from the instruction that wrote it', async () => {
    expect(await read(traded({}), buy)).toEqual([
      {
        ...{ ...reported, mintIn: quoteMint, mintOut: mint },
        ...{ amountIn: 1_000_000_000n, amountOut: 34_260_946_895_842n },
        priceAfter: { numerator: 1_038_764_658_700_540n, denominator: 30_990_352_951n },
      },
    ])
    expect(await read(traded({ trade_direction: 1, amount_in: 5n, amount_out: 6n }), sale)).toMatchObject([
      { ...reported, mintIn: mint, mintOut: quoteMint, amountIn: 5n, amountOut: 6n },
    ])
  })

  it('is of bonk if the platform is', async () => {
    const letsBonk = named(encodeBuyExactIn({ ...accounts, platform_config: bonkPlatforms[0] as Address }, 1n, 1n))
    expect(await read(traded({}), letsBonk)).toMatchObject([{ protocol: 'bonk' }])
  })

  it('is not reported without an instruction for its pool', async () => {
    expect(await read(traded({}))).toEqual([])
    expect(await read(traded({ pool_state: k(40) }), buy)).toEqual([])
    expect(await read(traded({}).slice(0, 100), buy)).toEqual([])
  })

  it('has the price of each curve type', async () => {
    const priceOf = async (of: Partial<TradeEvent>) => {
      const [event] = await read(traded(of), buy)
      return event?.kind === 'trade' ? event.priceAfter : undefined
    }
    expect(await priceOf({ virtual_base: 800n, total_base_sell: 800n, virtual_quote: 1_600n })).toEqual({
      ...{ numerator: 800n, denominator: 1_600n },
    })
    expect(await priceOf({ virtual_base: 7n, virtual_quote: 0n, real_base_after: 3n })).toEqual({
      ...{ numerator: 2n ** 64n, denominator: 21n },
    })
  })

  it('completes the curve if it takes the last token', async () => {
    const events = await read(traded({ pool_status: 1 }), buy)
    expect(events.map(({ kind }) => kind)).toEqual(['trade', 'completion'])
    expect(events[1]).toEqual({ kind: 'completion', protocol: 'raydium_launchlab', pool, mint })
  })
})

describe('a launch', () => {
  const curve: CurveParams = {
    type: 'linearPrice',
    supply: 10n ** 15n,
    total_quote_fund_raising: 85_000_000_000n,
    migrate_type: 1,
  }
  const token = { decimals: 6, name: 'Tern', symbol: 'TERN', uri: 'https://tern.invalid/1' }
  const vesting = { total_locked_amount: 0n, cliff_period: 0n, unlock_period: 0n }
  const launch = named(
    encodeInitializeWithToken2022(
      {
        ...{ payer: trader, creator: k(13), global_config: k(2), platform_config: platform, pool_state: pool },
        ...{ base_mint: mint, quote_mint: quoteMint, base_vault: k(7), quote_vault: k(8) },
        quote_token_program: tokenProgram,
      },
      { ...token, curve, ...vesting, amm_fee_on: 0, transfer_fee: null },
    ),
  )
  const event = poolCreateEventLayout.encode({
    ...{ pool_state: pool, creator: k(13), config: k(2), ...token, curve, ...vesting },
  })

  it('takes its tokens from its instruction', async () => {
    expect(await read(event, launch)).toEqual([
      {
        ...{ kind: 'launch', protocol: 'raydium_launchlab', pool, mint, tokenProgram: token2022Program },
        ...{ creator: k(13), name: 'Tern', symbol: 'TERN', uri: 'https://tern.invalid/1' },
        timestampSeconds: undefined,
      },
    ])
    expect(await read(event, buy)).toEqual([])
  })

  it('may have further fields', async () => {
    expect(await read(Uint8Array.from([...event, 1, 2, 3]), launch)).toMatchObject([{ kind: 'launch', mint }])
  })
})

describe('a migration', () => {
  it('is reported by its instruction, because the program writes no event for it', async () => {
    const migration = named(
      await encodeMigrateToCpswap({
        ...{ payer: trader, baseMint: mint, quoteMint, baseTokenProgram: tokenProgram },
        ...{ quoteTokenProgram: tokenProgram, globalConfig: k(2), platformConfig: platform, cpswapConfig: k(14) },
      }),
    )
    const to = await migratedPoolAddress(k(14), mint, quoteMint)
    expect(await read(undefined, migration)).toEqual([
      { kind: 'migration', protocol: 'raydium_launchlab', pool: await poolAddress(mint, quoteMint), mint, to },
    ])
    expect(await read(undefined, { ...migration, accounts: migration.accounts.slice(0, 28) })).toEqual([])
  })

  it('to AMM v4 is reported too', async () => {
    const data = migrateToAmmLayout.encode({ base_lot_size: 1n, quote_lot_size: 1n, market_vault_signer_nonce: 0 })
    const addresses = Array.from({ length: 32 }, (_, i) => k(100 + i))
    expect(await read(undefined, { program, accounts: addresses, data })).toEqual([
      { kind: 'migration', protocol: 'raydium_launchlab', pool: k(123), mint: k(101), to: k(113) },
    ])
  })
})
