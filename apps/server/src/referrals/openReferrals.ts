import { randomInt } from 'node:crypto'
import type { Signature } from '@solana/kit'
import type { Chain } from '@tern/chain'
import { type Address, isTernError, TernError } from '@tern/core'
import { referralCodeLength, referralLetters } from '@tern/core/internal'
import type { NotifiedRow, ReferralRow, ReferralTradeState } from '../data/rows.ts'
import type { Database } from '../database/database.ts'
import { createClientRateLimit } from '../http/clientRateLimit.ts'
import { createDailyBudget } from '../http/dailyBudget.ts'
import { createTransactionReader, type TransactionReader, withTimeout } from '../indexer/transaction.ts'
import { checkTransaction } from '../relayer/checkTransaction.ts'
import { type FeeTrade, feeTradeIn, readFeeTrade } from './feeTrade.ts'
import { patienceSeconds } from './openReferralStore.ts'
import { createReferralStore, type Paid, type ReferralStore } from './referralStore.ts'

/** Referral codes, the wallets that they bind, and their earnings. */
export interface Referrals {
  /**
   * Takes notice of sent transactions, to look for them on the chain.
   * A trade that pays the fee and contains a code binds its wallet to the code once it is final. The first code stays,
   * and no wallet can refer itself.
   *
   * @throws TernError `http/tooManyRequests`.
   */
  notify(client: string, encodedTransactions: readonly string[]): Promise<readonly NotifiedRow[]>
  /** Looks at once if a transaction has landed. */
  confirm(signature: string): Promise<ReferralTradeState>
  /** Returns the wallet's code. Creates it if necessary. */
  makeCode(client: string, owner: string): Promise<string>
  read(owner: string): Promise<ReferralRow>
  /** Checks if a trade of `owner` with `code` would bind it. */
  wouldBind(owner: string, code: string): Promise<boolean>
  stop(): Promise<void>
}

interface Options {
  readonly store: ReferralStore
  /** Receives Tern's fee of 1%. */
  readonly feeWallet: Address
  /** The referrer's share of the fee, in basis points. */
  readonly shareBps: number
  /** Programs that a transaction may call. */
  readonly programs: ReadonlySet<string>
  /** Time between two looks at trades that are not final, in milliseconds. Unset: 15 s. */
  readonly everyMs?: number
  /** Max new rows in a day. Unset: `rowsOfDay`. */
  readonly maxRows?: Parameters<typeof createDailyBudget>[0]
  /** Unset: its own reader without reports. */
  readonly transactions?: TransactionReader
  readonly onFault: (error: unknown) => void
}

/** Limits the requests of a client. A new code costs as much as `codeCost` notices. */
const requestsOfClient = { burst: 200, perSecond: 0.5 }
const codeCost = 10
/** Max new rows in a day, so that strangers with many networks cannot fill the disk. A row takes about 400 bytes. */
const rowsOfDay: Parameters<typeof createDailyBudget>[0] = {
  ofClient: 5_000,
  ofNetworks: [10_000, 20_000],
  altogether: 200_000,
}
/** Max signatures in a request to a node. */
const maxAtOnce = 256

const randomLetter = () => referralLetters[randomInt(referralLetters.length)]
const randomCode = () => Array.from({ length: referralCodeLength }, randomLetter).join('')

const nowSeconds = () => Math.floor(Date.now() / 1000)

