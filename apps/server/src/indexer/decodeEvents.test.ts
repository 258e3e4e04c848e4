import { type Address, encodeBase58, encodeBase64, wrappedNativeMint } from '@tern/core'
import { program, type SwapEvent, swapEventLayout } from '@tern/venues/raydiumCpmm'
import { makeCpmmPool } from '@tern/venues/raydiumCpmmPools'
import { describe, expect, it } from 'vitest'
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
const landed = { signature: 's', slot: 5, timestampSeconds: 6, owner: 'o' }
const decode = async (logs: readonly string[]) =>
  (await decodeEvents({ ...landed, logs })).trades.map(({ trade }) => trade)

/** The accounts of any pool of the program: its config takes nothing of the fees. */
const { address: madePool, accounts } = makeCpmmPool({
  reserves: [1n, 1n],
  config: { protocol_fee_rate: 0n, fund_fee_rate: 0n },
})
const readAccounts = async () => new Map([...accounts, [pool, accounts.get(madePool) ?? null]])

describe('decodeEvents', () => {
  it('tells a buy from a sell, in what left and reached the trader', async () => {
    const sell = { input_mint: mint, output_mint: wrappedNativeMint, input_amount: 90n, input_transfer_fee: 10n }
    const common = { ...landed, pool }
    expect(
      await decode(said(program, event({ output_transfer_fee: 5n }), event({ ...sell, output_amount: 700n }))),
    ).toEqual([
      { ...common, position: 0, side: 'buy', lamports: 1_000n, tokens: 45n },
      { ...common, position: 1, side: 'sell', lamports: 700n, tokens: 100n },
    ])
  })

  it('prices a trade by the pool after it, in lamports per raw token unit, whichever way it goes', async () => {
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

  it('counts places over all swaps, so that two pools of one transaction never share one', async () => {
    const found = await decode(said(program, event({ pool_id: otherPool }), event({})))
    expect(found.map(({ pool, position }) => [pool, position])).toEqual([
      [otherPool, 0],
      [pool, 1],
    ])
  })

  it('leaves out what has nothing on one side, or no SOL on either', async () => {
    const odd = [event({ output_amount: 0n }), event({ input_amount: 0n }), event({ input_mint: stranger })]
    expect(await decode(said(program, ...odd))).toEqual([])
  })

  it('believes the program only, never another that says the same', async () => {
    expect(await decode(said(stranger, event({})))).toEqual([])
    expect(await decode(['garbage', 'Program data: !!!', ...said(program), 'Program data: AAAA'])).toEqual([])
  })
})
