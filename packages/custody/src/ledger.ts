import {
  type Address,
  associatedTokenAddress,
  rentExemption,
  type Terms,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import type { EffectKind, InstructionEffects } from '@tern/venues/internal/effects'

/** The most that an instruction moves, in raw units of a mint. */
export interface Moved {
  readonly mint: Address
  readonly raw: bigint
}

/** A swap of a message, as a person is shown it. */
export interface ReadSwap {
  readonly mintIn: Address
  readonly mintOut: Address
  readonly maxIn: bigint
  readonly minOut: bigint
  readonly pool: Address | undefined
}

/** A move between the wallet and a pool, farm or position that is no swap. */
export interface ReadPlacement {
  readonly kind: Extract<EffectKind, 'place' | 'create' | 'withdraw' | 'claim'>
  readonly program: Address
  /** The pool, farm or position. */
  readonly account: Address
  /** Max of each mint that leaves the wallet. */
  readonly takes: readonly Moved[]
  /** Min of each mint that arrives. */
  readonly brings: readonly Moved[]
}

/** A transfer to somebody else. */
export interface ReadGift {
  /** The account that the transfer names: a wallet for SOL, otherwise a token account. */
  readonly to: Address
  readonly mint: Address
  /** `null`: lamports. */
  readonly tokenProgram: Address | null
  readonly decimals: number
  readonly amount: bigint
  readonly received: bigint
}

/** A token account that the message opens for somebody else. */
export interface ForeignAccount {
  readonly account: Address
  readonly owner: Address
  readonly mint: Address
  readonly program: Address
  readonly maxRent: bigint
}

/** The sums over the instructions of a message that were read so far. */
export interface Ledger {
  readonly wallet: Address
  readonly payees: readonly Address[]
  readonly tipAccounts: readonly Address[]
  readonly terms: Terms
  /** Reads a withdrawal: gifts are recorded, and refused in every other message. */
  readonly isGiving: boolean
  /** Created here, and not yet given an owner: until then anybody could become it. */
  readonly ownerless: Set<Address>
  /** Token accounts that were created here and are the wallet's, with their mint. */
  readonly own: Map<Address, Address>
  /** The wallet's own account for wrapped SOL, once an instruction has made sure that it is the wallet's. */
  readonly wrapped: Set<Address>
  /** Max lamports that the wallet has put into each account of its own, less what trades took out again. */
  readonly deposits: Map<Address, bigint>
  /** Max rent of each associated account. */
  readonly rents: Map<Address, bigint>
  /** Lamports for the wallet's nonce account. */
  ownRentLamports: bigint
  /** Max rent of venues' accounts, the wallet's own among them. */
  venueRentLamports: bigint
  /** Max lamports that stand in no byte, beside rents. */
  programFeeLamports: bigint
  /** Max SOL that swaps and placements take. */
  spentLamports: bigint
  readonly swaps: ReadSwap[]
  readonly placements: ReadPlacement[]
  /** The tokens that leave the wallet (`max`) and that arrive (`min`). */
  readonly moves: { readonly mint: Address; readonly max?: bigint; readonly min?: bigint }[]
  /** The token program of each mint, as an associated account has proved it. */
  readonly tokenPrograms: Map<Address, Address>
  readonly gifts: ReadGift[]
  readonly foreign: ForeignAccount[]
  /** The accounts that the swaps and placements name. */
  readonly used: Set<Address>
  /** Accounts of venues that the message opens or makes room in. */
  readonly extended: { readonly account: Address; readonly owner: Address | undefined }[]
  /** Accounts that are closed and were there before. */
  readonly closed: Address[]
  /** Fresh accounts that the message creates. */
  readonly created: Set<Address>
  irreversible: Terms['irreversible']
  touchesNonce: boolean
  unitLimit: bigint | undefined
  unitPrice: bigint | undefined
  /** Paid to payees, how much of that the swaps account for, and how much their owner may agree to. */
  paidLamports: bigint
  feeAllowanceLamports: bigint
  maxFeeLamports: bigint
  /** Lamports of each transfer to where a provider takes tips. */
  readonly tips: bigint[]
  /** The code that a memo names. */
  referralCode: string | undefined
  /** An effect has no bound: the bytes allow to take everything. */
  isUnbounded: boolean
}

export function newLedger(asked: Pick<Ledger, 'wallet' | 'payees' | 'tipAccounts' | 'terms' | 'isGiving'>): Ledger {
  return {
    ...asked,
    ownerless: new Set(),
    own: new Map(),
    wrapped: new Set(),
    deposits: new Map(),
    rents: new Map(),
    ownRentLamports: 0n,
    venueRentLamports: 0n,
    programFeeLamports: 0n,
    spentLamports: 0n,
    swaps: [],
    placements: [],
    moves: [],
    tokenPrograms: new Map(),
    gifts: [],
    foreign: [],
    used: new Set(),
    extended: [],
    closed: [],
    created: new Set(),
    irreversible: undefined,
    touchesNonce: false,
    unitLimit: undefined,
    unitPrice: undefined,
    paidLamports: 0n,
    feeAllowanceLamports: 0n,
    maxFeeLamports: 0n,
    tips: [],
    referralCode: undefined,
    isUnbounded: false,
  }
}

export const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((all, one) => all + one, 0n)

export function deposit({ deposits }: Ledger, account: Address, lamports: bigint): void {
  deposits.set(account, (deposits.get(account) ?? 0n) + lamports)
}

type Side = InstructionEffects['takes'][number] | InstructionEffects['brings'][number]

/** The mints and token programs that may belong to an account: the listed ones, otherwise all of the terms. No other program holds tokens. */
function candidates({ mint, tokenProgram: listed }: Side, { terms }: Ledger): readonly (readonly [Address, Address])[] {
  const programs = [tokenProgram, token2022Program].filter(one => listed === undefined || one === listed)
  if (mint !== 'byTerms') return programs.map(program => [mint, program])
  return [...terms.spend, ...terms.receive]
    .filter(one => programs.includes(one.tokenProgram))
    .map(one => [one.mint, one.tokenProgram])
}

/**
 * Proves that an account is the wallet's: the wallet itself for SOL, a token account that this message created, or the associated account
 * of a mint. If the instruction lists no mint, the derivation from a mint of the terms proves the mint too.
 *
 * @returns its mint, or `undefined` without a proof.
 */
export async function ownMint(side: Side, ledger: Ledger): Promise<Address | undefined> {
  const { account, mint } = side
  if (account === ledger.wallet) return mint === wrappedNativeMint ? wrappedNativeMint : undefined
  const created = ledger.own.get(account)
  if (created !== undefined) return mint === 'byTerms' || mint === created ? created : undefined
  for (const [candidate, program] of candidates(side, ledger))
    if (account === (await associatedTokenAddress(ledger.wallet, candidate, program))) {
      ledger.tokenPrograms.set(candidate, program)
      return candidate
    }
  return undefined
}

/** Lamports that a message leaves in accounts of the wallet. */
interface Kept {
  /** Rents of which the bytes hold only a bound: an account may be there already, or be smaller. */
  readonly boundedRent: bigint
  /** Rents that the bytes state. */
  readonly statedRent: bigint
  readonly wrapped: bigint
}

/** Splits the lamports that a message leaves in accounts of the wallet. */
export function keptLamports({ deposits, own, rents, ownRentLamports }: Ledger): Kept {
  const accountRent = rentExemption(tokenAccountLayout.size)
  let [statedRent, wrapped] = [ownRentLamports, 0n]
  for (const [account, lamports] of deposits) {
    const part = !own.has(account) ? 0n : lamports < accountRent ? lamports : accountRent
    statedRent += part
    wrapped += lamports - part
  }
  return { boundedRent: sum(rents.values()), statedRent, wrapped }
}
