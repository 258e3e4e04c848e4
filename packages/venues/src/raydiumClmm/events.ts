import type { Address } from '@tern/core'
import { address, bool, i32, u16, u64, u128 } from '@tern/core/internal'
import { borsh, type Record } from '../borsh.ts'
import { readLanded } from '../effects/readLanded.ts'
import { squareRootPrice } from '../price.ts'
import type { Lookups, MintOf, NamedInstruction, VenueEvent } from '../readEvents.ts'
import { routerLayout } from './readRoute.ts'

const protocol = 'raydium_clmm'

/**
 * `SwapEvent` (states/pool.rs). Amounts are the pool's side; the transfer fees are separate fields.
 * Before 2026, `tick` was the last field.
 */
export const swapEventLayout = borsh(
  'SwapEvent',
  {
    pool_state: address,
    sender: address,
    token_account_0: address,
    token_account_1: address,
    amount_0: u64,
    transfer_fee_0: u64,
    amount_1: u64,
    transfer_fee_1: u64,
    zero_for_one: bool,
    sqrt_price_x64: u128,
    liquidity: u128,
    tick: i32,
    trade_fee_0: u64,
    trade_fee_1: u64,
  },
  { discriminator: [0x40, 0xc6, 0xcd, 0xe8, 0x26, 0x08, 0x71, 0xe2], required: 12 },
)

/** `PoolCreatedEvent` (states/pool.rs). */
export const poolCreatedEventLayout = borsh(
  'PoolCreatedEvent',
  {
    token_mint_0: address,
    token_mint_1: address,
    tick_spacing: u16,
    pool_state: address,
    sqrt_price_x64: u128,
    tick: i32,
    token_vault_0: address,
    token_vault_1: address,
  },
  { discriminator: [0x19, 0x5e, 0x4b, 0x2f, 0x70, 0x63, 0x35, 0x3f] },
)

/** A swap, as the program's event reports it. */
export type SwapEvent = Record<typeof swapEventLayout>

/**
 * Reads an event of the program.
 * Amounts are the trader's: `amountIn` includes the input's transfer fee, and `amountOut` excludes the output's.
 *
 * @param instructions of the transaction. They name a trade's mints and a pool's creator, but the events do not.
 * @returns `undefined` for an event of another type, or if no instruction has these facts.
 * @throws TernError `layout/*` if the event is truncated within its required fields or within a field.
 */
export function readEvent(
  event: Uint8Array,
  instructions: readonly NamedInstruction[],
  { mintOf }: Pick<Lookups, 'mintOf'>,
): VenueEvent | undefined {
  if (poolCreatedEventLayout.begins(event)) return createdOf(poolCreatedEventLayout.decode(event), instructions)
  if (!swapEventLayout.begins(event)) return undefined
  const swap = swapEventLayout.decode(event)
  const mints = mintsIn(swap, instructions, mintOf)
  if (mints === undefined) return undefined
  const side0 = { amount: swap.amount_0, fee: swap.transfer_fee_0 }
  const side1 = { amount: swap.amount_1, fee: swap.transfer_fee_1 }
  const [sideIn, sideOut] = swap.zero_for_one ? [side0, side1] : [side1, side0]
  return {
    kind: 'trade',
    protocol,
    pool: swap.pool_state,
    ...mints,
    amountIn: sideIn.amount + sideIn.fee,
    // The program has already subtracted the transfer fee (`amount_1_without_fee`, instructions/swap_v2.rs).
    amountOut: sideOut.amount,
    trader: swap.sender,
    // The square root that the swap leaves in the pool (`swap_result.sqrt_price_x64`, instructions/swap.rs and
    // swap_v2.rs).
    priceAfter: squareRootPrice(swap.sqrt_price_x64, swap.zero_for_one ? 'first' : 'second'),
  }
}

function createdOf(
  { pool_state: pool, token_mint_0, token_mint_1 }: Record<typeof poolCreatedEventLayout>,
  instructions: readonly NamedInstruction[],
): VenueEvent | undefined {
  const mints = [token_mint_0, token_mint_1] as const
  for (const instruction of instructions) {
    const read = readLanded(instruction, 'named')
    const creator = read?.creator ?? instruction.accounts[read?.walletPlaces[0] ?? -1]
    if (read?.kind === 'create' && read.pool === pool && creator !== undefined)
      return { kind: 'pool', protocol, pool, mints, creator, timestampSeconds: undefined }
  }
  return undefined
}

/** Finds the mints of a swap in the instruction that requested it. */
function mintsIn(
  { pool_state, zero_for_one, token_account_0, token_account_1 }: SwapEvent,
  instructions: readonly NamedInstruction[],
  mintOf: MintOf,
): { readonly mintIn: Address; readonly mintOut: Address } | undefined {
  const [from, to] = zero_for_one ? [token_account_0, token_account_1] : [token_account_1, token_account_0]
  for (const instruction of instructions) {
    const [mintIn, mintOut] = mintsNamed(instruction, { pool: pool_state, from, to }, mintOf)
    if (mintIn !== undefined && mintOut !== undefined) return { mintIn, mintOut }
  }
  return undefined
}

/** The accounts of a swap, from its event. */
interface Swapped {
  readonly pool: Address
  readonly from: Address
  readonly to: Address
}

/** Returns the mints of the input and the output, as far as an instruction requested this swap and names them. */
function mintsNamed(
  instruction: NamedInstruction,
  { pool, from, to }: Swapped,
  mintOf: MintOf,
): readonly (Address | undefined)[] {
  const { accounts } = instruction
  const read = readLanded(instruction, 'named', mintOf)
  if (read?.instruction === routerLayout.name) {
    // After each pool follow its output's account, its two vaults and the output's mint.
    const given = accounts.findIndex((account, i) => account === to && accounts[i - 1] === pool)
    if (given < 0) return []
    const paid = accounts.indexOf(from, 2)
    return [accounts[1] === from ? accounts[2] : paid < 0 ? undefined : accounts[paid + 3], accounts[given + 3]]
  }
  const [take, bring] = [read?.takes[0], read?.brings[0]]
  if (read?.pool !== pool || take?.account !== from || bring?.account !== to) return []
  return [take.mint, bring.mint].map(mint => (mint === 'byTerms' ? undefined : mint))
}