export function openReferrals(
  chain: Pick<Chain, 'rpc'>,
  database: Pick<Database, 'queryInTime'>,
  options: Options,
): Referrals {
  const { store, feeWallet, shareBps, programs, everyMs = 15_000, onFault } = options
  const { transactions = createTransactionReader(chain) } = options
  const shown = createReferralStore({ query: database.queryInTime })
  const requests = createClientRateLimit(requestsOfClient)
  const rows = createDailyBudget(options.maxRows ?? rowsOfDay)
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  /** @throws TernError `http/tooManyRequests`. */
  function spend(budget: Pick<typeof requests, 'take'>, client: string, amount: number) {
    const retryAfterSeconds = budget.take(client, amount)
    if (retryAfterSeconds > 0) throw new TernError('http/tooManyRequests', { retryAfterSeconds })
  }

  /**
   * Returns the code that earns from a trade: the trade's own code if it can bind the trader, otherwise the code that
   * the trader is bound to.
   */
  async function codeOf({ trader, code }: FeeTrade): Promise<string | undefined> {
    const binding = await store.bindingOf(trader)
    const canBind = code !== undefined && !binding?.signature && isBindable(trader, await store.ownerOf(code))
    return canBind ? code : binding?.code
  }

  async function notifyOne(client: string, encoded: string, index: number): Promise<NotifiedRow> {
    try {
      const { signature, feePayer, instructions } = checkTransaction(encoded, index, programs)
      const trade = readFeeTrade(feePayer, instructions, feeWallet)
      const code = trade && (await codeOf(trade))
      if (code !== undefined) {
        if ((await store.readPaid(signature)) === undefined) spend(rows, client, 1)
        await store.note(signature, code, nowSeconds())
      }
      return { success: true, signer: feePayer, signature }
    } catch (error) {
      if (!isTernError(error) || error.code === 'database/unavailable' || error.code === 'http/tooManyRequests')
        throw error
      return { success: false, signer: null, signature: null }
    }
  }

  /** Reads the state of transactions from the chain, and stores it. */
  async function look(signatures: readonly string[]): Promise<void> {
    if (signatures.length === 0) return
    const { value } = await chain.rpc
      .getSignatureStatuses(signatures as readonly Signature[], { searchTransactionHistory: true })
      .send({ abortSignal: withTimeout(signal) })
    const failures: unknown[] = []
    for (const [i, signature] of signatures.entries()) {
      const status = value[i]
      const isThere = status?.confirmationStatus === 'confirmed' || status?.confirmationStatus === 'finalized'
      try {
        const paid = isThere ? await readPaid(signature, status) : nothing
        if (paid !== undefined) await store.setPaid(signature, paid)
      } catch (error) {
        // Continue with the other transactions.
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  async function readPaid(signature: string, { slot, confirmationStatus }: Status): Promise<Paid | undefined> {
    const isFinal = confirmationStatus === 'finalized'
    const found = await transactions.read(signature, signal)
    if (found === undefined) return undefined
    // It can never be read, so its fee stays unknown.
    if (found === 'unreadable') return { ...nothing, isFinal }
    // A node that is behind may return it from an abandoned fork.
    if (isFinal && found.slot !== slot) return undefined
    const trade = feeTradeIn(found, feeWallet)
    if (isFinal && trade !== undefined) await bind(trade, signature)
    const code = trade && (await codeOf(trade))
    if (trade === undefined || code === undefined) return { ...nothing, slot: Number(slot), isFinal }
    const { feeLamports } = trade
    const shareLamports = (feeLamports * BigInt(shareBps)) / 10_000n
    return { code, slot: Number(slot), feeLamports, shareLamports, isFinal }
  }

  /** Binds the trader of a final trade, unless the trade has no code or the trader is bound already. */
  async function bind(trade: FeeTrade, signature: string): Promise<void> {
    const { trader, code } = trade
    if (code !== undefined && (await codeOf(trade)) === code)
      await store.bind({ trader, code, sinceSeconds: nowSeconds(), signature })
  }

  async function lookAtOpen(): Promise<void> {
    try {
      const since = nowSeconds() - patienceSeconds
      await store.prune(since)
      await look(await store.listOpen(since, maxAtOnce))
    } catch (error) {
      // A node or a database that does not answer is asked again.
      if (!isTernError(error) && !signal.aborted && !(error instanceof Error && 'context' in error)) onFault(error)
    }
  }

  function lookLater() {
    timer = setTimeout(() => {
      running = lookAtOpen().finally(() => {
        if (!signal.aborted) lookLater()
      })
    }, everyMs)
  }
  lookLater()

  return {
    async notify(client, encodedTransactions) {
      spend(requests, client, encodedTransactions.length)
      const notified: NotifiedRow[] = []
      for (const [i, encoded] of encodedTransactions.entries()) notified.push(await notifyOne(client, encoded, i))
      return notified
    },
    async confirm(signature) {
      if ((await store.readPaid(signature)) === undefined) return 'unknown'
      await look([signature])
      const paid = await store.readPaid(signature)
      return paid?.isFinal === true ? 'final' : paid?.slot == null ? 'unseen' : 'confirmed'
    },
    async makeCode(client, owner) {
      for (;;) {
        const known = await store.codeOf(owner)
        if (known !== undefined) return known
        spend(requests, client, codeCost)
        spend(rows, client, 1)
        await store.addCode(owner, randomCode())
      }
    },
    async read(owner) {
      const code = await shown.codeOf(owner)
      const earned = code === undefined ? undefined : await shown.earned(code)
      return {
        code: code ?? null,
        shareBps,
        traders: earned?.traders ?? 0,
        trades: earned?.trades ?? 0,
        earnedLamports: String(earned?.lamports ?? 0n),
        openLamports: String(earned?.openLamports ?? 0n),
      }
    },
    async wouldBind(owner, code) {
      const [binding, referrer] = await Promise.all([shown.bindingOf(owner), shown.ownerOf(code)])
      return !binding?.signature && isBindable(owner, referrer)
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

interface Status {
  readonly slot: bigint
  readonly confirmationStatus: string | null
}

/** An unknown code binds no wallet, and no wallet refers itself. */
const isBindable = (trader: string, referrer: string | undefined) => referrer !== undefined && referrer !== trader

const nothing: Paid = { slot: null, feeLamports: 0n, shareLamports: 0n, isFinal: false }
