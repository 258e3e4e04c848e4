import type { Address, Ratio } from '@tern/core'
import { address, ceilDiv, type Decoded, maxU64, struct, u8, u64 } from '@tern/core/internal'
import { readLanded } from '../effects/readLanded.ts'
import { program as vaultProgram } from '../meteoraVault/addresses.ts'
import { readDeposit, readWithdrawal, type ShareExchange } from '../meteoraVault/events.ts'
import { amountByShare, unlockedAmount } from '../meteoraVault/shares.ts'
import type { Lookups, NamedInstruction, PoolCreation, VenueEvent } from '../readEvents.ts'
import { program } from './addresses.ts'
import { priceOfReserves } from './curve.ts'
import { swapLayout } from './instructions.ts'
import { type PoolFacts, readFacts, type Side } from './poolAccounts.ts'

/** `Swap` (event.rs). It names neither the pool nor the mints. */
export const swapEventLayout = struct(
  'Swap',
  48,
  {
    /** The part of the input that the curve's roundings use, with the fees. The trader pays all of the input. */
    in_amount: u64,
    /** The loss of the pool's side in the vault. It may be a unit above the tokens that the vault paid. */
    out_amount: u64,
    /** The part that stays in the pool. */
    trade_fee: u64,
    protocol_fee: u64,
    host_fee: u64,
  },
  { discriminator: [0x51, 0x6c, 0xe3, 0xbe, 0xcd, 0xd0, 0x0a, 0xc4] },
)

/** `PoolCreated` (event.rs). */
export const poolCreatedEventLayout = struct(
  'PoolCreated',
  137,
  {
    lp_mint: address,
    token_a_mint: address,
    token_b_mint: address,
    /** 0: Meteora created it. 1: anybody may have created it. */
    pool_type: u8,
    pool: address,
  },
  { discriminator: [0xca, 0x2c, 0x29, 0x58, 0x68, 0xdc, 0x9d, 0x52] },
)

/** A swap, as the program's event reports it. */
export type SwapEvent = Decoded<typeof swapEventLayout>
/** A new pool, as the program's event reports it. */
export type PoolCreatedEvent = Decoded<typeof poolCreatedEventLayout>

const protocol = 'meteora_damm_v1'

/**
 * Reads an event of the program. A trade's event contains amounts only. Its instruction names the pool, and accounts
 * that show the mints.
 *
 * @returns `undefined` for another event, and for a trade whose instruction or mints are unknown.
 * @throws the error of `readAccounts`.
 */
export async function readEvent(
  event: Uint8Array,
  instructions: readonly NamedInstruction[],
  lookups: Lookups,
): Promise<VenueEvent | undefined> {
  const { mintOf, readAccounts, eventsOf } = lookups
  if (begins(poolCreatedEventLayout, event))
    return createdOf(poolCreatedEventLayout.decode(event, 'atLeast'), instructions)
  if (!begins(swapEventLayout, event)) return undefined
  const swap = swapEventLayout.decode(event, 'atLeast')
  const found = swapOf(swap, instructions, mintOf)
  if (found === undefined) return undefined
  const { pool, feeAccount, trader, amountIn } = found
  const facts = readAccounts && (await readFacts(pool, readAccounts))
  const mints = found.mints ?? (facts && mintsBy(facts, feeAccount))
  if (mints === undefined) return undefined
  const [mintIn, mintOut] = mints
  const priceAfter = facts && priceOf(facts, found, { swap, instructions, lookups })
  return {
    ...{ kind: 'trade', protocol, pool, mintIn, mintOut, amountIn, amountOut: paidBy(swap, eventsOf) },
    ...(trader && { trader }),
    ...(priceAfter && { priceAfter }),
  }
}

/**
 * Finds the tokens that the vault paid for a swap: the largest withdrawal of the transaction that is not above the event's
 * output. Without such a withdrawal in the log, it is the event's output.
 */
function paidBy({ out_amount }: SwapEvent, eventsOf: Lookups['eventsOf']): bigint {
  let paid = 0n
  for (const event of eventsOf?.(vaultProgram) ?? []) {
    const tokens = readWithdrawal(event)?.tokens ?? 0n
    if (tokens <= out_amount && tokens > paid) paid = tokens
  }
  return paid === 0n ? out_amount : paid
}

function begins({ size, discriminator }: typeof swapEventLayout | typeof poolCreatedEventLayout, event: Uint8Array) {
  return event.length >= size && discriminator.every((byte, i) => event[i] === byte)
}

/** A swap that an instruction requested. */
interface RequestedSwap {
  readonly pool: Address
  /** Raw units that the trader pays. */
  readonly amountIn: bigint
  /** The account that the protocol's fee went to. Its mint is the input's. */
  readonly feeAccount: Address
  /** The mints of the input and the output, as far as these are known. */
  readonly mints: readonly [Address, Address] | undefined
  readonly trader: Address | undefined
}

/**
 * Finds the swap that the event reports, by its amounts. If several fit, takes the swap with the nearest input, because the
 * curve's roundings are small.
 *
 * @returns `undefined` if no swap fits, or if the nearest swaps differ in direction or pool.
 */
