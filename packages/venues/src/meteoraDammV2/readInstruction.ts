import type { Address } from '@tern/core'
import { mintPaid } from '../mintPaid.ts'
import type { SwapInstruction } from '../readInstruction.ts'
import { swap2Layout, swapLayout, swapModes } from './instructions.ts'

/** `SWAP_IX_ACCOUNTS` (instructions/swap/ix_p_swap.rs); the one behind them shows the transaction's instructions. */
const accountCount = 14

/**
 * What an instruction to the program asks for; `undefined` for one that is no swap, is malformed, or goes the one way or the other:
 * see `mintPaid`. One that creates a pool says no amounts: what leaves follows from a price range that its config has, and from
 * the mints' transfer fees.
 */
export function readInstruction(accounts: readonly Address[], data: Uint8Array): SwapInstruction | undefined {
  const amounts = amountsOf(data)
  if (amounts === undefined || accounts.length < accountCount) return undefined
  const at = (index: number) => accounts[index] as Address
  const [owner, tokenAccountIn, tokenAccountOut] = [at(8), at(2), at(3)]
  const tokens = [
    { mint: at(6), program: at(9) },
    { mint: at(7), program: at(10) },
  ] as const
  const paid = mintPaid({ owner, tokenAccountIn, tokenAccountOut }, tokens)
  if (paid === undefined) return undefined
  const [mintIn, mintOut] = [tokens[paid].mint, tokens[paid === 0 ? 1 : 0].mint]
  return {
    protocol: 'meteora_damm_v2',
    kind: 'swap',
    ...amounts,
    accounts: { owner, pool: at(1), tokenAccountIn, tokenAccountOut, mintIn, mintOut },
  }
}

/** A partial fill takes at most what it is given, as an exact input does. */
function amountsOf(data: Uint8Array): Pick<SwapInstruction, 'mode' | 'mostIn' | 'leastOut'> | undefined {
  if (begins(swapLayout, data)) {
    const { amount_in, minimum_amount_out } = swapLayout.decode(data)
    return { mode: 'exactIn', mostIn: amount_in, leastOut: minimum_amount_out }
  }
  if (!begins(swap2Layout, data)) return undefined
  const { amount_0, amount_1, swap_mode } = swap2Layout.decode(data)
  if (swap_mode === swapModes.exactOut) return { mode: 'exactOut', mostIn: amount_1, leastOut: amount_0 }
  return swap_mode > swapModes.exactOut ? undefined : { mode: 'exactIn', mostIn: amount_0, leastOut: amount_1 }
}

function begins({ size, discriminator }: typeof swapLayout | typeof swap2Layout, data: Uint8Array): boolean {
  return data.length === size && discriminator.every((byte, i) => data[i] === byte)
}
