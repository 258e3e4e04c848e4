import { type Address, type Ratio, tokenProgram, wrappedNativeMint } from '@tern/core'
import { address, type Decoded, struct, u64 } from '@tern/core/internal'
import { readLanded } from '../effects/readLanded.ts'
import { reservesPrice } from '../price.ts'
import type { Launch, Lookups, Migration, NamedInstruction, Trade, VenueEvent } from '../readEvents.ts'
import { squareRoot } from '../squareRoot.ts'
import { bondingCurveAddress, bondingCurveVaultAddress } from './addresses.ts'
import { createTokenFallbackLayout, createTokenLayout } from './launchInstructions.ts'
import { bondingCurveLayout } from './layout.ts'
import { initialSupply } from './quote.ts'

/** `TokenBoughtEvent`. `amount_in` excludes the fee. */
export const tokenBoughtEventLayout = struct(
  'TokenBoughtEvent',
  128,
  { mint: address, amount_in: u64, amount_out: u64, swap_fee: u64, buyer: address, recipient: address },
  { discriminator: [0x47, 0x59, 0xde, 0x7c, 0xd7, 0xc0, 0xe6, 0x8a] },
)

/** `TokenSoldEvent`. `amount_out` excludes the fee. */
export const tokenSoldEventLayout = struct(
  'TokenSoldEvent',
  128,
  { mint: address, amount_in: u64, amount_out: u64, swap_fee: u64, seller: address, recipient: address },
  { discriminator: [0xcc, 0xef, 0xb6, 0x4d, 0xf1, 0x33, 0x4d, 0x42] },
)

/** `TokenGraduatedEvent`: the operator took a complete curve's lamports and tokens out of it. */
export const tokenGraduatedEventLayout = struct(
  'TokenGraduatedEvent',
  64,
  { mint: address, sol_for_liquidity: u64, graduation_fee: u64, token_for_distributor: u64 },
  { discriminator: [0x49, 0x74, 0x6f, 0x1a, 0x5c, 0xd9, 0x92, 0x8d] },
)

const deployed = { mint: address, creator: address }

/** `BondingCurveDeployedEvent`. */
export const bondingCurveDeployedEventLayout = struct('BondingCurveDeployedEvent', 72, deployed, {
  discriminator: [0xe1, 0x50, 0xb2, 0x22, 0xd9, 0x27, 0xb8, 0x94],
})

/** `BondingCurveDeployedFallbackEvent`: the mint's address does not depend on the payer. */
export const bondingCurveDeployedFallbackEventLayout = struct('BondingCurveDeployedFallbackEvent', 72, deployed, {
  discriminator: [0x6a, 0xfc, 0xf3, 0x73, 0xc7, 0x9f, 0xf7, 0x1f],
})

/** A buy, as the program's event reports it. */
export type TokenBoughtEvent = Decoded<typeof tokenBoughtEventLayout>
/** A sale, as the program's event reports it. */
export type TokenSoldEvent = Decoded<typeof tokenSoldEventLayout>

const protocol = 'boop'
/** The instructions that create a mint. */
const creating = [createTokenLayout, createTokenFallbackLayout]
/** Lamports of the smallest trade whose amounts show the price to a part in 10,000. A smaller trade has no price. */
const minPricedSol = 10_000n

function begins(data: Uint8Array, { discriminator }: { readonly discriminator: Uint8Array }): boolean {
  return discriminator.every((byte, i) => data[i] === byte)
}

/**
 * Reads an event of the program. Adds the price after a trade if `readAccounts` finds the curve, because the event leaves
 * out the reserves.
 *
 * @returns `undefined` for an event of another type.
 * @throws TernError `layout/*` if the event is truncated.
 * @throws the error of `readAccounts`.
 */
