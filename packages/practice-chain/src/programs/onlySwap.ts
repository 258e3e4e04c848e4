import type { Address } from '@tern/core'
import { addressBytes, instructionsSysvar, type Struct } from '@tern/core/internal'
import { type NamedAccount, panic } from './anchor.ts'

/** How to recognize a swap in a pool of a Meteora program. */
export interface SwapsOf {
  readonly program: Address
  readonly layouts: readonly Pick<Struct<object>, 'discriminator'>[]
  /** The position of the pool among a swap's accounts. */
  readonly poolAt: number
}

/** An instruction of the transaction, as the sysvar shows it. */
interface Shown {
  readonly program: Uint8Array
  readonly accounts: readonly Uint8Array[]
  readonly data: Uint8Array
}

/**
 * `validate_single_swap_instruction` of Meteora's programs.
 * No instruction before the current instruction may name the pool, except for the program's own instructions that are
 * not swaps.
 * Calls from other programs are not checked, only the transaction's own instructions.
 */
export function isOnlySwap(pool: Address, sysvar: NamedAccount, { program, layouts, poolAt }: SwapsOf): boolean {
  if (sysvar.address !== instructionsSysvar) panic('Unsupported sysvar')
  const { current, instructions } = shownIn(sysvar.data)
  const [poolBytes, own] = [addressBytes(pool), addressBytes(program)]
  const isSwap = (data: Uint8Array) =>
    layouts.some(({ discriminator }) => discriminator.every((byte, i) => data[i] === byte))
  const poolsOf = (one: Shown) => {
    if (!isEqual(one.program, own)) return one.accounts
    return isSwap(one.data) ? one.accounts.slice(poolAt, poolAt + 1) : []
  }
  return !instructions.slice(0, current).some(one => poolsOf(one).some(account => isEqual(account, poolBytes)))
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

/**
 * Parses the sysvar: a count, each instruction's offset, the instructions, and the index of the current instruction.
 */
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
