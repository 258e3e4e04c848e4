import type { Address, Ratio } from '@tern/core'
import type { Lookups, NamedInstruction, ReadAccounts, Trade } from '../readEvents.ts'
import { swapBaseInLayout, swapBaseOutLayout } from './instructions.ts'
import { ammInfoLayout } from './layout.ts'
import { openModel } from './model.ts'
import { placeOf } from './place.ts'

// The program writes no events. Its log describes a swap in words: first the instruction's amounts, then the reserves, and at the
// end the amounts that moved.

/** The beginning of a line about a swap: `in` or `out` follows. */
export const logPrefix = 'Program log: swap_base_'
/** The program writes numbers in decimal. */
export const logIsText = true

const beginning = /^(in|out) (?:max_)?amount_in:(\d{1,20}), (?:minimum_)?amount_out:(\d{1,20})$/
const reserves = /^(?:in|out) total_pc:(\d{1,20}), total_coin:(\d{1,20})$/
/** The first amount goes in, and the second comes out, although the program calls both `out`. */
const end = /^(?:in|out) (coin to pc|pc to coin), out_(?:coin|pc):(\d{1,20}), out_(?:coin|pc):(\d{1,20})$/

const textOf = (event: Uint8Array): string => new TextDecoder().decode(event)

/**
 * Reads the trade that a line of the log ends.
 * Adds the price after it if `readAccounts` finds the pool and its table.
 *
 * @param instructions of the transaction, in order. The kind and the amounts identify the line's instruction. Among equal
 *   instructions, the order does.
 * @returns `undefined` for another line, or if the instruction or a vault's mint is unknown.
 * @throws the error of `readAccounts`.
 */
export async function readEvent(
  event: Uint8Array,
  instructions: readonly NamedInstruction[],
  { mintOf, readAccounts, earlier = [] }: Lookups,
): Promise<Trade | undefined> {
  const moved = end.exec(textOf(event))
  if (moved === null) return undefined
  const before = earlier.map(textOf)
  const own = before.findLast(line => beginning.test(line))
  const held = reserves.exec(before.findLast(line => reserves.test(line)) ?? '')
  if (own === undefined) return undefined
  const swap = swapsLike(own, instructions)[before.filter(line => line === own).length - 1]
  const [, pool, , , coinVault, pcVault, model] = swap?.accounts ?? []
  const trader = swap?.accounts[17]
  const [coin, pc] = [coinVault && mintOf(coinVault), pcVault && mintOf(pcVault)]
  if (!pool || !model || !trader || !coin || !pc) return undefined
  const [amountIn, amountOut] = [BigInt(moved[2] ?? 0), BigInt(moved[3] ?? 0)]
  const paid = moved[1] === 'pc to coin' ? 'pc' : 'coin'
  const [mintIn, mintOut] = paid === 'pc' ? [pc, coin] : [coin, pc]
  const trade = {
    kind: 'trade',
    protocol: 'raydium_stable',
    pool,
    mintIn,
    mintOut,
    amountIn,
    amountOut,
    trader,
  } as const
  if (held === null || readAccounts === undefined) return trade
  const [pcBefore, coinBefore] = [BigInt(held[1] ?? 0), BigInt(held[2] ?? 0)]
  const after =
    paid === 'pc'
      ? { pc: pcBefore + amountIn, coin: coinBefore - amountOut }
      : { pc: pcBefore - amountOut, coin: coinBefore + amountIn }
  const priceAfter = await readPrice([pool, model], after, paid, readAccounts)
  return priceAfter === undefined ? trade : { ...trade, priceAfter }
}

function swapsLike(line: string, instructions: readonly NamedInstruction[]): readonly NamedInstruction[] {
  const [, kind, amountIn = 0, amountOut = 0] = beginning.exec(line) ?? []
  const [a, b] = [BigInt(amountIn), BigInt(amountOut)]
  return instructions.filter(({ data }) => {
    if (data.length < swapBaseInLayout.size) return false
    if (data[0] === swapBaseInLayout.discriminator[0] && kind === 'in') {
      const { amount_in, minimum_amount_out } = swapBaseInLayout.decode(data, 'atLeast')
      return amount_in === a && minimum_amount_out === b
    }
    if (data[0] !== swapBaseOutLayout.discriminator[0] || kind !== 'out') return false
    const { max_amount_in, amount_out } = swapBaseOutLayout.decode(data, 'atLeast')
    return max_amount_in === a && amount_out === b
  })
}

/** Computes the price from the pool's reserves and its table. Neither its decimals nor its table change. */
async function readPrice(
  [pool, model]: readonly [Address, Address],
  held: { readonly pc: bigint; readonly coin: bigint },
  paid: 'pc' | 'coin',
  readAccounts: ReadAccounts,
): Promise<Ratio | undefined> {
  const read = await readAccounts([pool, model])
  const [account, table] = [read.get(pool), read.get(model)]
  if (!account || !table) return undefined
  const amm = ammInfoLayout.view(account.data, 'atLeast')
  if (amm.model_data !== model) return undefined
  return placeOf(amm, openModel(table.data), held)?.currentPrice(paid)
}
