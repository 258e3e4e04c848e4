import type { Address, Ratio } from '@tern/core'
import { address, bool, type Decoded, struct, u64 } from '@tern/core/internal'
import { readLanded } from '../effects/readLanded.ts'
import { reservesPrice } from '../price.ts'
import type { Lookups, NamedInstruction, PoolCreation, ReadAccounts, Trade } from '../readEvents.ts'
import { type AmmConfig, ammConfigLayout, poolStateLayout } from './layout.ts'
import { partOf } from './quote.ts'

/**
 * `SwapEvent` (states/events.rs). Vault amounts exclude uncollected fees.
 * Amounts are the pool's side: the transfer fees are separate fields.
 */
export const swapEventLayout = struct(
  'SwapEvent',
  170,
  {
    pool_id: address,
    input_vault_before: u64,
    output_vault_before: u64,
    input_amount: u64,
    output_amount: u64,
    input_transfer_fee: u64,
    output_transfer_fee: u64,
    base_input: bool,
    input_mint: address,
    output_mint: address,
    trade_fee: u64,
    creator_fee: u64,
    creator_fee_on_input: bool,
  },
  { discriminator: [0x40, 0xc6, 0xcd, 0xe8, 0x26, 0x08, 0x71, 0xe2] },
)

/** A swap, as the program's event reports it. */
export type SwapEvent = Decoded<typeof swapEventLayout>

/**
 * Reads the trade that an event of the program's log reports.
 * Adds the price after it if `readAccounts` finds the pool: the event leaves out the rates that split the trade fee.
 *
 * @returns `undefined` for another event.
 * @throws the error of `readAccounts`.
 */
export async function readEvent(
  event: Uint8Array,
  _: readonly NamedInstruction[],
  { readAccounts }: Pick<Lookups, 'readAccounts'>,
): Promise<Trade | undefined> {
  const swap = decodeSwap(event)
  if (swap === undefined) return undefined
  const config = readAccounts && (await readConfig(swap.pool_id, readAccounts))
  return config === undefined ? tradeOf(swap) : { ...tradeOf(swap), priceAfter: priceAfter(swap, config) }
}

/** Like `readEvent`, without the price. */
export function readTrade(event: Uint8Array): Trade | undefined {
  const swap = decodeSwap(event)
  return swap && tradeOf(swap)
}

function decodeSwap(event: Uint8Array): SwapEvent | undefined {
  if (event.length < swapEventLayout.size || swapEventLayout.discriminator.some((byte, i) => event[i] !== byte))
    return undefined
  return swapEventLayout.decode(event, 'atLeast')
}

/** Reads a pool's config. A pool never changes its config, and a config cannot be closed. */
async function readConfig(pool: Address, readAccounts: ReadAccounts): Promise<AmmConfig | undefined> {
  const opened = (await readAccounts([pool])).get(pool)
  if (!opened) return undefined
  const { amm_config } = poolStateLayout.view(opened.data, 'atLeast')
  const config = (await readAccounts([amm_config])).get(amm_config)
  return config ? ammConfigLayout.view(config.data, 'atLeast') : undefined
}

/**
 * Computes the price from the reserves that `update_fees` (states/pool.rs) leaves: vault balances minus uncollected
 * fees. The event is written before the transfers (instructions/swap_base_input.rs), so its vault amounts are from
 * before the swap.
 */
function priceAfter(swap: SwapEvent, config: AmmConfig): Ratio {
  const { input_amount, output_amount, trade_fee, creator_fee, creator_fee_on_input: onInput } = swap
  const waiting = partOf(trade_fee, config.protocol_fee_rate) + partOf(trade_fee, config.fund_fee_rate)
  return reservesPrice(
    swap.input_vault_before + input_amount - waiting - (onInput ? creator_fee : 0n),
    swap.output_vault_before - output_amount - (onInput ? 0n : creator_fee),
  )
}

/**
 * Converts a swap to the trader's amounts: `amountIn` includes the input's transfer fee, `amountOut` excludes the
 * output's.
 */
function tradeOf(swap: SwapEvent): Trade {
  return {
    kind: 'trade',
    protocol: 'raydium_cpmm',
    pool: swap.pool_id,
    mintIn: swap.input_mint,
    mintOut: swap.output_mint,
    amountIn: swap.input_amount + swap.input_transfer_fee,
    amountOut: swap.output_amount - swap.output_transfer_fee,
  }
}

/**
 * Reads a pool creation from its instruction.
 * The program writes no event for it: it emits events only for swaps and liquidity.
 */
export function readInstructionEvent(instruction: NamedInstruction): PoolCreation | undefined {
  const read = readLanded(instruction, 'named')
  const [first, second] = read?.mints ?? []
  const creator = read?.creator ?? instruction.accounts[read?.walletPlaces[0] ?? -1]
  if (read?.kind !== 'create' || !read.pool || !first || !second || !creator) return undefined
  const mints = [first, second] as const
  return { kind: 'pool', protocol: 'raydium_cpmm', pool: read.pool, mints, creator, timestampSeconds: undefined }
}
