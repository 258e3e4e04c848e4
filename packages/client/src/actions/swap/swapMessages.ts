import type { Instruction } from '@solana/kit'
import { type ComputeBudget, memoInstruction, type Tip, transferInstruction } from '@tern/chain'
import { maxComputeUnits, type TableOfAddresses, unitLimitFor } from '@tern/chain/internal'
import { type Address, isTernError, TernError, tokenProgram, wrappedNativeMint } from '@tern/core'
import { referralMemo } from '@tern/core/internal'
import type { Client, PoolName } from '../../client.ts'
import type { BudgetedMessage } from '../plan/assemblePlan.ts'
import type { PlanMessage } from '../plan/plan.ts'
import { fits } from '../plan/planMessage.ts'
import { networkFeeOf, type TermsParts } from '../terms.ts'
import { advanceOwnNonce } from '../trade/advanceOwnNonce.ts'
import type { Opening } from '../trade/trade.ts'
import { tipPayment } from '../trade/tradeContext.ts'
import { tradeFee } from '../trade/tradeFee.ts'
import { areVerified } from './areVerified.ts'
import type { LimitedHop } from './limitedHops.ts'
import type { SwapPlanRequest } from './swap.ts'
import { type BuiltSwaps, buildByRouter, buildSwaps } from './swapInstructions.ts'
import { openSide, readAccounts, type SwapWallet } from './swapWallet.ts'

/** The hops of a path that remain, and the position of the first among all hops of the path. */
export interface LimitedPath {
  readonly path: number
  readonly from: number
  readonly hops: readonly LimitedHop[]
}

/** Consecutive hops of a path, as positions: from the first number up to the number before the second. */
export interface HopRange {
  readonly path: number
  readonly hops: readonly [number, number]
}

/** A message, with its hops and costs. */
export interface SwapMessage {
  readonly ranges: readonly HopRange[]
  /** The hops of each range. */
  readonly parts: readonly (readonly LimitedHop[])[]
  /** All hops. */
  readonly hops: readonly LimitedHop[]
  readonly message: BudgetedMessage
  readonly opens: readonly Opening[]
  readonly feeLamports: bigint
  readonly heldLamports: bigint
  /** The referral code that its memo names. Unset: no memo. */
  readonly referralCode: string | undefined
}

/** The parts of a message. */
interface Draft extends Pick<SwapMessage, 'ranges' | 'parts' | 'referralCode'> {
  /** The messages before it. */
  readonly earlier: readonly SwapMessage[]
  /** Unset: it pays no tip. */
  readonly tip: Tip | undefined
  /** Instructions before its own. */
  readonly before: readonly Instruction[]
}

/** Sums up the min outputs of each mint minus the max inputs. */
export function netOf(hops: readonly LimitedHop[]): ReadonlyMap<Address, bigint> {
  const net = new Map<Address, bigint>()
  const add = (mint: Address, amount: bigint) => net.set(mint, (net.get(mint) ?? 0n) + amount)
  for (const { quote, maxIn, minOut } of hops) {
    add(quote.tokenIn, -maxIn)
    add(quote.tokenOut, minOut)
  }
  return net
}

/** A swap with the limits of its hops. */
interface SwapToSend {
  readonly request: SwapPlanRequest
  readonly wallet: SwapWallet
  readonly paths: readonly LimitedPath[]
}

/** Distributes the hops of a swap over messages. */
export class SwapMessages {
  readonly #client: Client
  readonly #request: SwapPlanRequest
  readonly #wallet: SwapWallet
  readonly #paths: readonly LimitedPath[]
  #tables: readonly TableOfAddresses[] | undefined
  #tip: Promise<Tip | undefined> | undefined

  constructor(client: Client, { request, wallet, paths }: SwapToSend) {
    this.#client = client
    this.#request = request
    this.#wallet = wallet
    this.#paths = paths
  }

