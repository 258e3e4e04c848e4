import type { Address, Struct } from '@tern/core'
import { mintPaid } from '../mintPaid.ts'
import type { SwapInstruction } from '../readInstruction.ts'
import { protocolOf } from './addresses.ts'
import { swap2Layout, swapLayout, swapModes } from './swapInstructions.ts'

const accountCount = 15

function is<F>(layout: Struct<F>, data: Uint8Array): boolean {
  return data.length === layout.size && layout.discriminator.every((byte, i) => data[i] === byte)
}

/**
 * What an instruction to the program asks for; `undefined` for one that is no trade, is malformed, or is paid from and into
 * accounts that do not tell which of the two mints comes in.
 */
export function readInstruction(accounts: readonly Address[], data: Uint8Array): SwapInstruction | undefined {
  if (accounts.length < accountCount) return undefined
  const amounts = readAmounts(data)
  const named = amounts && swapAccounts(accounts)
  return named && { protocol: protocolOf(accounts[1] as Address), kind: 'swap', ...amounts, accounts: named }
}

function readAmounts(data: Uint8Array): Pick<SwapInstruction, 'mode' | 'mostIn' | 'leastOut'> | undefined {
  if (is(swapLayout, data)) {
    const { amount_in, minimum_amount_out } = swapLayout.decode(data)
    return { mode: 'exactIn', mostIn: amount_in, leastOut: minimum_amount_out }
  }
  if (!is(swap2Layout, data)) return undefined
  const { amount_0: fixed, amount_1: limit, swap_mode: mode } = swap2Layout.decode(data)
  if (mode === swapModes.exactOut) return { mode: 'exactOut', mostIn: limit, leastOut: fixed }
  return mode > swapModes.exactOut ? undefined : { mode: 'exactIn', mostIn: fixed, leastOut: limit }
}

/** Whom and what a swap names, whichever way it goes. */
function swapAccounts(accounts: readonly Address[]): SwapInstruction['accounts'] | undefined {
  const at = (index: number) => accounts[index] as Address
  const trade = { owner: at(9), pool: at(2), tokenAccountIn: at(3), tokenAccountOut: at(4) }
  const paid = mintPaid(trade, [
    { mint: at(7), program: at(10) },
    { mint: at(8), program: at(11) },
  ])
  if (paid === undefined) return undefined
  const [mintIn, mintOut] = paid === 0 ? [at(7), at(8)] : [at(8), at(7)]
  return { ...trade, mintIn, mintOut }
}
