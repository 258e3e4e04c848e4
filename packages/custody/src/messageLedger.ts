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

/** An amount of a mint that an instruction moves, in raw units: the max if it leaves the wallet, the min if it arrives. */
export interface Moved {
  readonly mint: Address
  readonly raw: bigint
}

/** A swap of a message, in raw units: max input and min output. */
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

/** A transfer to another wallet. */
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

/** A token account that the message opens for another wallet. */
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
  /** `true` if the message is read as a withdrawal. Only a withdrawal may hold gifts. */
  readonly isGiving: boolean
  /** Accounts that the message created and gave no owner yet. Until then, anyone could make themselves the owner. */
  readonly ownerless: Set<Address>
  /** Token accounts that the message created for the wallet, with their mints. */
  readonly own: Map<Address, Address>
  /** The wallet's associated account for wrapped SOL, after an instruction that fails unless the wallet owns it. */
  readonly wrapped: Set<Address>
  /** Max lamports that the message puts into each account of the wallet, less the amounts that its trades take out again. */
  readonly deposits: Map<Address, bigint>
  /** Max rent of each token account that the message opens for the wallet. */
  readonly rents: Map<Address, bigint>
  /** Lamports for the wallet's nonce account. */
  ownRentLamports: bigint
  /** Max rent of all other accounts that venues' instructions open. */
  venueRentLamports: bigint
  /** Max fees of venues' programs that no byte states, such as for a new pool. */
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
  /** Closed token accounts that existed before the message. */
  readonly closed: Address[]
  /** Fresh accounts that the message creates. */
  readonly created: Set<Address>
  irreversible: Terms['irreversible']
  touchesNonce: boolean
  unitLimit: bigint | undefined
  unitPrice: bigint | undefined
  /** Lamports of all transfers to payees. */
  paidLamports: bigint
  /** Max fee that the swaps justify. The owner is asked about more. */
  feeAllowanceLamports: bigint
  /** Max fee that the owner may agree to. */
  maxFeeLamports: bigint
  /** Lamports of each transfer to a tip account. */
  readonly tips: bigint[]
  /** The code that a memo names. */
  referralCode: string | undefined
  /** `true` if an effect has no bound: its bytes allow the program to take everything. */
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

/** Lists the mints and token programs that an account may have: the instruction's own if it lists a mint, otherwise all of the terms. */
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
  /** Upper bound of rents that the bytes do not state. Less may be paid: an account may exist already, or be smaller. */
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