  /**
   * Builds the messages.
   *
   * @param division the ranges of each message, if they are known. Otherwise as many hops share a message as fit.
   * @throws TernError `transaction/tooLarge` if a hop does not fit into a message.
   */
  async build(division: readonly (readonly HopRange[])[] | undefined): Promise<readonly SwapMessage[]> {
    const done: SwapMessage[] = []
    if (division !== undefined) {
      for (const ranges of division) done.push(await this.#message(ranges, done))
      return done
    }
    let last: SwapMessage | undefined
    for (const one of this.#pieces()) {
      const longer =
        last === undefined || this.#request.inSteps
          ? undefined
          : await this.#message(joined(last.ranges, one), done).catch(ifTooLarge)
      if (last !== undefined && longer === undefined) done.push(last)
      last = longer ?? (await this.#message([one], done))
    }
    return last === undefined ? done : [...done, last]
  }

  /** Lists the pieces for messages: each hop, or each path of the router program. */
  #pieces(): readonly HopRange[] {
    return this.#paths.flatMap(({ path, from, hops }): readonly HopRange[] =>
      this.#request.byRouterProgram
        ? [{ path, hops: [from, from + hops.length] }]
        : hops.map((_, n) => ({ path, hops: [from + n, from + n + 1] })),
    )
  }

