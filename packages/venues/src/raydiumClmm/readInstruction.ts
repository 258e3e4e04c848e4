import type { Address } from '@tern/core'
import type { ReadInstruction } from '../readInstruction.ts'
import { swapV2Layout } from './instructions.ts'

/** What an instruction to the program asks for; `undefined` for one that this package does not build, or is malformed. */
export function readInstruction(accounts: readonly Address[], data: Uint8Array): ReadInstruction | undefined {
  const isSwap = data.length === swapV2Layout.size && swapV2Layout.discriminator.every((byte, i) => data[i] === byte)
  if (!isSwap || accounts.length < 13) return undefined
  const { amount, other_amount_threshold, sqrt_price_limit_x64, is_base_input } = swapV2Layout.decode(data)
  const at = (index: number) => accounts[index] as Address
  const isExactIn = is_base_input
  return {
    protocol: 'raydium_clmm',
    kind: 'swap',
    mode: isExactIn ? 'exactIn' : 'exactOut',
    mostIn: isExactIn ? amount : other_amount_threshold,
    // With a price limit of its own a swap may stop before it has brought what was asked for.
    leastOut: isExactIn ? other_amount_threshold : sqrt_price_limit_x64 === 0n ? amount : 0n,
    accounts: {
      owner: at(0),
      pool: at(2),
      tokenAccountIn: at(3),
      tokenAccountOut: at(4),
      mintIn: at(11),
      mintOut: at(12),
    },
  }
}
