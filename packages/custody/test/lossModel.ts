import {
  type Address,
  associatedTokenAddress,
  associatedTokenProgram,
  computeBudgetProgram,
  encodeBase58,
  nonceAccountAddress,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import type { PlainInstruction } from './compileMessage.ts'

// A model of a message's instructions on chain, written from the programs' own interfaces. It shares no code with the readers of effects,
// so a fault of either shows as a difference.

/** An amount that leaves (`max`) or arrives (`min`): the places of account and mint, and the amount's offset. */
interface Side {
  readonly account: number
  /** `null`: lamports of the wallet itself. */
  readonly mint: number | null
  readonly at: number
}

/** An instruction of a venue, by its program's interface. */
export interface VenueInstruction {
  readonly name: string
  readonly program: Address
  readonly discriminator: string
  readonly accounts: number
  readonly length: number
  readonly wallet: number
  readonly takes: readonly Side[]
  readonly brings: readonly Side[]
  /** The places of token programs, in the order of the mints' places. */
  readonly tokenPrograms: readonly number[]
  /** Set if the instruction lists both token programs, even if both mints use the same program. */
  readonly hasBothPrograms?: true
  /** Max lamports that the program takes in addition. */
  readonly costs: bigint
  /** The owner must be asked. */
  readonly isPlacement?: true
  /** Set if the order of the accounts decides the direction of the swap. */
  readonly isEither?: true
  /** The flag of an exact input. If it is 0, both amounts change places. */
  readonly exactInAt?: number
}

const [cpmm, clmm, launchlab, damm, dbc, pump, pumpAmm] = [
  'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
  'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
  'LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj',
  'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
  'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN',
  '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
  'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
] as Address[] as [Address, Address, Address, Address, Address, Address, Address]

const side = (account: number, mint: number | null, at: number): Side => ({ account, mint, at })
const tokenRent = 2_039_280n
const swap = (
  name: string,
  program: Address,
  discriminator: string,
  [accounts, length, wallet]: readonly [number, number, number],
  [take, bring]: readonly [Side, Side],
  tokenPrograms: readonly number[],
  costs = 0n,
): VenueInstruction => ({
  ...{ name, program, discriminator, accounts, length, wallet, takes: [take], brings: [bring], tokenPrograms, costs },
})
const curve = 1_844_400n + 890_880n
const amm = 2n * tokenRent
const vaults = 2n * tokenRent

export const venueInstructions: readonly VenueInstruction[] = [
  swap('pump buy', pump, '66063d1201daebea', [18, 25, 6], [side(6, null, 16), side(5, 2, 8)], [8], curve),
  swap('pump buy_exact_sol_in', pump, '38fc74089edfcd5f', [18, 25, 6], [side(6, null, 8), side(5, 2, 16)], [8], curve),
  swap('pump sell', pump, '33e685a4017f83ad', [16, 24, 6], [side(5, 2, 8), side(6, null, 16)], [9]),
  swap(
    'amm buy',
    pumpAmm,
    '66063d1201daebea',
    [25, 25, 1],
    [side(6, 4, 16), side(5, 3, 8)],
    [11, 12],
    amm + 1_844_400n,
  ),
  swap('amm sell', pumpAmm, '33e685a4017f83ad', [23, 24, 1], [side(5, 3, 8), side(6, 4, 16)], [11, 12], amm),
  swap('cpmm in', cpmm, '8fbe5adac41e33de', [13, 24, 0], [side(4, 10, 8), side(5, 11, 16)], [8, 9]),
  swap('cpmm out', cpmm, '37d96256a34ab4ad', [13, 24, 0], [side(4, 10, 8), side(5, 11, 16)], [8, 9]),
  swap('launchlab buy', launchlab, 'faea0d7bd59c13ec', [18, 32, 0], [side(6, 10, 8), side(5, 9, 16)], [11, 12], vaults),
  swap(
    'launchlab buy out',
    launchlab,
    '18d3742869039938',
    [18, 32, 0],
    [side(6, 10, 16), side(5, 9, 8)],
    [11, 12],
    vaults,
  ),
  swap(
    'launchlab sell',
    launchlab,
    '9527de9bd37c981a',
    [18, 32, 0],
    [side(5, 9, 8), side(6, 10, 16)],
    [11, 12],
    vaults,
  ),
  swap(
    'launchlab sell out',
    launchlab,
    '5fc8472208090ba6',
    [18, 32, 0],
    [side(5, 9, 16), side(6, 10, 8)],
    [11, 12],
    vaults,
  ),
  { ...swap('damm', damm, 'f8c69e91e17587c8', [14, 24, 8], [side(2, 6, 8), side(3, 7, 16)], [9, 10]), isEither: true },
  { ...swap('dbc', dbc, 'f8c69e91e17587c8', [15, 24, 9], [side(3, 7, 8), side(4, 8, 16)], [10, 11]), isEither: true },
  {
    ...swap('clmm', clmm, '2b04ed0b1ac91e62', [13, 41, 0], [side(3, 11, 8), side(4, 12, 16)], [8, 9]),
    ...{ exactInAt: 40, hasBothPrograms: true },
  },
  {
    ...{ name: 'deposit', program: cpmm, discriminator: 'f223c68952e1f2b6', accounts: 13, length: 32, wallet: 0 },
    ...{ takes: [side(4, 10, 16), side(5, 11, 24)], brings: [side(3, 12, 8)], tokenPrograms: [8, 9], costs: 0n },
    ...{ isPlacement: true, hasBothPrograms: true },
  },
  {
    ...{ name: 'withdraw', program: cpmm, discriminator: 'b712469c946da122', accounts: 14, length: 32, wallet: 0 },
    ...{ takes: [side(3, 12, 8)], brings: [side(4, 10, 16), side(5, 11, 24)], tokenPrograms: [8, 9], costs: 0n },
    hasBothPrograms: true,
  },
]

interface Held {
  owner: Address | undefined
  mint: Address | undefined
  readonly program: Address
  lamports: bigint
  amount: bigint
}

/** The changes of a wallet's balances by a message. */
export interface Outcome {
  readonly lamports: bigint
  readonly tokens: ReadonlyMap<Address, bigint>
  /** Tokens or an authority went to others by an instruction of a token program or of System. */
  readonly isRobbed: boolean
  readonly hasPlacement: boolean
}

const plenty = 10n ** 18n
const accountRent = (program: Address) => (program === tokenProgram ? tokenRent : (128n + 195n) * 6_960n)

/**
 * Plays a message's instructions in the way that is worst for `wallet`.
 *
 * @param existing the associated accounts that are there before.
 * @returns `undefined` if the message fails on chain.
 */
export async function play(
  instructions: readonly PlainInstruction[],
  {
    wallet,
    signers,
    existing,
  }: {
    readonly wallet: Address
    readonly signers: readonly Address[]
    readonly existing: readonly { readonly owner: Address; readonly mint: Address; readonly program: Address }[]
  },
): Promise<Outcome | undefined> {
  const held = new Map<Address, Held>()
  for (const { owner, mint, program } of existing)
    held.set(await associatedTokenAddress(owner, mint, program), {
      ...{ owner, mint, program, lamports: accountRent(program), amount: plenty },
    })
  const nonce = await nonceAccountAddress(wallet, 0)
  let [own, nonceLamports, isRobbed, hasPlacement] = [0n, 0n, false, false]
  const before = holdings()

  function holdings() {
    const tokens = new Map<Address, bigint>()
    let lamports = own + nonceLamports
    for (const { owner, mint, lamports: rent, amount } of held.values()) {
      if (owner !== wallet || mint === undefined) continue
      lamports += rent
      if (mint === wrappedNativeMint) lamports += amount
      else tokens.set(mint, (tokens.get(mint) ?? 0n) + amount)
    }
    return { lamports, tokens }
  }

  /** Adds lamports to an account. `holdings` counts them only if the account is the wallet's. */
  function arrive(to: Address, lamports: bigint): void {
    const account = held.get(to)
    if (to === wallet) own += lamports
    else if (to === nonce) nonceLamports += lamports
    else if (account?.mint === wrappedNativeMint) account.amount += lamports
    else if (account !== undefined) account.lamports += lamports
  }

  function playVenue(of: VenueInstruction, at: (place: number) => Address, data: Uint8Array): boolean {
    if (at(of.wallet) !== wallet || !signers.includes(wallet)) return false
    const u64 = (offset: number) => new DataView(data.buffer, data.byteOffset).getBigUint64(offset, true)
    const isTurned = of.exactInAt !== undefined && data[of.exactInAt] === 0
    const hasLimit = isTurned && data.subarray(24, 40).some(byte => byte !== 0)
    const [firstTake, firstBring] = [of.takes[0]?.at ?? 0, of.brings[0]?.at ?? 0]
    const move = ({ account, mint, at: offset }: Side, isTaken: boolean): boolean => {
      const raw = isTurned ? (isTaken ? u64(firstBring) : hasLimit ? 0n : u64(firstTake)) : u64(offset)
      if (mint === null) {
        own += isTaken ? -raw : raw
        return true
      }
      const there = held.get(at(account))
      const mints = of.isEither ? [...of.takes, ...of.brings].map(one => at(one.mint ?? 0)) : [at(mint)]
      if (there?.mint === undefined || !mints.includes(there.mint)) return false
      if (!of.tokenPrograms.some(place => at(place) === there.program)) return false
      // Tokens leave only an account of the signer.
      if (isTaken && there.owner !== wallet) return false
      if (isTaken && there.amount < raw) return false
      there.amount += isTaken ? -raw : raw
      return true
    }
    if (of.isEither && held.get(at(of.takes[0]?.account ?? 0))?.mint === held.get(at(of.brings[0]?.account ?? 0))?.mint)
      return false
    own -= of.costs
    if (of.isPlacement) hasPlacement = true
    return of.takes.every(one => move(one, true)) && of.brings.every(one => move(one, false))
  }

  function playSystem(at: (place: number) => Address, data: Uint8Array): boolean {
    const view = new DataView(data.buffer, data.byteOffset)
    const kind = view.getUint32(0, true)
    const addressAt = (offset: number) => encodeBase58(data.subarray(offset, offset + 32)) as Address
    const make = (account: Address, lamports: bigint, program: Address) => {
      if (held.has(account) || at(0) !== wallet) return false
      own -= lamports
      held.set(account, { owner: undefined, mint: undefined, program, lamports, amount: 0n })
      return true
    }
    if (kind === 0) return signers.includes(at(1)) && make(at(1), view.getBigUint64(4, true), addressAt(20))
    if (kind === 3) {
      const end = 44 + Number(view.getBigUint64(36, true))
      return make(at(1), view.getBigUint64(end, true), addressAt(end + 16))
    }
    if (kind === 2) {
      if (at(0) !== wallet) return true
      own -= view.getBigUint64(4, true)
      arrive(at(1), view.getBigUint64(4, true))
      return true
    }
    if (kind === 5) {
      const lamports = view.getBigUint64(4, true)
      if (at(0) === nonce) nonceLamports -= lamports
      arrive(at(1), lamports)
      return true
    }
    isRobbed ||= kind === 1 && at(0) === wallet
    return true
  }

  function playToken(program: Address, at: (place: number) => Address, data: Uint8Array): boolean {
    const account = held.get(at(0))
    const kind = data[0] ?? 0
    if (kind === 1 || kind === 16 || kind === 18) {
      if (account === undefined || account.mint !== undefined || account.program !== program) return false
      account.owner = kind === 1 ? at(2) : (encodeBase58(data.subarray(1, 33)) as Address)
      account.mint = at(1)
      const rent = accountRent(program)
      if (account.mint === wrappedNativeMint) account.amount = account.lamports - rent
      account.lamports = rent
      return account.amount >= 0n
    }
    if (account !== undefined && account.program !== program) return false
    if (kind === 9) {
      if (account?.owner === undefined || account.owner !== at(2)) return false
      const isNative = account.mint === wrappedNativeMint
      if (!isNative && account.amount > 0n) return false
      held.delete(at(0))
      arrive(at(1), account.lamports + (isNative ? account.amount : 0n))
      return true
    }
    if (kind === 17) return account?.mint === wrappedNativeMint
    isRobbed ||= [3, 4, 6, 8, 12, 13, 15, 26].includes(kind) && account?.owner === wallet
    return true
  }

  async function playAssociated(at: (place: number) => Address, data: Uint8Array): Promise<boolean> {
    const [payer, account, owner, mint, program] = [at(0), at(1), at(2), at(3), at(5)]
    if (account !== (await associatedTokenAddress(owner, mint, program))) return false
    const there = held.get(account)
    if (there !== undefined) return data[0] === 1 && there.owner === owner && there.mint === mint
    if (payer === wallet) own -= accountRent(program)
    held.set(account, { owner, mint, program, lamports: accountRent(program), amount: 0n })
    return true
  }

  for (const { program, accounts, data } of instructions) {
    const at = (place: number) => accounts[place]?.address ?? ('' as Address)
    const hex = [...data.subarray(0, 8)].map(byte => byte.toString(16).padStart(2, '0')).join('')
    const venue = venueInstructions.find(one => one.program === program && one.discriminator === hex)
    if (program === computeBudgetProgram) continue
    const isDone =
      program === systemProgram
        ? playSystem(at, data)
        : program === tokenProgram || program === token2022Program
          ? playToken(program, at, data)
          : program === associatedTokenProgram
            ? await playAssociated(at, data)
            : venue !== undefined && playVenue(venue, at, data)
    if (!isDone) return undefined
  }
  const after = holdings()
  return {
    lamports: after.lamports - before.lamports,
    tokens: new Map(
      [...new Set([...before.tokens.keys(), ...after.tokens.keys()])].map(mint => [
        mint,
        (after.tokens.get(mint) ?? 0n) - (before.tokens.get(mint) ?? 0n),
      ]),
    ),
    ...{ isRobbed, hasPlacement },
  }
}
