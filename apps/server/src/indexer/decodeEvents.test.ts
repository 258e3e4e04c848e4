import { type Address, encodeBase58, encodeBase64, wrappedNativeMint } from '@tern/core'
import { program as clmmProgram, encodeSwapV2ExactIn } from '@tern/venues/raydiumClmm'
import { swapEventLayout as clmmSwapLayout } from '@tern/venues/raydiumClmm/internal'
import { program, type SwapEvent } from '@tern/venues/raydiumCpmm'
import { swapEventLayout } from '@tern/venues/raydiumCpmm/internal'
import { describe, expect, it } from 'vitest'
import { makeCpmmPool } from '../../../../packages/venues/test/raydiumCpmmPools.ts'
import { decodeEvents } from './decodeEvents.ts'

const address = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [pool, mint, otherPool, stranger] = [address(1), address(2), address(3), address(4)]

const event = (of: Partial<SwapEvent>): SwapEvent => ({
  pool_id: pool,
  input_vault_before: 5_000n,
  output_vault_before: 3_050n,
  input_amount: 1_000n,
  output_amount: 50n,
  input_transfer_fee: 0n,
  output_transfer_fee: 0n,
  base_input: true,
  input_mint: wrappedNativeMint,
  output_mint: mint,
  trade_fee: 0n,
  creator_fee: 0n,
  creator_fee_on_input: true,
  ...of,
})
const said = (by: Address, ...events: SwapEvent[]) => [
  `Program ${by} invoke [1]`,
  ...events.map(one => `Program data: ${encodeBase64(swapEventLayout.encode(one))}`),
  `Program ${by} success`,
]
const landed = { signature: 's', slot: 5, timestampSeconds: 6, owner: 'o', isFinal: false }
const decode = async (logs: readonly string[]) =>
  (await decodeEvents({ ...landed, logs })).trades.map(({ trade }) => trade)

/** Accounts for any pool of the program: its config takes no share of the fees. */
const { address: madePool, accounts } = makeCpmmPool({
  reserves: [1n, 1n],
  config: { protocol_fee_rate: 0n, fund_fee_rate: 0n },
})
const readAccounts = async () => new Map([...accounts, [pool, accounts.get(madePool) ?? null]])

describe('decodeEvents', () => {
  it('distinguishes buys and sells, by the amounts that left and reached the trader', async () => {
    const sell = { input_mint: mint, output_mint: wrappedNativeMint, input_amount: 90n, input_transfer_fee: 10n }
    const common = { ...landed, pool }
    expect(
      await decode(said(program, event({ output_transfer_fee: 5n }), event({ ...sell, output_amount: 700n }))),
    ).toEqual([
      { ...common, tradedIn: pool, position: 0, side: 'buy', lamports: 1_000n, tokens: 45n },
      { ...common, tradedIn: pool, position: 1, side: 'sell', lamports: 700n, tokens: 100n },
    ])
  })

  it('prices a trade by the pool after it, in lamports per raw token unit, in both directions', async () => {
    const sell = { input_mint: mint, output_mint: wrappedNativeMint }
    const logs = said(program, event({}), event(sell))
    const { trades } = await decodeEvents({ ...landed, logs }, readAccounts)
    expect(trades.map(({ price }) => price)).toEqual([
      { numerator: 6_000n, denominator: 3_000n },
      { numerator: 3_000n, denominator: 6_000n },
    ])
    const [unknown] = (await decodeEvents({ ...landed, logs }, async () => new Map())).trades
    expect(unknown?.price).toBeUndefined()
  })

  it('identifies a swap by its pool and its index there, even if the log hides another program’s swap', async () => {
    const clmm = {
      ...{ pool_state: otherPool, sender: stranger, token_account_0: address(5), token_account_1: address(6) },
      ...{ amount_0: 7n, transfer_fee_0: 0n, amount_1: 8n, transfer_fee_1: 0n, zero_for_one: true, tick: 0 },
      ...{ sqrt_price_x64: 1n << 64n, liquidity: 1n, trade_fee_0: 0n, trade_fee_1: 0n },
    }
    const logs = [
      `Program ${clmmProgram} invoke [1]`,
      `Program data: ${encodeBase64(clmmSwapLayout.encode(clmm))}`,
      `Program ${clmmProgram} success`,
      ...said(program, event({}), event({ output_amount: 49n })),
    ]
    const {
      programAddress,
      accounts: metas,
      data,
    } = encodeSwapV2ExactIn(
      {
        ...{ payer: stranger, amm_config: address(7), pool_state: otherPool, observation_state: address(8) },
        ...{ input_token_account: address(5), output_token_account: address(6), input_vault: address(9) },
        ...{ output_vault: address(10), input_vault_mint: wrappedNativeMint, output_vault_mint: mint, tick_arrays: [] },
      },
      7n,
      1n,
    )
    const swap = {
      program: programAddress,
      accounts: metas?.map(one => one.address) ?? [],
      data: Uint8Array.from(data ?? []),
    }
    const names = async (whole: object) =>
      (await decodeEvents({ ...landed, logs, ...whole })).trades.map(({ trade: { tradedIn, position } }) => [
        tradedIn,
        position,
      ])
    const ofCpmm = [
      [pool, 0],
      [pool, 1],
    ]
    expect(await names({})).toEqual(ofCpmm)
    expect(await names({ instructions: [swap] })).toEqual([...ofCpmm, [otherPool, 0]])
  })

  it('leaves out trades with a zero amount, or without SOL', async () => {
    const odd = [event({ output_amount: 0n }), event({ input_amount: 0n }), event({ input_mint: stranger })]
    expect(await decode(said(program, ...odd))).toEqual([])
  })

  it('accepts events of the program only, not the same log of another program', async () => {
    expect(await decode(said(stranger, event({})))).toEqual([])
    expect(await decode(['garbage', 'Program data: !!!', ...said(program), 'Program data: AAAA'])).toEqual([])
  })
})
