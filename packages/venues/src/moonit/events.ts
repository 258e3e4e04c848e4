import { type Address, isTernError, type Ratio, tokenProgram, wrappedNativeMint } from '@tern/core'
import { address, type Decoded, struct, u8, u64 } from '@tern/core/internal'
import type { Record } from '../borsh.ts'
import { readLanded } from '../effects/readLanded.ts'
import type { Completion, Launch, Lookups, NamedInstruction, ReadAccounts, Trade } from '../readEvents.ts'
import { tokenMintLayout } from './launchInstructions.ts'
import { curveTypeOf, decodeCurve } from './layout.ts'
import { prepareCurve } from './quote.ts'

/**
 * `TradeEvent`. `collateral_amount` is the curve's: a buyer pays the fees on top, and a seller receives it minus the fees.
 * A label follows.
 */
export const tradeEventLayout = struct(
  'TradeEvent',
  145,
  {
    amount: u64,
    collateral_amount: u64,
    dex_fee: u64,
    helio_fee: u64,
    /** Tokens that the curve has sold, after the trade. */
    allocation: u64,
    curve: address,
    cost_token: address,
    sender: address,
    /** 0: buy. 1: sell. */
    type: u8,
  },
  { discriminator: [0xbd, 0xdb, 0x7f, 0xd3, 0x4e, 0xe6, 0x61, 0xee] },
)

/** A trade, as the program's event reports it. */
export type TradeEvent = Decoded<typeof tradeEventLayout>

const protocol = 'moonit'

/**
 * Reads a trade. Its event does not name the mint, but the instruction that wrote the event does. Adds the price after the trade
 * if `readAccounts` finds the curve.
 *
 * @returns `undefined` for another event, or if no such instruction is given.
 * @throws TernError `layout/*` if the event is truncated.
 * @throws the error of `readAccounts`.
 */
export async function readEvent(
  event: Uint8Array,
  instructions: readonly NamedInstruction[],
  { readAccounts }: Pick<Lookups, 'readAccounts'>,
): Promise<Trade | undefined> {
  if (tradeEventLayout.discriminator.some((byte, i) => event[i] !== byte)) return undefined
  const trade = tradeEventLayout.decode(event, 'atLeast')
  const reads = instructions.map(one => readLanded(one, 'named'))
  const [mint] = reads.find(read => read?.kind === 'swap' && read.pool === trade.curve)?.mints ?? []
  if (mint === undefined) return undefined
  const { amount, collateral_amount, dex_fee, helio_fee, curve, sender, allocation } = trade
  const fees = dex_fee + helio_fee
  const side = trade.type === 0 ? 'buy' : 'sell'
  const moved =
    side === 'buy'
      ? { mintIn: wrappedNativeMint, mintOut: mint, amountIn: collateral_amount + fees, amountOut: amount }
      : { mintIn: mint, mintOut: wrappedNativeMint, amountIn: amount, amountOut: collateral_amount - fees }
  const price = readAccounts && (await priceAfter(side, curve, allocation, readAccounts))
  return { kind: 'trade', protocol, pool: curve, ...moved, trader: sender, ...(price && { priceAfter: price }) }
}

/** Computes the price after a trade. A trade changes only the number of tokens sold. */
async function priceAfter(
  side: 'buy' | 'sell',
  pool: Address,
  sold: bigint,
  readAccounts: ReadAccounts,
): Promise<Ratio | undefined> {
  const account = (await readAccounts([pool])).get(pool)
  if (!account) return undefined
  const state = decodeCurve(account.data)
  const curve = prepareCurve(curveTypeOf(state), { ...state, curve_amount: state.total_supply - sold }, 0n)
  if (curve === undefined) return undefined
  const { numerator, denominator } = curve.price
  return side === 'buy' ? { numerator: denominator, denominator: numerator } : curve.price
}

/**
 * Reads a launch, or the end of a curve, from its instruction, because no event names the mint.
 * The end does not name the pool that follows: the migration authority takes the liquidity, and makes the pool later.
 */
export function readInstructionEvent(instruction: NamedInstruction): Launch | Completion | undefined {
  const read = readLanded(instruction, 'named')
  const [mint] = read?.mints ?? []
  if (!read?.pool || !mint) return undefined
  if (read.kind === 'migrate') return { kind: 'completion', protocol, pool: read.pool, mint }
  const creator = instruction.accounts[read.walletPlaces[0] ?? -1]
  const created = read.kind === 'launch' ? tryDecode(instruction.data) : undefined
  if (created === undefined || creator === undefined) return undefined
  const { name, symbol, uri } = created
  return {
    ...{ kind: 'launch', protocol, pool: read.pool, mint, tokenProgram, creator, name, symbol, uri },
    timestampSeconds: undefined,
  }
}

/** The instruction of a failed transaction may be truncated. */
function tryDecode(data: Uint8Array): Record<typeof tokenMintLayout> | undefined {
  try {
    return tokenMintLayout.decode(data)
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}
