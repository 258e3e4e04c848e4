import {
  type Address,
  encodeBase58,
  isTernError,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { maxTokenAccountSize, sha256, tokenAccountLayout } from '@tern/core/internal'
import { mintPaid } from '../mintPaid.ts'
import { program as router } from '../raydiumRouter/addresses.ts'
import { readRouterSwap } from '../raydiumRouter/readRouterSwap.ts'
import { rows } from './effectRows.ts'
import { type EffectKind, effectKinds, type InstructionEffects } from './instructionEffects.ts'

/** An instruction with the addresses of its accounts. */
export interface NamedInstruction {
  readonly program: Address
  readonly accounts: readonly Address[]
  readonly data: Uint8Array
}

type Mutable<T> = T extends readonly (infer V)[] ? V[] : T
type Draft = {
  -readonly [K in keyof InstructionEffects]: K extends 'handedOn' | 'range'
    ? InstructionEffects[K]
    : Mutable<InstructionEffects[K]>
}

/** A part of a row: its letter, and the values after it, separated by commas. */
type Part = readonly [key: string, values: readonly string[]]
/** A compiled effect. */
export interface Row {
  readonly name: string
  readonly begins: Uint8Array
  readonly parts: readonly Part[]
}

const utf8 = new TextEncoder()

/**
 * The allowed length. `exact`: as `readEffects`. `atLeast` and `named`: as `readLanded`.
 */
export type ReadLength = 'exact' | 'atLeast' | 'named'

/** Returns the mint of a token account, if it is known. */
export type MintOf = (tokenAccount: Address) => Address | undefined

/** Returns a function that finds the rows of a program, and parses them once. */
export function rowsIn(texts: Readonly<Record<string, string>>): (program: Address) => readonly Row[] {
  const parsed = new Map<Address, readonly Row[]>()
  return program => {
    let known = parsed.get(program)
    if (known === undefined) {
      known = Object.hasOwn(texts, program) ? parseRows(texts[program] as string) : []
      parsed.set(program, known)
    }
    return known
  }
}

/** The rows of a program that signers may use. */
export const rowsOf = /* @__PURE__ */ rowsIn(rows)

/** Parses compiled rows. Each line is a row. */
export const parseRows = (text: string): readonly Row[] => text.trim().split('\n').map(parseRow)

/** An instruction of an Anchor program begins with the first eight bytes of its name's hash. Others state their bytes. */
function parseRow(line: string): Row {
  const [head = '', ...parts] = line.split(' ')
  const [name = '', stated] = head.split('=')
  const begins =
    stated === undefined
      ? sha256(utf8.encode(`global:${name}`)).subarray(0, 8)
      : Uint8Array.from(stated.match(/../g) ?? [], byte => Number.parseInt(byte, 16))
  return { name, begins, parts: parts.map(part => [part[0] as string, part.slice(1).split(',')]) }
}

/**
 * Reads the effects of an instruction on the wallet that signs it, from its bytes alone. Refuses an instruction with an account
 * or a byte that its effects do not state.
 *
 * @param length `atLeast`: allow more accounts and bytes, only to explain a refusal.
 * @returns `undefined` for an unknown program or instruction, or for a malformed instruction.
 * @example
 * readEffects({ program: systemProgram, accounts: [from, to], data })?.takes[0].max // 1_000_000_000n lamports
 */
export function readEffects(
  instruction: NamedInstruction,
  length: 'exact' | 'atLeast' = 'exact',
): InstructionEffects | undefined {
  // The number of hops and accounts varies, so no row can describe a route.
  if (instruction.program === router) return readRouterSwap(instruction)
  return readBy(rowsOf(instruction.program), instruction, { length })
}

/**
 * Reads an instruction by a program's rows.
 *
 * @param mintOf returns the mint of a token account, for instructions that name only accounts.
 */
export function readBy(
  known: readonly Row[],
  instruction: NamedInstruction,
  { length, mintOf = () => undefined }: { readonly length: ReadLength; readonly mintOf?: MintOf | undefined },
): InstructionEffects | undefined {
  const { data } = instruction
  for (const row of known) {
    if (!row.begins.every((byte, i) => data[i] === byte)) continue
    try {
      const read = evaluate(row, instruction, length, mintOf)
      if (read !== 'other') return read
    } catch (error) {
      // An invalid address has no associated account, so the direction of the swap is unknown.
      if (isTernError(error)) return undefined
      throw error
    }
  }
  return undefined
}

/** Checks that `at` is within a range like `24`, `24-26` or `13+`. */
function isWithin(at: number, range: string): boolean {
  const [min, max = min] = range.split(/[-+]/)
  return at >= Number(min) && (max === '' || at <= Number(max))
}

/**
 * Finds the end of arguments of variable length.
 * `8` is 8 bytes. `t` is a text, and `s` is a text with a length of eight bytes. `l2` is a list with 2 bytes a value. `o8`
 * is an optional value of 8 bytes. `e9.1` is an enum with 9 bytes in its first variant. The data may also end at a `?`.
 * @returns -1 if the bytes end early.
 */
function endOf(view: DataView, start: string, tail: readonly string[]): number {
  let at = Number(start)
  for (const one of tail) {
    const [kind = '', size] = /^\d/.test(one) ? ['', one] : [one[0], one.slice(1)]
    if (kind === '?') {
      if (at === view.byteLength) return at
      continue
    }
    const counted = { t: 4, s: 8, l: 4, o: 1, e: 1 }[kind] ?? 0
    if (at + counted > view.byteLength) return -1
    const isByte = kind === 'o' || kind === 'e'
    const count = kind === '' ? 1 : isByte ? view.getUint8(at) : view.getUint32(at, true)
    if (kind === 'o' && count > 1) return -1
    // An unknown variant has no size.
    at += counted + (kind === 'e' ? Number(size?.split('.')[count] ?? Infinity) : count * Number(size || 1))
  }
  return at > view.byteLength ? -1 : at
}

/** Checks that `size` bytes from `at` are `value`, lowest byte first. Missing bytes count as 0. */
const says = (data: Uint8Array, at: number, size: number, value: number): boolean =>
  Array.from({ length: size }, (_, i) => data[at + i] ?? 0).every((byte, i) => byte === (i === 0 ? value : 0))

/** Counts the accounts of the slices in the list at `at`: a count, then a kind and a number for each slice. */
function slicedAccounts(data: Uint8Array, at: number): number {
  let count = 0
  for (let i = at + 5; i < data.length; i += 2) count += data[i] as number
  return count
}

function evaluate(
  { name, parts }: Row,
  { program, accounts, data }: NamedInstruction,
  length: ReadLength,
  mintOf: MintOf,
): InstructionEffects | 'other' | undefined {
  const isExact = length === 'exact'
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let isWhole = true
  const place = (text: string, of: number) => (text.startsWith('~') ? of - Number(text.slice(1)) : Number(text))
  const index = (text: string) => place(text, accounts.length)
  const found: Draft = {
    program,
    instruction: name,
    kind: 'nothing',
    walletPlaces: [],
    otherWalletPlaces: [],
    walletsInData: [],
    named: [],
    mints: [],
    takes: [],
    brings: [],
    opens: [],
    closes: [],
    programFee: 0n,
    signs: [],
  }
  let either: readonly Address[] = []

  function at(text: string): Address {
    const account = accounts[index(text)]
    if (account === undefined) isWhole = false
    return account ?? ('' as Address)
  }
  function inData(text: string): Address {
    const offset = place(text.slice(1), data.length)
    if (offset >= 0 && offset + 32 <= data.length) return encodeBase58(data.subarray(offset, offset + 32)) as Address
    isWhole = false
    return '' as Address
  }
  const constantOf = (text: string): Address | undefined =>
    constants[text] ?? { P: program, E: either[0], F: either[1] }[text]
  function address(text: string): Address {
    if (text.startsWith('$')) return inData(text)
    return constantOf(text) ?? at(text)
  }
  /** Returns an address, and adds accounts to the named accounts. */
  function named(text: string): Address {
    const one = address(text)
    if (/^[~\d]/.test(text)) found.named.push(one)
    return one
  }
  function number(text: string): bigint {
    const rest = text.slice(1)
    switch (text[0]) {
      case '#':
        return BigInt(rest)
      case 'M':
        return 2n ** 64n - 1n
      case 'r': {
        const [mint = '', tokens = ''] = rest.split('/')
        const isBase = (mint !== '' && at(mint) === wrappedNativeMint) || at(tokens) === tokenProgram
        return rentExemption(isBase ? tokenAccountLayout.size : maxTokenAccountSize)
      }
      default: {
        const isOptional = rest.endsWith('?')
        const offset = place(isOptional ? rest.slice(0, -1) : rest, data.length)
        const size = { u: 8, l: 4, b: 1 }[text[0] as string] ?? 0
        if (offset < 0 || offset + size > data.length) {
          isWhole &&= isOptional
          return 0n
        }
        return size === 8
          ? view.getBigUint64(offset, true)
          : BigInt(size === 4 ? view.getUint32(offset, true) : view.getUint8(offset))
      }
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
  function mintNamed(text: string): Address | 'byTerms' {
    const isUnsure = text === 'T' || ((text === 'E' || text === 'F') && either.length === 0)
    if (isUnsure) return 'byTerms'
    return text.startsWith('V') ? (heldMint(text.slice(1)) ?? 'byTerms') : named(text)
  }
  /** Returns the mint of a token account, or of the second account if the first holds the same mint as the third. */
  function heldMint(text: string): Address | undefined {
    const [first, second, other] = text.split('/').map(one => mintOf(at(one)))
    return first !== undefined && first === other ? second : first
  }
  function side([account = '', mint = '', tokens = '', , more = '']: readonly string[]) {
    return {
      account: named(account),
      mint: mintNamed(mint),
      ...(tokens !== '' && { tokenProgram: named(tokens) }),
      ...(more === 's' && { isShare: true as const }),
    }
  }

  for (const [key, values] of parts) {
    const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = values
    switch (key) {
      case 'd': {
        if (first === '*') break
        const [min = '', max = min] = first.split('-')
        if (data.length < Number(min)) return 'other'
        if (!isExact) break
        const isStated =
          values.length === 1 ? data.length <= Number(max) : endOf(view, first, values.slice(1)) === data.length
        if (!isStated) return 'other'
        break
      }
      case 'n': {
        const [range = '', slices] = first.split('s')
        const min = Number.parseInt(range, 10)
        if (!isExact) {
          if (accounts.length < Number(second || min)) return 'other'
          break
        }
        if (slices === undefined && isWithin(accounts.length, range)) break
        // A sysvar may precede the slices.
        const others = slices === undefined ? -1 : accounts.length - slicedAccounts(data, Number(slices)) - min
        if (others !== 0 && others !== 1) return 'other'
        break
      }
      case '?': {
        const [where = '', value] = first.split('=')
        const [offset, size = 1] = where.split(':').map(Number) as [number, number?]
        if (!says(data, offset, size, Number(value))) return 'other'
        break
      }
      case '@':
        if (at(second) !== constantOf(first)) return 'other'
        break
      case 'k':
        found.kind = effectKinds[Number.parseInt(first, 36)] as EffectKind
        if (second !== '') found.mode = second === 'i' ? 'exactIn' : 'exactOut'
        break
      // The memo's signer may be missing.
      case 'W':
      case 'w':
        found.walletPlaces = values.map(index).filter(one => key === 'w' || one < accounts.length)
        for (const one of found.walletPlaces) named(String(one))
        break
      case 'v':
        found.otherWalletPlaces = values.map(index)
        break
      case '$':
        // Older instructions end earlier, so a place from the end is another argument.
        if (isExact || !first.startsWith('~')) found.walletsInData.push(address(`$${first}`))
        break
      case 'E': {
        const tokens = [
          { mint: named(first), program: named(second) },
          { mint: named(third), program: named(fourth) },
        ] as const
        const owner = at(String(found.walletPlaces[0] ?? -1))
        if (length === 'named') break
        const one = isWhole
          ? mintPaid({ owner, tokenAccountIn: at(fifth), tokenAccountOut: at(sixth) }, tokens)
          : undefined
        if (one === undefined && isExact) return undefined
        if (one !== undefined) either = [tokens[one].mint, tokens[one === 0 ? 1 : 0].mint]
        break
      }
      case 'p':
      case 'i':
      case 'x':
        found[fields[key]] = named(first)
        break
      case 'y':
      case 'q':
        found[fields[key]] = at(first)
        break
      case 'm':
        found.mints = values.map(named)
        break
      case 'z':
        found.range = [view.getInt32(Number(first), true), view.getInt32(Number(second), true)]
        break
      case 't': {
        const isCounted = fifth.startsWith('b')
        const take = { ...side(values), max: amount(fourth) }
        found.takes.push(isCounted ? { ...take, decimals: Number(number(fifth)) } : take)
        break
      }
      case 'b':
        found.brings.push({ ...side(values), min: amount(fourth) })
        break
      case 'o': {
        // Other callers may name fewer or more accounts than a signer allows.
        if (!isExact && (first.startsWith('~') || accounts[index(first)] === undefined)) break
        found.opens.push({
          account: second === '' ? at(first) : named(first),
          ...(second !== '' && { owner: named(second) }),
          payer: address(third),
          maxRent: amount(fourth),
          ...(fifth !== '' && { mint: named(fifth) }),
          ...(sixth !== '' && { program: address(sixth) }),
        })
        break
      }
      case 'c':
        found.closes.push({ account: named(first), destination: named(second) })
        break
      case 'f':
        found.programFee = amount(first)
        break
      case 'g':
        found.signs = values.map(named)
        break
      case '!':
        found.irreversible = first as 'lock' | 'burn' | 'giveAway'
        break
      case 'h':
        found.handedOn = accounts.slice(Number(first))
        break
      default:
        found.value = amount(first)
    }
  }
  return isWhole ? found : undefined
}

/** The fields that hold a single account. */
const fields = { p: 'pool', i: 'into', x: 'to', y: 'config', q: 'creator' } as const

/** Addresses that rows write as a letter. */
const constants: Readonly<Record<string, Address>> = {
  N: wrappedNativeMint,
  K: tokenProgram,
  X: token2022Program,
  S: systemProgram,
}
