import { isTernError } from '@tern/core'
import { mintPaid } from '../mintPaid.ts'
import { program as router } from '../raydiumRouter/addresses.ts'
import { readRouterSwap } from '../raydiumRouter/readRouterSwap.ts'
import { type EffectKind, effectKinds, type InstructionEffects, type NamedInstruction } from './instructionEffects.ts'
import { isRowOf } from './rowConditions.ts'
import { placeIn, type Row, rowsOf, viewOf } from './rows.ts'
import { type MintOf, rowValues } from './rowValues.ts'

type Mutable<T> = T extends readonly (infer V)[] ? V[] : T
type Draft = {
  -readonly [K in keyof InstructionEffects]: K extends 'handedOn' | 'range'
    ? InstructionEffects[K]
    : Mutable<InstructionEffects[K]>
}

/** The allowed length. `exact`: as `readEffects`. `atLeast` and `named`: as `readLanded`. */
export type ReadLength = 'exact' | 'atLeast' | 'named'

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
  const row = known.find(one => isRowOf(one, instruction, length === 'exact'))
  try {
    return row && evaluate(row, instruction, { length, mintOf })
  } catch (error) {
    // An invalid address has no associated account, so the direction of the swap is unknown.
    if (isTernError(error)) return undefined
    throw error
  }
}

/** Collects the effects that a row's parts state, in their order. */
function evaluate(
  { name, parts }: Row,
  instruction: NamedInstruction,
  { length, mintOf }: { readonly length: ReadLength; readonly mintOf: MintOf },
): InstructionEffects | undefined {
  const { program, accounts, data } = instruction
  const { at, address, named, number, amount, side, allNamed, isWhole, setMints } = rowValues(instruction, mintOf)
  const isExact = length === 'exact'
  const index = (text: string) => placeIn(text, accounts.length)
  const int32At = (offset: string) => viewOf(data).getInt32(Number(offset), true)
  const found: Draft = {
    program,
    instruction: name,
    kind: 'nothing',
    walletPlaces: [],
    otherWalletPlaces: [],
    walletsInData: [],
    named: allNamed,
    mints: [],
    takes: [],
    brings: [],
    opens: [],
    closes: [],
    programFee: 0n,
    signs: [],
  }
  for (const [key, values] of parts) {
    const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = values
    switch (key) {
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
        const one = isWhole()
          ? mintPaid({ owner, tokenAccountIn: at(fifth), tokenAccountOut: at(sixth) }, tokens)
          : undefined
        if (one === undefined && isExact) return undefined
        if (one !== undefined) setMints([tokens[one].mint, tokens[one === 0 ? 1 : 0].mint])
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
        found.range = [int32At(first), int32At(second)]
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
      case 'a':
        found.value = amount(first)
    }
  }
  return isWhole() ? found : undefined
}

/** The fields that hold a single account. */
const fields = { p: 'pool', i: 'into', x: 'to', y: 'config', q: 'creator' } as const
