import type { Address, Ratio } from '@tern/core'
import { address, type Decoded, maxU64, struct, u8, u64 } from '@tern/core/internal'
import { readLanded } from '../effects/readLanded.ts'
import { program as vaultProgram } from '../meteoraVault/addresses.ts'
import { readWithdrawal } from '../meteoraVault/events.ts'
import type { Lookups, NamedInstruction, PoolCreation, VenueEvent } from '../readEvents.ts'
import { program } from './addresses.ts'
import { curvesAt, priceAfterSwap } from './curve.ts'
import { swapLayout } from './instructions.ts'
import { type PoolFacts, readFacts } from './poolAccounts.ts'

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
  { mintOf, readAccounts, eventsOf }: Lookups,
): Promise<VenueEvent | undefined> {
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
  const priceAfter = facts && priceOf(facts, { ...swap, in_amount: amountIn }, mintIn)
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
    const tokens = readWithdrawal(event)?.token_amount ?? 0n
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
 * Finds the swap that the event reports, by its amounts. Of several, it is the swap whose input is nearest to the event's,
 * because the roundings of the curve are small. `undefined` if swaps of two directions or pools are as near.
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

/** Computes the price after a swap from the pool as it is read, because the event contains no reserves. */
function priceOf(
  facts: PoolFacts,
  { in_amount, out_amount, trade_fee, protocol_fee }: SwapEvent,
  mintIn: Address,
): Ratio | undefined {
  const { last_report: reportA } = facts.a.vault
  const { last_report: reportB } = facts.b.vault
  const curves = curvesAt(facts, reportA > reportB ? reportA : reportB)
  const curve = mintIn === facts.a.mint.address ? curves?.aToB : curves?.bToA
  const source = in_amount - trade_fee - protocol_fee
  return curve && priceAfterSwap(curve, { source, fee: trade_fee, out: out_amount })
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
