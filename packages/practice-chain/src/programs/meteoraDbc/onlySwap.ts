import { type Address, addressBytes, instructionsSysvar } from '@tern/core'
import { program, swap2Layout, swapLayout } from '@tern/venues/meteoraDbc'
import { type NamedAccount, panic } from '../anchor.ts'
import { refuse } from './errors.ts'

/** One instruction of the transaction, as the sysvar shows it. */
interface Shown {
  readonly program: Uint8Array
  readonly accounts: readonly Uint8Array[]
  readonly data: Uint8Array
}

/**
 * `validate_single_swap_instruction` (instructions/swap/ix_swap.rs): no instruction before the one that runs may name the pool,
 * but one to the program that is no swap. Of calls from other programs only those instructions are looked at, not their siblings.
 */
export function checkOnlySwap(pool: Address, sysvar: NamedAccount | undefined): void {
  const shown = sysvar ?? refuse('FailToValidateSingleSwapInstruction')
  if (shown.address !== instructionsSysvar) panic('Unsupported sysvar')
  const { current, instructions } = shownIn(shown.data)
  const poolBytes = addressBytes(pool)
  const own = addressBytes(program)
  for (const one of instructions.slice(0, current)) {
    const named = isEqual(one.program, own) ? (isSwap(one.data) ? one.accounts.slice(2, 3) : []) : one.accounts
    if (named.some(account => isEqual(account, poolBytes))) refuse('FailToValidateSingleSwapInstruction')
  }
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0
const isSwap = (data: Uint8Array): boolean =>
  [swapLayout, swap2Layout].some(({ discriminator }) => discriminator.every((byte, i) => data[i] === byte))

/** The sysvar: a count, where each instruction begins, the instructions, and which of them runs. */
function shownIn(data: Uint8Array): { readonly current: number; readonly instructions: readonly Shown[] } {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const count = view.getUint16(0, true)
  const instructions = Array.from({ length: count }, (_, i) => {
    const start = view.getUint16(2 + 2 * i, true)
    const accounts = view.getUint16(start, true)
    const programAt = start + 2 + 33 * accounts
    const length = view.getUint16(programAt + 32, true)
    return {
      accounts: Array.from({ length: accounts }, (_, n) => data.subarray(start + 3 + 33 * n, start + 35 + 33 * n)),
      program: data.subarray(programAt, programAt + 32),
      data: data.subarray(programAt + 34, programAt + 34 + length),
    }
  })
  return { current: view.getUint16(data.length - 2, true), instructions }
}
