import { type Address, encodeBase58, rentExemption, tokenProgram, wrappedNativeMint } from '@tern/core'
import { maxTokenAccountSize, tokenAccountLayout } from '@tern/core/internal'
import type { NamedInstruction } from './instructionEffects.ts'
import { constantOf, placeIn, viewOf } from './rows.ts'

/** Returns the mint of a token account, if it is known. */
export type MintOf = (tokenAccount: Address) => Address | undefined

/** Creates the functions that read an instruction's values, from the texts of a row. */
export function rowValues({ program, accounts, data }: NamedInstruction, mintOf: MintOf) {
  const view = viewOf(data)
  /** The addresses of the accounts that the row names. */
  const allNamed: Address[] = []
  let isWhole = true
  let either: readonly Address[] = []

  function missing(): Address {
    isWhole = false
    return '' as Address
  }
  const at = (text: string): Address => accounts[placeIn(text, accounts.length)] ?? missing()

  function inData(text: string): Address {
    const offset = placeIn(text, data.length)
    const isThere = offset >= 0 && offset + 32 <= data.length
    return isThere ? (encodeBase58(data.subarray(offset, offset + 32)) as Address) : missing()
  }

  /** Reads an address of the data, a constant or the address of an account. */
  function address(text: string): Address {
    if (text[0] === '$') return inData(text.slice(1))
    const [E, F] = either
    return constantOf(text, program) ?? { E, F }[text] ?? at(text)
  }

  /** Reads an address, and adds an account to the named accounts. */
  function named(text: string): Address {
    const one = address(text)
    if (/^[~\d]/.test(text)) allNamed.push(one)
    return one
  }

  /** Reads an argument. `u`: 8 bytes, `l`: 4, `b`: 1. With a `?` at the end, it may be missing and is 0. */
  function argument(kind: string, text: string): bigint {
    const isOptional = text.endsWith('?')
    const offset = placeIn(isOptional ? text.slice(0, -1) : text, data.length)
    const size = { u: 8, l: 4, b: 1 }[kind] ?? 0
    if (offset < 0 || offset + size > data.length) {
      isWhole &&= isOptional
      return 0n
    }
    return size === 8
      ? view.getBigUint64(offset, true)
      : BigInt(size === 4 ? view.getUint32(offset, true) : view.getUint8(offset))
  }

  /** Reads a constant, the largest amount, a rent or an argument. */
  function number(text: string): bigint {
    const [kind = '', rest] = [text[0], text.slice(1)]
    switch (kind) {
      case '#':
        return BigInt(rest)
      case 'M':
        return 2n ** 64n - 1n
      case 'r': {
        const [mint = '', tokens = ''] = rest.split('/')
        const isBase = (mint !== '' && at(mint) === wrappedNativeMint) || at(tokens) === tokenProgram
        return rentExemption(isBase ? tokenAccountLayout.size : maxTokenAccountSize)
      }
      default:
        return argument(kind, rest)
    }
  }

  /** Computes a difference of sums of products. Amounts of the runtime have 64 bits. */
  function amount(text: string): bigint {
    const sums = text.split('-').map(sum =>
      sum
        .split('+')
        .map(product =>
          product
            .split('*')
            .map(number)
            .reduce((all, one) => all * one),
        )
        .reduce((all, one) => all + one),
    )
    const value = sums.reduce((all, one) => all - one)
    if (BigInt.asUintN(64, value) !== value) isWhole = false
    return value
  }

  /** Returns the mint of a token account, or of the second account if the first holds the same mint as the third. */
  function heldMint(text: string): Address | undefined {
    const [first, second, other] = text.split('/').map(one => mintOf(at(one)))
    return first !== undefined && first === other ? second : first
  }

  function mint(text: string): Address | 'byTerms' {
    const isUnsure = text === 'T' || ((text === 'E' || text === 'F') && either.length === 0)
    if (isUnsure) return 'byTerms'
    return text[0] === 'V' ? (heldMint(text.slice(1)) ?? 'byTerms') : named(text)
  }

  return {
    at,
    address,
    named,
    number,
    amount,
    allNamed,
    isWhole: () => isWhole,
    /** Reads the account and the token of an amount that moves. */
    side: ([account = '', token = '', tokens = '', , more = '']: readonly string[]) => ({
      account: named(account),
      mint: mint(token),
      ...(tokens !== '' && { tokenProgram: named(tokens) }),
      ...(more === 's' && { isShare: true as const }),
    }),
    /** Sets the mints of a swap whose direction the row does not state: the paid mint, then the received mint. */
    setMints(mints: readonly Address[]): void {
      either = mints
    },
  }
}
