import type { Signature } from '@solana/kit'
import type { Chain } from '@tern/chain'
import { type Address, isTernError } from '@tern/core'
import { type TransactionReader, withTimeout } from '../indexer/transaction.ts'
import { type FeeTrade, feeTradeIn } from './feeTrade.ts'
import { patienceSeconds } from './openReferralStore.ts'
import type { Paid, ReferralStore } from './referralStore.ts'

interface Options {
  readonly store: ReferralStore
  readonly feeWallet: Address
  readonly shareBps: number
  readonly everyMs: number
  readonly transactions: TransactionReader
  readonly onFault: (error: unknown) => void
}

/** Max signatures in a request to a node. */
const maxAtOnce = 256

export const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Follows the noted trades until they are final. Then they bind their traders to their codes. */
export function createFeeTradeFollower(
  chain: Pick<Chain, 'rpc'>,
  { store, feeWallet, shareBps, everyMs, transactions, onFault }: Options,
) {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  /**
   * Returns the code that earns from a trade: the trade's own code if it can bind the trader, otherwise the code that
   * the trader is bound to.
   */
  async function codeOf({ trader, code }: FeeTrade): Promise<string | undefined> {
    const binding = await store.bindingOf(trader)
    const canBind = code !== undefined && !binding?.signature && isBindable(trader, await store.ownerOf(code))
    return canBind ? code : binding?.code
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
    codeOf,
    look,
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
export const isBindable = (trader: string, referrer: string | undefined) =>
  referrer !== undefined && referrer !== trader

const nothing: Paid = { slot: null, feeLamports: 0n, shareLamports: 0n, isFinal: false }
