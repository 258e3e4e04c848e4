import { type ComputeBudget, transferInstruction } from '@tern/chain'
import { maxComputeUnits, type TableOfAddresses, unitLimitFor } from '@tern/chain/internal'
import { type Address, isTernError, TernError, tokenProgram, wrappedNativeMint } from '@tern/core'
import type { Client, PoolName } from '../../client.ts'
import type { BudgetedMessage } from '../plan/assemblePlan.ts'
import { fits } from '../plan/planMessage.ts'
import { networkFeeOf, type TermsParts } from '../terms.ts'
import type { Opening } from '../trade/trade.ts'
import { tradeFee } from '../trade/tradeFee.ts'
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
  readonly hops: readonly LimitedHop[]
  readonly message: BudgetedMessage
  readonly opens: readonly Opening[]
  readonly feeLamports: bigint
  readonly heldLamports: bigint
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

/** Distributes the hops of a swap over messages. */
export class SwapMessages {
  readonly #client: Client
  readonly #request: SwapPlanRequest
  readonly #wallet: SwapWallet
  readonly #paths: readonly LimitedPath[]
  #tables: readonly TableOfAddresses[] | undefined

  constructor(client: Client, request: SwapPlanRequest, wallet: SwapWallet, paths: readonly LimitedPath[]) {
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
    const made = await this.#compose(ranges, earlier)
    if (fits(this.#wallet.owner, made.message)) return made
    // Loaded on demand, because it knows the effects of every instruction.
    const { readRouteTables, withoutNamed } = await import('./routeTables.ts')
    this.#tables ??= await readRouteTables(this.#client, this.#names())
    const message = { ...made.message, lookupTables: withoutNamed(this.#tables, made.message.instructions) }
    if (fits(this.#wallet.owner, message)) return { ...made, message }
    throw tooLarge(ranges)
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

  async #compose(ranges: readonly HopRange[], earlier: readonly SwapMessage[]): Promise<SwapMessage> {
    const { owner, sides, rents } = this.#wallet
    const parts = ranges.map(({ path, hops: [begin, end] }) => {
      const one = this.#paths.find(other => other.path === path)
      return one?.hops.slice(begin - one.from, end - one.from) ?? []
    })
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
    const { feeWallet } = this.#client
    const fee =
      feeWallet === undefined || feeLamports === 0n ? [] : [transferInstruction(owner, feeWallet, feeLamports)]
    const around = [...opening.map(({ side }) => openSide(owner, side)), ...fee]
    const units = await this.#unitsOf(parts)
    if (units > maxComputeUnits && hops.length > 1) throw tooLarge(ranges)
    const others = [...around, ...swaps.accountInstructions]
    const { priorityFeeLamports = 0n } = this.#request
    const budget: ComputeBudget = { unitLimit: unitLimitFor(units, others), priorityFeeLamports }
    const message: BudgetedMessage = {
      budget,
      instructions: [...around, ...swaps.instructions],
      terms: this.#termsOf(hops, { opens, routerRents: swaps.routerRents }, budget, feeLamports),
    }
    return { ranges, hops, message, opens, feeLamports, heldLamports: swaps.heldLamports }
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
    { opens, routerRents }: { readonly opens: readonly Opening[] } & Pick<BuiltSwaps, 'routerRents'>,
    budget: ComputeBudget,
    feeLamports: bigint,
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
        networkFee: networkFeeOf(budget),
        tradeFee: feeLamports,
      },
    }
  }
}

function joined(ranges: readonly HopRange[], one: HopRange): readonly HopRange[] {
  const last = ranges.at(-1)
  if (last?.path !== one.path || last.hops[1] !== one.hops[0]) return [...ranges, one]
  return [...ranges.slice(0, -1), { path: one.path, hops: [last.hops[0], one.hops[1]] }]
}

function tooLarge(ranges: readonly HopRange[]): TernError {
  const hops = ranges.reduce((sum, { hops: [begin, end] }) => sum + end - begin, 0)
  return new TernError('transaction/tooLarge', { instructions: hops, limit: hops - 1 })
}

function ifTooLarge(error: unknown): undefined {
  if (isTernError(error, 'transaction/tooLarge')) return undefined
  throw error
}
