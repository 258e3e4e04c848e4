import type { Address, Struct } from '@tern/core'
import { mintPaid } from '../mintPaid.ts'
import type { SwapInstruction } from '../readInstruction.ts'
import { protocolOf } from './addresses.ts'
import { hookedSwapDiscriminator } from './hookedInstructions.ts'
import { swap2Layout, swapLayout, swapModes } from './swapInstructions.ts'

const accountCount = 15
/** A swap of a token whose transfers call a program says behind the arguments of any how many slices of accounts there are. */
const slicesAt = swap2Layout.size + 4

type Amounts = Pick<SwapInstruction, 'mode' | 'mostIn' | 'leastOut'>

function is<F>(layout: Struct<F>, data: Uint8Array): boolean {
  return data.length === layout.size && layout.discriminator.every((byte, i) => data[i] === byte)
}

/**
 * What an instruction to the program asks for; `undefined` for one that is no trade, is malformed, or is paid from and into
 * accounts that do not tell which of the two mints comes in.
 */
export function readInstruction(accounts: readonly Address[], data: Uint8Array): SwapInstruction | undefined {
  if (accounts.length < accountCount) return undefined
  const isHooked = hookedSwapDiscriminator.every((byte, i) => data[i] === byte)
  const amounts = isHooked ? readHooked(accounts, data) : readAmounts(data)
  const named = amounts && swapAccounts(accounts)
  return named && { protocol: protocolOf(accounts[1] as Address), kind: 'swap', ...amounts, accounts: named }
}

/** Of a token whose transfers call a program: behind the accounts of any swap stand those that the program is given. */
function readHooked(
  accounts: readonly Address[],
  data: Uint8Array,
): (Amounts & Pick<SwapInstruction, 'handedOn'>) | undefined {
  const plain = Uint8Array.of(...swap2Layout.discriminator, ...data.subarray(swap2Layout.discriminator.length))
  const [count, ...more] = plain.subarray(swap2Layout.size, slicesAt)
  if (count === undefined || more.some(byte => byte !== 0) || plain.length !== slicesAt + 2 * count) return undefined
  const handedOn = accounts.slice(accountCount)
  // Before them may stand the sysvar that shows the transaction. A slice is of a kind and so many.
  let others = handedOn.length
  for (let at = slicesAt + 1; at < plain.length; at += 2) others -= plain[at] ?? 0
  const amounts = readAmounts(plain.subarray(0, swap2Layout.size))
  return amounts && (others === 0 || others === 1) ? { ...amounts, handedOn } : undefined
}

function readAmounts(data: Uint8Array): Amounts | undefined {
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
