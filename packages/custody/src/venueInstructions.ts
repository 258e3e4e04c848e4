import { type Address, wrappedNativeMint } from '@tern/core'
import type { CompiledInstruction } from '@tern/core/internal'
import type { InstructionEffects } from '@tern/venues/internal/effects'
import type { Verdict } from './accountInstructions.ts'
import { type Ledger, type Moved, ownMint, type ReadPlacement } from './messageLedger.ts'

/** The max of an effect without a bound. */
const everything = 2n ** 64n - 1n
/** Tern's fee on a buy is at most the buy's max input divided by this. */
const buyFeeDivisor = 100n
/**
 * Tern's fee on a sale is 1% of the quote, but the bytes state only the min proceeds. The min proceeds divided by this cover the fee up
 * to a slippage of 50%. The signer asks the owner about a larger fee.
 */
const saleFeeDivisor = 50n

/** Adds up the rents and fees that a venue's instruction takes apart from tokens, and notes the accounts that it creates. */
function countCosts({ opens, programFee, signs }: InstructionEffects, ledger: Ledger): void {
  for (const { account, owner, mint, payer, maxRent } of opens) {
    if (payer !== ledger.wallet) continue
    if (maxRent === everything) ledger.isUnbounded = true
    if (owner === ledger.wallet && mint !== undefined) ledger.rents.set(account, maxRent)
    else ledger.venueRentLamports += maxRent
  }
  if (programFee === everything) ledger.isUnbounded = true
  ledger.programFeeLamports += programFee
  for (const one of signs) ledger.created.add(one)
}

/** Subtracts an amount that a trade takes out of an account that the message has filled. */
function takeOut({ deposits }: Ledger, account: Address, raw: bigint): void {
  const held = deposits.get(account)
  if (held !== undefined) deposits.set(account, held > raw ? held - raw : 0n)
}

/** Returns the amounts that an instruction takes from accounts of the wallet, or the reason for a refusal. */
async function takenBy({ takes }: InstructionEffects, ledger: Ledger): Promise<readonly Moved[] | string> {
  const moved: Moved[] = []
  for (const take of takes) {
    const mint = await ownMint(take, ledger)
    if (mint === undefined) return 'a trade out of another account than the wallet’s own of its token'
    if (take.max === everything) ledger.isUnbounded = true
    takeOut(ledger, take.account, take.max)
    if (mint === wrappedNativeMint) ledger.spentLamports += take.max
    ledger.moves.push({ mint, max: take.max })
    moved.push({ mint, raw: take.max })
  }
  return moved
}

/** Returns the amounts that an instruction brings to accounts of the wallet, or the reason for a refusal. */
async function broughtBy({ brings }: InstructionEffects, ledger: Ledger): Promise<readonly Moved[] | string> {
  const moved: Moved[] = []
  for (const bring of brings) {
    const mint = await ownMint(bring, ledger)
    if (mint === undefined) return 'a trade that does not pay the wallet'
    ledger.moves.push({ mint, min: bring.min })
    moved.push({ mint, raw: bring.min })
  }
  return moved
}

async function checkSwap(read: InstructionEffects, ledger: Ledger): Promise<Verdict> {
  if (read.takes.length !== 1 || read.brings.length !== 1) return `an instruction to ${read.program} that is no trade`
  if (read.brings[0]?.min === 0n) return 'a trade that may pay for nothing'
  if (read.takes[0]?.max === 0n) return 'a trade of nothing'
  const brought = await broughtBy(read, ledger)
  if (typeof brought === 'string') return brought
  const taken = await takenBy(read, ledger)
  if (typeof taken === 'string') return taken
  const [{ mint: mintIn, raw: maxIn }, { mint: mintOut, raw: minOut }] = [taken[0] as Moved, brought[0] as Moved]
  if (mintIn === mintOut) return 'a trade of a token for itself'
  ledger.swaps.push({ mintIn, mintOut, maxIn, minOut, pool: read.pool })
  if (mintIn === wrappedNativeMint) {
    ledger.feeAllowanceLamports += maxIn / buyFeeDivisor
    ledger.maxFeeLamports += maxIn / buyFeeDivisor
  } else if (mintOut === wrappedNativeMint) {
    ledger.feeAllowanceLamports += minOut / saleFeeDivisor
    ledger.maxFeeLamports += minOut
  }
  return undefined
}

/**
 * Checks a deposit, a new pool, a withdrawal from a pool or a claim. It may move amounts only out of and into accounts of the wallet.
 * A deposit must state the min share that it brings. A new pool cannot state it, because the program decides the share.
 */
async function checkPlacement(read: InstructionEffects, ledger: Ledger): Promise<Verdict> {
  const kind = read.kind as ReadPlacement['kind']
  const account = read.into ?? read.pool
  if (account === undefined) return `an instruction to ${read.program} that is no trade`
  if (kind === 'place' && read.brings.some(({ min }) => min === 0n)) return 'a deposit that may bring no share'
  const brought = await broughtBy(read, ledger)
  if (typeof brought === 'string') return brought
  const taken = await takenBy(read, ledger)
  if (typeof taken === 'string') return taken
  ledger.placements.push({ kind, program: read.program, account, takes: taken, brings: brought })
  return undefined
}

/**
 * Checks an instruction that prepares a trade. It opens the wallet's account at a venue, or makes room in a pool, an
 * account without `owner`.
 */
function checkExtend({ opens }: InstructionEffects, ledger: Ledger): Verdict {
  for (const { account, owner } of opens) {
    if (owner !== undefined && owner !== ledger.wallet) return 'an account of a venue made for another wallet'
    ledger.extended.push({ account, owner })
  }
  return undefined
}

/**
 * Checks an instruction of a trading program. The wallet and the accounts that pay and receive are in the message itself. The pool's other
 * accounts may be in a lookup table, because the program checks them.
 */
export async function checkVenue(
  read: InstructionEffects,
  { accounts }: CompiledInstruction,
  ledger: Ledger,
): Promise<Verdict> {
  const { kind } = read
  let verdict: Verdict
  if (kind === 'open') verdict = checkExtend(read, ledger)
  else if (kind === 'swap') verdict = await checkSwap(read, ledger)
  else if (kind === 'place' || kind === 'create' || kind === 'withdraw' || kind === 'claim')
    verdict = await checkPlacement(read, ledger)
  else return `an instruction to ${read.program} that is no trade`
  if (verdict !== undefined) return verdict
  if (kind !== 'open') for (const account of accounts) ledger.used.add(account)
  if (read.irreversible !== undefined) ledger.irreversible = read.irreversible
  countCosts(read, ledger)
  return undefined
}