  async #message(ranges: readonly HopRange[], earlier: readonly SwapMessage[]): Promise<SwapMessage> {
    const isByNonce = this.#request.lifetime === 'nonce'
    // Every advance of a nonce account has the same length.
    const before = isByNonce ? [await advanceOwnNonce(this.#wallet.owner)] : []
    this.#tip ??= tipPayment(this.#client, this.#request)
    const own = { ranges, parts: this.#partsOf(ranges), referralCode: this.#request.referralCode }
    const draft: Draft = { ...own, earlier: [...earlier], tip: await this.#tip, before }
    const made = await this.#fitted(draft)
    if (!isByNonce && areVerified(this.#request, made.hops)) return made
    return { ...made, message: { ...made.message, atSigning: () => this.#atSigning(draft) } }
  }

  #partsOf(ranges: readonly HopRange[]): Draft['parts'] {
    return ranges.map(({ path, hops: [begin, end] }) => {
      const one = this.#paths.find(other => other.path === path)
      return one?.hops.slice(begin - one.from, end - one.from) ?? []
    })
  }

  /** Makes the message that is signed: with limits from simulations, and with a durable nonce. */
  async #atSigning(draft: Draft): Promise<PlanMessage> {
    const { owner } = this.#wallet
    const parts: (readonly LimitedHop[])[] = []
    for (const part of draft.parts)
      parts.push(areVerified(this.#request, part) ? part : await this.#limited(draft, part))
    const compose = async (tip: Tip | undefined, before: Draft['before']) =>
      (await this.#fitted({ ...draft, parts, tip, before })).message
    if (this.#request.lifetime !== 'nonce') return compose(draft.tip, [])
    // Loaded on demand, because few wallets use a nonce account.
    const { swapByNonce } = await import('./swapByNonce.ts')
    return swapByNonce(this.#client, { owner, request: this.#request, tip: draft.tip, compose })
  }

  /** Limits a part by a simulation of its own, so that it does not depend on the amounts of the other parts. */
  async #limited(draft: Draft, part: readonly LimitedHop[]): Promise<readonly LimitedHop[]> {
    // Loaded on demand, because few pools need it.
    const { limitBySimulation } = await import('./limitBySimulation.ts')
    const alone = await this.#fitted({ ...draft, parts: [part], tip: undefined, before: [], referralCode: undefined })
    return limitBySimulation(this.#client, this.#wallet, alone)
  }

  /**
   * Composes a message. If it would be too long, leaves out the referral code, because a later trade can name it. If that does not
   * suffice, uses lookup tables.
   *
   * @throws TernError `transaction/tooLarge`.
   */
  async #fitted(draft: Draft): Promise<SwapMessage> {
    const whole = await this.#compose(draft)
    if (fits(this.#wallet.owner, whole.message)) return whole
    const made = whole.referralCode === undefined ? whole : await this.#compose({ ...draft, referralCode: undefined })
    if (made !== whole && fits(this.#wallet.owner, made.message)) return made
    // Loaded on demand, because it knows the effects of every instruction.
    const { readRouteTables, withoutNamed } = await import('./routeTables.ts')
    this.#tables ??= await readRouteTables(this.#client, this.#names())
    const message = { ...made.message, lookupTables: withoutNamed(this.#tables, made.message.instructions) }
    if (fits(this.#wallet.owner, message)) return { ...made, message }
    throw tooLarge(draft.parts)
  }

  /** Names the pools, with the lookup tables that the request knows. */
  #names(): readonly PoolName[] {
    const { listed = [], route = [] } = this.#request
    const given = [...listed, ...route.flatMap(({ pools }) => pools)]
    return this.#paths.flatMap(({ hops }) =>
      hops.map(({ pool: { protocol, address, tokens } }) => {
        const mint = tokens.find(token => token.mint !== wrappedNativeMint)?.mint
        const lookupTable = given.find(one => one.address === address && one.lookupTable !== undefined)?.lookupTable
        return { protocol, address, ...(mint && { mint }), ...(lookupTable && { lookupTable }) }
      }),
    )
  }

  async #compose({ ranges, parts, earlier, tip, before, ...asked }: Draft): Promise<SwapMessage> {
    const { owner, sides, rents } = this.#wallet
    const hops = parts.flat()
    const opened = new Set(earlier.flatMap(({ opens }) => opens.map(({ address }) => address)))
    const { accounts, opens: byVenues } = await readAccounts(this.#client, this.#wallet, hops)
    const { byRouterProgram = false } = this.#request
    // The router program itself opens and closes middle accounts.
    const bringing = byRouterProgram ? parts.flatMap(part => part.at(-1) ?? []) : hops
    const received = new Set(bringing.map(({ quote }) => quote.tokenOut))
    const opening = [...received].flatMap(mint => {
      const [side, lamports] = [sides.get(mint), rents.get(mint)]
      return side === undefined || lamports === undefined || opened.has(side.address) ? [] : [{ side, lamports }]
    })
    const opens: readonly Opening[] = [
      ...opening.map(({ side, lamports }): Opening => ({ address: side.address, lamports, kind: 'tokenAccount' })),
      ...byVenues.filter(({ address }) => !opened.has(address)),
    ]
    const swaps = await (byRouterProgram ? buildByRouter : buildSwaps)(parts, accounts)
    const feeLamports = this.#feeOf(hops)
    const { feeWallet, owner: { guardUnits = 0 } = {} } = this.#client
    const fee =
      feeWallet === undefined || feeLamports === 0n ? [] : [transferInstruction(owner, feeWallet, feeLamports)]
    const first = [...before, ...opening.map(({ side }) => openSide(owner, side)), ...fee]
    const referralCode = fee.length > 0 ? asked.referralCode : undefined
    const last = [
      // After the swaps, because a failure names its instruction by position, and a nonce's variants may leave the memo out.
      ...(referralCode === undefined ? [] : [memoInstruction(referralMemo(referralCode))]),
      ...(tip === undefined ? [] : [tipInstruction(owner, tip)]),
    ]
    const units = await this.#unitsOf(parts)
    if (units > maxComputeUnits && hops.length > 1) throw tooLarge(parts)
    const others = [...first, ...swaps.accountInstructions, ...last]
    const { priorityFeeLamports = 0n, frontRunningProtection } = this.#request
    const unitLimit = Math.min(maxComputeUnits, unitLimitFor(units, others) + guardUnits)
    const budget: ComputeBudget = { unitLimit, priorityFeeLamports }
    const message: BudgetedMessage = {
      budget,
      instructions: [...first, ...swaps.instructions, ...last],
      terms: this.#termsOf(hops, {
        ...{ opens, routerRents: swaps.routerRents },
        ...{ networkFee: networkFeeOf(budget), tip: tip?.lamports ?? 0n, tradeFee: feeLamports },
      }),
      ...(tip && { tip }),
      ...(frontRunningProtection !== undefined && { frontRunningProtection }),
    }
    return { ranges, parts, hops, message, opens, feeLamports, heldLamports: swaps.heldLamports, referralCode }
  }

  /** Sums the compute units of parts. Checks that the cluster has the router program if it is asked for. */
  async #unitsOf(parts: readonly (readonly LimitedHop[])[]): Promise<number> {
    if (!this.#request.byRouterProgram) return parts.flat().reduce((sum, { quote }) => sum + quote.computeUnits, 0)
    const { assertRouter, routerUnits } = await import('./routerSwaps.ts')
    await assertRouter(this.#client)
    return parts.reduce((sum, part) => sum + routerUnits(part), 0)
  }

  /** Tern's fee is a share of the SOL at either end of the swap. */
  #feeOf(hops: readonly LimitedHop[]): bigint {
    if (this.#client.feeWallet === undefined) return 0n
    const { tokenIn, tokenOut } = this.#request
    const amounts = hops.map(({ quote, maxIn }) => {
      if (tokenIn === wrappedNativeMint && quote.tokenIn === wrappedNativeMint) return maxIn
      return tokenOut === wrappedNativeMint && quote.tokenOut === wrappedNativeMint ? quote.amountOut : 0n
    })
    return tradeFee(amounts.reduce((sum, one) => sum + one, 0n))
  }

  #termsOf(
    hops: readonly LimitedHop[],
    { opens, routerRents, ...paid }: Pick<SwapMessage, 'opens'> & Pick<BuiltSwaps, 'routerRents'> & Paid,
  ): TermsParts {
    const net = [...netOf(hops)]
    const programOf = (mint: Address) => this.#wallet.sides.get(mint)?.token.program ?? tokenProgram
    const sum = (kind: Opening['kind']) =>
      opens.reduce(
        (total, one) => (one.kind === kind && !routerRents.has(one.address) ? total + one.lamports : total),
        0n,
      )
    const byRouter = [...routerRents.values()].reduce((total, rent) => total + rent, 0n)
    return {
      spend: net.flatMap(([mint, raw]) => (raw < 0n ? [{ mint, tokenProgram: programOf(mint), max: -raw }] : [])),
      receive: net.flatMap(([mint, raw]) => (raw > 0n ? [{ mint, tokenProgram: programOf(mint), min: raw }] : [])),
      lamports: {
        rent: sum('tokenAccount') + byRouter,
        programFee: sum('venue'),
        ...paid,
      },
    }
  }
}

function joined(ranges: readonly HopRange[], one: HopRange): readonly HopRange[] {
  const last = ranges.at(-1)
  if (last?.path !== one.path || last.hops[1] !== one.hops[0]) return [...ranges, one]
  return [...ranges.slice(0, -1), { path: one.path, hops: [last.hops[0], one.hops[1]] }]
}

/** Lamports that a message pays, beside rents. */
type Paid = Pick<TermsParts['lamports'], 'networkFee' | 'tip' | 'tradeFee'>

const tipInstruction = (owner: Address, { to, lamports, frontRunningAccount: named }: Tip): Instruction =>
  transferInstruction(owner, to, lamports, ...(named === undefined ? [] : [named]))

function tooLarge(parts: Draft['parts']): TernError {
  const hops = parts.flat().length
  return new TernError('transaction/tooLarge', { instructions: hops, limit: hops - 1 })
}

function ifTooLarge(error: unknown): undefined {
  if (isTernError(error, 'transaction/tooLarge')) return undefined
  throw error
}
