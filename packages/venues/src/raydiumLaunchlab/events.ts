import { type Address, address, bool, type Decoded, struct, u8, u64 } from '@tern/core'
import { borsh, type Record, text } from '../borsh.ts'
import type { Migration, NamedInstruction, Trade, VenueEvent } from '../readEvents.ts'
import { protocolOf } from './addresses.ts'
import { initializeV2Layout, initializeWithToken2022Layout } from './createInstructions.ts'
import { curveParams } from './curveParams.ts'
import { type CurveType, priceOf } from './quote.ts'
import { readLifeCycle } from './readLifeCycle.ts'
import { buyExactInLayout, buyExactOutLayout, sellExactInLayout, sellExactOutLayout } from './tradeInstructions.ts'

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

/** `initialize`, which the program no longer accepts. Its accounts are the accounts of `initialize_v2`. */
const initializeDiscriminator = Uint8Array.of(0xaf, 0xaf, 0x6d, 0x1f, 0x0d, 0x98, 0x9b, 0xed)
const trades = [buyExactInLayout, buyExactOutLayout, sellExactInLayout, sellExactOutLayout]

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
    const named = instructions.find(
      ({ accounts, data }) =>
        accounts[4] === trade.pool_state &&
        accounts.length >= 15 &&
        trades.some(({ discriminator }) => begins(data, discriminator)),
    )
    return named && tradeOf(trade, named.accounts)
  }
  if (poolCreateEventLayout.begins(event)) return launchOf(poolCreateEventLayout.decode(event), instructions)
  return undefined
}

function tradeOf(trade: TradeEvent, accounts: readonly Address[]): readonly VenueEvent[] {
  const at = (index: number) => accounts[index] as Address
  const protocol = protocolOf(at(3))
  const isBuy = trade.trade_direction === 0
  const [mint, quoteMint] = [at(9), at(10)]
  const traded: Trade = {
    kind: 'trade',
    protocol,
    pool: trade.pool_state,
    mintIn: isBuy ? quoteMint : mint,
    mintOut: isBuy ? mint : quoteMint,
    amountIn: trade.amount_in,
    amountOut: trade.amount_out,
    trader: at(0),
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
  for (const { accounts, data } of instructions) {
    const programAt = launchKinds.find(([discriminator]) => begins(data, discriminator))?.[1]
    if (programAt === undefined || accounts[5] !== pool_state || accounts.length < 15) continue
    const at = (index: number) => accounts[index] as Address
    return {
      kind: 'launch',
      protocol: protocolOf(at(3)),
      pool: pool_state,
      mint: at(6),
      tokenProgram: at(programAt),
      creator,
      name,
      symbol,
      uri,
      timestampSeconds: undefined,
    }
  }
  return undefined
}

/** The instructions that launch, with the index of the token's program among their accounts. */
const launchKinds: readonly (readonly [Uint8Array, number])[] = [
  [initializeV2Layout.discriminator, 11],
  [initializeWithToken2022Layout.discriminator, 10],
  [initializeDiscriminator, 11],
]

/** Reads a migration from its instruction, because the program writes no event for it. */
export function readMigration({ accounts, data }: NamedInstruction): Migration | undefined {
  const read = readLifeCycle(accounts, data)
  if (read?.kind !== 'migrate') return undefined
  const { pool, mint, to } = read.accounts
  return { kind: 'migration', protocol: read.protocol, pool, mint, to }
}
