import { type Address, token2022Program, tokenProgram } from '@tern/core'
import { address, bool, type Decoded, struct, u8, u64 } from '@tern/core/internal'
import { borsh, type Record, text } from '../borsh.ts'
import type { InstructionEffects } from '../effects/instructionEffects.ts'
import { readLanded } from '../effects/readLanded.ts'
import type { Migration, NamedInstruction, Trade, VenueEvent } from '../readEvents.ts'
import { protocolOf } from './addresses.ts'
import { initializeWithToken2022Layout } from './createInstructions.ts'
import { curveParams } from './curveParams.ts'
import { type CurveType, priceOf } from './quote.ts'

/**
 * `TradeEvent`. Amounts are the trader's: a buy's `amount_in` includes the fees, and a sale's `amount_out` excludes the
 * fees.
 */
export const tradeEventLayout = struct(
  'TradeEvent',
  147,
  {
    pool_state: address,
    total_base_sell: u64,
    virtual_base: u64,
    virtual_quote: u64,
    real_base_before: u64,
    real_quote_before: u64,
    real_base_after: u64,
    real_quote_after: u64,
    amount_in: u64,
    amount_out: u64,
    protocol_fee: u64,
    platform_fee: u64,
    creator_fee: u64,
    share_fee: u64,
    /** 0: buy. 1: sell. */
    trade_direction: u8,
    /** `PoolState.status` after the trade. */
    pool_status: u8,
    exact_in: bool,
  },
  { discriminator: [0xbd, 0xdb, 0x7f, 0xd3, 0x4e, 0xe6, 0x61, 0xee] },
)

/** `PoolCreateEvent`. It does not name the mint. */
export const poolCreateEventLayout = borsh(
  'PoolCreateEvent',
  {
    pool_state: address,
    creator: address,
    config: address,
    decimals: u8,
    name: text,
    symbol: text,
    uri: text,
    curve: curveParams,
    total_locked_amount: u64,
    cliff_period: u64,
    unlock_period: u64,
  },
  { discriminator: [0x97, 0xd7, 0xe2, 0x09, 0x76, 0xa1, 0x73, 0xae] },
)

/** A trade, as the program's event reports it. */
export type TradeEvent = Decoded<typeof tradeEventLayout>
/** A launch, as the program's event reports it. */
export type PoolCreateEvent = Record<typeof poolCreateEventLayout>

function begins(data: Uint8Array, discriminator: Uint8Array): boolean {
  return discriminator.every((byte, i) => data[i] === byte)
}

/**
 * Reads an event of the program. The instruction that wrote the event names its tokens.
 *
 * @returns `undefined` for an event of another type, or if no such instruction is given.
 * @throws TernError `layout/*` if the event is truncated.
 */
export function readEvent(
  event: Uint8Array,
  instructions: readonly NamedInstruction[],
): VenueEvent | readonly VenueEvent[] | undefined {
  if (begins(event, tradeEventLayout.discriminator)) {
    const trade = tradeEventLayout.decode(event, 'atLeast')
    const reads = instructions.map(one => readLanded(one, 'named'))
    const at = reads.findIndex(read => read?.kind === 'swap' && read.pool === trade.pool_state)
    const [read, accounts] = [reads[at], instructions[at]?.accounts ?? []]
    return read && tradeOf(trade, read, accounts[read.walletPlaces[0] ?? -1])
  }
  if (poolCreateEventLayout.begins(event)) return launchOf(poolCreateEventLayout.decode(event), instructions)
  return undefined
}

function tradeOf(
  trade: TradeEvent,
  { config, mints: [mint, quoteMint] }: InstructionEffects,
  trader: Address | undefined,
): readonly VenueEvent[] {
  if (!config || !mint || !quoteMint || !trader) return []
  const protocol = protocolOf(config)
  const isBuy = trade.trade_direction === 0
  const traded: Trade = {
    kind: 'trade',
    protocol,
    pool: trade.pool_state,
    mintIn: isBuy ? quoteMint : mint,
    mintOut: isBuy ? mint : quoteMint,
    amountIn: trade.amount_in,
    amountOut: trade.amount_out,
    trader,
    priceAfter: priceOf(isBuy ? 'buy' : 'sell', {
      type: typeOf(trade),
      virtualBase: trade.virtual_base,
      virtualQuote: trade.virtual_quote,
      realBase: trade.real_base_after,
      realQuote: trade.real_quote_after,
    }),
  }
  return isBuy && trade.pool_status === 1
    ? [traded, { kind: 'completion', protocol, pool: trade.pool_state, mint }]
    : [traded]
}

/**
 * Infers the curve type, because the event does not name it.
 * Only a linear curve has no virtual quote. Only a fixed price sells all of its virtual tokens.
 */
function typeOf({ virtual_base, virtual_quote, total_base_sell }: TradeEvent): CurveType {
  if (virtual_quote === 0n) return 'linearPrice'
  return virtual_base > total_base_sell ? 'constantProduct' : 'fixedPrice'
}

function launchOf(
  { pool_state, creator, name, symbol, uri }: PoolCreateEvent,
  instructions: readonly NamedInstruction[],
): VenueEvent | undefined {
  for (const instruction of instructions) {
    const read = readLanded(instruction, 'named')
    const [mint] = read?.mints ?? []
    if (read?.kind !== 'launch' || read.pool !== pool_state || !read.config || !mint) continue
    return {
      kind: 'launch',
      protocol: protocolOf(read.config),
      pool: pool_state,
      mint,
      tokenProgram: read.instruction === initializeWithToken2022Layout.name ? token2022Program : tokenProgram,
      creator,
      name,
      symbol,
      uri,
      timestampSeconds: undefined,
    }
  }
  return undefined
}

/** Reads a migration from its instruction, because the program writes no event for it. */
export function readInstructionEvent(instruction: NamedInstruction): Migration | undefined {
  const read = readLanded(instruction, 'named')
  const [mint] = read?.mints ?? []
  if (read?.kind !== 'migrate' || !read.pool || !read.to || !mint) return undefined
  // A migration to AMM v4 does not name the platform.
  const protocol = read.config === undefined ? 'raydium_launchlab' : protocolOf(read.config)
  return { kind: 'migration', protocol, pool: read.pool, mint, to: read.to }
}
