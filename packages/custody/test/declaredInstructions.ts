import {
  type Address,
  associatedTokenAddress,
  token2022Program,
  tokenProgram,
  usdcMint,
  wrappedNativeMint,
} from '@tern/core'
import { declaredEffects } from '../../venues/test/declaredEffects.ts'
import { addressNamed } from '../../venues/test/encodedInstructions.ts'
import type { PlainInstruction } from './compileMessage.ts'
import { lpMint } from './placements.ts'
import { mint, wallet } from './trades.ts'

type Declared = (typeof declaredEffects)[number]['effects'][number]
type Case = Declared['cases'][number]
type Side = NonNullable<Case['takes']>[number] | NonNullable<Case['brings']>[number]

interface HeldToken {
  readonly mint: Address
  readonly program: Address
}

/** Tokens of the wallet. The third is classic, too: an instruction that lists no mints trades it for the first. */
export const heldTokens: readonly HeldToken[] = [
  { mint: usdcMint, program: tokenProgram },
  { mint, program: token2022Program },
  { mint: addressNamed('classic mint'), program: tokenProgram },
]
const sol: HeldToken = { mint: wrappedNativeMint, program: tokenProgram }
const shares: HeldToken = { mint: lpMint, program: tokenProgram }

/** An instruction of a trading program that moves amounts. */
export interface DeclaredInstruction {
  /** The program's folder, the instruction's name, and the number of the case. */
  readonly name: string
  readonly instruction: PlainInstruction
  readonly kind: Case['kind']
  /** The bytes bound all that it takes and brings. */
  readonly isBounded: boolean
}

/** The lengths of a tail's shortest form, see `endOf` in the reader of effects. */
function shortest(tail: string): number {
  const [start, ...parts] = tail.split(',')
  return parts.reduce((sum, part) => {
    const [kind = '', size = ''] = /^\d/.test(part) ? ['', part] : [part[0], part.slice(1)]
    const counted = { t: 4, s: 8, l: 4, o: 1, e: 1, '?': 0 }[kind] ?? Number(size)
    return sum + counted + (kind === 'e' ? Number(size.split('.')[0]) : 0)
  }, Number(start))
}

/** Builds an instruction by its declaration: it takes at most 5,000 of a token of the wallet, and brings at least 90 of another. */
async function instructionOf(
  program: Address,
  { layout, lengths, cases }: Declared,
  one: Case,
): Promise<PlainInstruction> {
  const names = lengths.accounts
    .trim()
    .split(/ +/)
    .filter(name => !/[?*]$/.test(name))
  const accounts = new Map(names.map(name => [name, addressNamed(name)]))
  const set = (name: unknown, account: Address) => {
    if (typeof name === 'string' && accounts.has(name)) accounts.set(name, account)
  }
  for (const name of [...(one.wallet ?? []), ...(one.mayBeWallet ?? [])]) set(name, wallet)
  for (const [name, value] of Object.entries(one.when ?? {}))
    if (typeof value === 'object' && value.constant === 'N') set(name, wrappedNativeMint)
  const either = one.eitherOf?.map((side, i) => {
    const token = heldTokens[i] as HeldToken
    set(side.mint, token.mint)
    set(side.tokenProgram, token.program)
    return token
  })
  const [listed, unlisted] = [heldTokens.slice(0, 2), [heldTokens[0], heldTokens[2]] as HeldToken[]]
  function tokenOf({ mint: of, isShare }: Side): HeldToken | undefined {
    if (typeof of === 'string') return accounts.get(of) === wrappedNativeMint ? sol : isShare ? shares : listed.shift()
    if ('heldBy' in of || of.constant === 'T') return unlisted.shift()
    return of.constant === 'N' ? sol : either?.[of.constant === 'E' ? 0 : 1]
  }
  const size = layout.size ?? shortest(layout.tail ?? '0')
  const flags = lengths.moreFlags ?? []
  const offsetOf = (name: string) => layout.offsets[name] ?? (flags.includes(name) ? size + flags.indexOf(name) : -1)
  const numbers = new Map(
    Object.entries(one.when ?? {}).flatMap(([name, value]) => (offsetOf(name) < 0 ? [] : [[name, Number(value)]])),
  )
  // An earlier case must not apply.
  for (const earlier of cases.slice(0, cases.indexOf(one)))
    for (const [name, value] of Object.entries(earlier.when ?? {}))
      if (offsetOf(name) >= 0 && !numbers.has(name)) numbers.set(name, Number(value) + 1)
  const isLonger = [...numbers].some(([name, value]) => flags.includes(name) && value !== 0)
  const data = new Uint8Array(isLonger ? size + flags.length : size)
  data.set(layout.discriminator)
  const view = new DataView(data.buffer)
  for (const [name, value] of numbers) if (offsetOf(name) < data.length) data[offsetOf(name)] = value
  for (const side of [...(one.takes ?? []), ...(one.brings ?? [])]) {
    const token = tokenOf(side)
    if (token === undefined) throw new RangeError(`${layout.name} moves too many tokens`)
    set(side.mint, token.mint)
    set(side.tokenProgram, token.program)
    if (accounts.get(side.account) !== wallet)
      set(side.account, await associatedTokenAddress(wallet, token.mint, token.program))
    const amount = 'max' in side ? side.max : side.min
    const offset = typeof amount === 'string' ? layout.offsets[amount] : undefined
    if (offset !== undefined) view.setBigUint64(offset, 'max' in side ? 5_000n : 90n, true)
  }
  return {
    program,
    accounts: [...accounts].map(([name, address]) => ({
      address,
      as: address === wallet || one.signs?.includes(name) ? ('ws' as const) : ('w' as const),
    })),
    data,
  }
}

/** Every case of every instruction of the trading programs that a signer reads. */
export async function declaredInstructions(): Promise<readonly DeclaredInstruction[]> {
  const found: Promise<DeclaredInstruction>[] = []
  for (const { programs, effects, folder } of declaredEffects)
    for (const declared of effects.filter(({ lengths }) => lengths.landedOnly !== true))
      for (const [i, one] of declared.cases.entries())
        for (const program of programs)
          found.push(
            instructionOf(program, declared, one).then(instruction => ({
              ...{ name: `${folder} ${declared.layout.name} ${i}`, instruction, kind: one.kind },
              isBounded: one.brings?.every(({ min }) => min !== 0n) === true,
            })),
          )
  return Promise.all(found)
}
