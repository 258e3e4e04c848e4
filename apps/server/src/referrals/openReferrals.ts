import { randomInt } from 'node:crypto'
import type { Chain } from '@tern/chain'
import { type Address, isTernError, TernError } from '@tern/core'
import { referralCodeLength, referralLetters } from '@tern/core/internal'
import type { NotifiedRow, ReferralRow, ReferralTradeState } from '../data/rows.ts'
import type { Database } from '../database/database.ts'
import { createClientRateLimit } from '../http/clientRateLimit.ts'
import { createDailyBudget } from '../http/dailyBudget.ts'
import { createTransactionReader, type TransactionReader } from '../indexer/transaction.ts'
import { checkTransaction } from '../relayer/checkTransaction.ts'
import { readFeeTrade } from './feeTrade.ts'
import { createFeeTradeFollower, isBindable, nowSeconds } from './feeTradeFollower.ts'
import { createReferralStore, type ReferralStore } from './referralStore.ts'

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

const randomLetter = () => referralLetters[randomInt(referralLetters.length)]
const randomCode = () => Array.from({ length: referralCodeLength }, randomLetter).join('')

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
  const follower = createFeeTradeFollower(chain, { store, feeWallet, shareBps, everyMs, transactions, onFault })

  /** @throws TernError `http/tooManyRequests`. */
  function spend(budget: Pick<typeof requests, 'take'>, client: string, amount: number) {
    const retryAfterSeconds = budget.take(client, amount)
    if (retryAfterSeconds > 0) throw new TernError('http/tooManyRequests', { retryAfterSeconds })
  }

  async function notifyOne(client: string, encoded: string, index: number): Promise<NotifiedRow> {
    try {
      const { signature, feePayer, instructions } = checkTransaction(encoded, index, programs)
      const trade = readFeeTrade(feePayer, instructions, feeWallet)
      const code = trade && (await follower.codeOf(trade))
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

  return {
    async notify(client, encodedTransactions) {
      spend(requests, client, encodedTransactions.length)
      const notified: NotifiedRow[] = []
      for (const [i, encoded] of encodedTransactions.entries()) notified.push(await notifyOne(client, encoded, i))
      return notified
    },
    async confirm(signature) {
      if ((await store.readPaid(signature)) === undefined) return 'unknown'
      await follower.look([signature])
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
    stop: follower.stop,
  }
}