export async function readEvent(
  event: Uint8Array,
  instructions: readonly NamedInstruction[],
  lookups: Pick<Lookups, 'readAccounts' | 'balanceOf'>,
): Promise<VenueEvent | undefined> {
  if (begins(event, tokenBoughtEventLayout)) {
    const { mint, amount_in, amount_out, swap_fee, buyer } = tokenBoughtEventLayout.decode(event, 'atLeast')
    const pool = await bondingCurveAddress(mint)
    const price = await priceAfter('buy', { mint, pool, net: amount_in, tokens: amount_out }, lookups)
    const amounts = { amountIn: amount_in + swap_fee, amountOut: amount_out, trader: buyer }
    return tradeOf({ pool, mintIn: wrappedNativeMint, mintOut: mint, ...amounts }, price)
  }
  if (begins(event, tokenSoldEventLayout)) {
    const { mint, amount_in, amount_out, swap_fee, seller } = tokenSoldEventLayout.decode(event, 'atLeast')
    const pool = await bondingCurveAddress(mint)
    const price = await priceAfter('sell', { mint, pool, net: amount_out + swap_fee, tokens: amount_in }, lookups)
    const amounts = { amountIn: amount_in, amountOut: amount_out, trader: seller }
    return tradeOf({ pool, mintIn: mint, mintOut: wrappedNativeMint, ...amounts }, price)
  }
  if (begins(event, tokenGraduatedEventLayout)) {
    const { mint } = tokenGraduatedEventLayout.decode(event, 'atLeast')
    return { kind: 'completion', protocol, pool: await bondingCurveAddress(mint), mint }
  }
  for (const layout of [bondingCurveDeployedEventLayout, bondingCurveDeployedFallbackEventLayout])
    if (begins(event, layout)) return launchOf(layout.decode(event, 'atLeast'), instructions)
  return undefined
}

function tradeOf(trade: Omit<Trade, 'kind' | 'protocol' | 'priceAfter'>, price: Ratio | undefined): Trade {
  return { kind: 'trade', protocol, ...trade, ...(price && { priceAfter: price }) }
}

interface CurveMove {
  readonly mint: Address
  readonly pool: Address
  /** Lamports that the curve took or paid, without the fee. */
  readonly net: bigint
  readonly tokens: bigint
}

/**
 * Computes the price after a trade. The curve's lamports are always the product divided by its tokens, rounded down. So
 * the tokens in the curve's account after the transaction show the price, if this trade left them there.
 *
 * If the curve traded again in the transaction, or a stranger sent tokens to the account, the trade's amounts show the
 * price, off by about a lamport in `net`. Before a buy, the curve has `x` lamports and `k / x` tokens, so `net`
 * lamports buy `k · net / (x · (x + net))` tokens. A sale is a buy in reverse.
 */
async function priceAfter(
  side: 'buy' | 'sell',
  { mint, pool, net, tokens }: CurveMove,
  { readAccounts, balanceOf }: Pick<Lookups, 'readAccounts' | 'balanceOf'>,
): Promise<Ratio | undefined> {
  const account = (await readAccounts?.([pool]))?.get(pool)
  if (!account || tokens === 0n || net < minPricedSol) return undefined
  const { virtual_sol_reserves } = bondingCurveLayout.view(account.data, 'atLeast')
  const product = initialSupply * virtual_sol_reserves
  const held = balanceOf?.(await bondingCurveVaultAddress(mint)) ?? 0n
  const [solBefore, sol] = [
    quotientBy(product, side === 'buy' ? held + tokens : held - tokens),
    quotientBy(product, held),
  ]
  if (sol > 0n && sol - solBefore === (side === 'buy' ? net : -net)) return priceOf(side, sol, held)
  const less = (squareRoot(net * net + (4n * product * net) / tokens) - net) / 2n
  const computed = side === 'buy' ? less + net : less
  return computed === 0n ? undefined : priceOf(side, computed, product / computed)
}

const quotientBy = (product: bigint, tokens: bigint) => (tokens > 0n ? product / tokens : 0n)

const priceOf = (side: 'buy' | 'sell', sol: bigint, tokens: bigint) =>
  side === 'buy' ? reservesPrice(sol, tokens) : reservesPrice(tokens, sol)

/** Reads a launch. Its event does not have the text, but the instruction that created the mint does. */
async function launchOf(
  { mint, creator }: { readonly mint: Address; readonly creator: Address },
  instructions: readonly NamedInstruction[],
): Promise<Launch> {
  const [created] = instructions.flatMap(one => {
    const read = readLanded(one, 'named')
    const layout = creating.find(({ name }) => name === read?.instruction)
    return layout !== undefined && read?.mints?.[0] === mint ? [layout.decode(one.data)] : []
  })
  const { name, symbol, uri } = created ?? { name: '', symbol: '', uri: '' }
  return {
    kind: 'launch',
    protocol,
    pool: await bondingCurveAddress(mint),
    mint,
    tokenProgram,
    creator,
    ...{ name, symbol, uri },
    timestampSeconds: undefined,
  }
}

/** Reads a migration from its instruction, because the program's events do not cover every kind of migration. */
export function readInstructionEvent(instruction: NamedInstruction): Migration | undefined {
  const read = readLanded(instruction, 'named')
  const [mint] = read?.mints ?? []
  if (read?.kind !== 'migrate' || !read.pool || !read.to || !mint) return undefined
  return { kind: 'migration', protocol, pool: read.pool, mint, to: read.to }
}