function swapOf(
  { in_amount, out_amount }: SwapEvent,
  instructions: readonly NamedInstruction[],
  mintOf: Lookups['mintOf'],
): RequestedSwap | undefined {
  const fitting = instructions.flatMap((instruction): RequestedSwap[] => {
    if (instruction.program !== program || instruction.data.length < swapLayout.size) return []
    const read = readLanded(instruction, 'named', mintOf)
    const [take, bring] = [read?.takes[0], read?.brings[0]]
    const feeAccount = instruction.accounts[feeAccountAt]
    if (read?.kind !== 'swap' || !read.pool || feeAccount === undefined || take === undefined) return []
    if (take.max < in_amount || bring === undefined || bring.min > out_amount) return []
    const isKnown = take.mint !== 'byTerms' && bring.mint !== 'byTerms'
    const mints = isKnown ? ([take.mint, bring.mint] as readonly string[] as readonly [Address, Address]) : undefined
    const trader = instruction.accounts[read.walletPlaces[0] ?? -1]
    return [{ pool: read.pool, amountIn: take.max, feeAccount, mints, trader }]
  })
  const nearest = fitting.reduce((min, { amountIn }) => (amountIn < min ? amountIn : min), maxU64)
  const found = fitting.filter(({ amountIn }) => amountIn === nearest)
  const [first] = found
  if (first === undefined || found.some(one => one.pool !== first.pool || one.feeAccount !== first.feeAccount))
    return undefined
  return found.every(one => one.trader === first.trader) ? first : { ...first, trader: undefined }
}

/** The place of `protocol_token_fee` among a swap's accounts. */
const feeAccountAt = 11

/** Returns the mints of a swap's input and output, by the account of its fee. */
function mintsBy({ state, a, b }: PoolFacts, feeAccount: Address): readonly [Address, Address] | undefined {
  if (feeAccount === state.protocol_token_a_fee) return [a.mint.address, b.mint.address]
  return feeAccount === state.protocol_token_b_fee ? [b.mint.address, a.mint.address] : undefined
}

interface Landed {
  readonly swap: SwapEvent
  readonly instructions: readonly NamedInstruction[]
  readonly lookups: Lookups
}

/**
 * Computes the price after a swap, because the event contains no reserves. The balances after the transaction show the
 * pool's shares, and `facts` shows the worth of a share. The pool's later swaps in the transaction are undone.
 *
 * @returns `undefined` if the balances do not show the shares, or if a later swap is unknown.
 */
function priceOf(
  facts: PoolFacts,
  { pool, feeAccount, amountIn }: RequestedSwap,
  { swap, instructions, lookups: { mintOf, balanceOf, eventsOf, later = [] } }: Landed,
): Ratio | undefined {
  const { state, a, b } = facts
  const [shareA, shareB] = [balanceOf?.(state.a_vault_lp), balanceOf?.(state.b_vault_lp)]
  if (shareA === undefined || shareB === undefined) return undefined
  const [reportA, reportB] = [a.vault.last_report, b.vault.last_report]
  const now = reportA > reportB ? reportA : reportB
  const events = eventsOf?.(vaultProgram) ?? []
  // The event's output may be a unit above the tokens that the vault paid.
  const paid = only(
    events.map(readWithdrawal),
    ({ tokens }) => tokens === swap.out_amount || tokens + 1n === swap.out_amount,
  )
  const taken = only(events.map(readDeposit), ({ tokens }) => tokens === amountIn - swap.protocol_fee)
  const isFromA = feeAccount === state.protocol_token_a_fee
  let reserveA = reserveOf(a, shareA, { now, exchange: isFromA ? taken : paid })
  let reserveB = reserveOf(b, shareB, { now, exchange: isFromA ? paid : taken })
  for (const event of later) {
    if (!begins(swapEventLayout, event)) continue
    const next = swapEventLayout.decode(event, 'atLeast')
    const requested = swapOf(next, instructions, mintOf)
    if (requested === undefined) return undefined
    if (requested.pool !== pool) continue
    const kept = requested.amountIn - next.protocol_fee
    const isNextFromA = requested.feeAccount === state.protocol_token_a_fee
    reserveA += isNextFromA ? -kept : next.out_amount
    reserveB += isNextFromA ? next.out_amount : -kept
  }
  const price = priceOfReserves(facts, [reserveA, reserveB], now)
  return price && !isFromA ? { numerator: price.denominator, denominator: price.numerator } : price
}

/** Returns the only exchange that fits. `undefined` if several fit, because any of these may belong to another vault. */
function only(
  exchanges: readonly (ShareExchange | undefined)[],
  fits: (exchange: ShareExchange) => boolean,
): ShareExchange | undefined {
  const [first, ...others] = exchanges.filter(one => one !== undefined && fits(one))
  return others.length === 0 ? first : undefined
}

/**
 * Computes the tokens of a pool's shares. A vault's loans earn, so a share may be worth more when the vault is read than at the
 * trade. The trade's own exchange bounds the worth of a share, up to its rounding.
 */
function reserveOf(
  { vault, supply }: Side,
  share: bigint,
  { now, exchange }: { readonly now: bigint; readonly exchange: ShareExchange | undefined },
): bigint {
  const amount = unlockedAmount(vault, now)
  const read = supply === 0n || amount <= 0n ? undefined : amountByShare({ amount, supply }, share)
  if (exchange === undefined || exchange.shares === 0n) return read ?? 0n
  const { shares, tokens } = exchange
  const [min, max] = [(share * tokens) / (shares + 1n), ceilDiv(share * (tokens + 1n), shares)]
  if (read === undefined || read < min) return min
  return read > max ? max : read
}

function createdOf(
  { pool, token_a_mint, token_b_mint }: PoolCreatedEvent,
  instructions: readonly NamedInstruction[],
): PoolCreation | undefined {
  for (const instruction of instructions) {
    const read = readLanded(instruction, 'named')
    const creator = instruction.accounts[read?.walletPlaces[0] ?? -1]
    if (read?.kind === 'create' && read.pool === pool && creator !== undefined)
      return { kind: 'pool', protocol, pool, mints: [token_a_mint, token_b_mint], creator, timestampSeconds: undefined }
  }
  return undefined
}
