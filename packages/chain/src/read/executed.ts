import { type Address, decodeBase58 } from '@tern/core'
import type { Executed } from '@tern/venues/read'

interface TokenBalance {
  readonly accountIndex: number
  readonly mint: Address
  readonly uiTokenAmount: { readonly amount: string }
}

interface TransactionInstruction {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: string
}

/** The parts of a `getTransaction` answer (`json`) that show instructions and events. */
export interface FetchedTransaction {
  readonly meta: {
    readonly logMessages: readonly string[] | null
    readonly innerInstructions?:
      | readonly { readonly instructions: readonly TransactionInstruction[] }[]
      | null
      | undefined
    readonly preTokenBalances?: readonly TokenBalance[] | null | undefined
    readonly postTokenBalances?: readonly TokenBalance[] | null | undefined
    readonly loadedAddresses?:
      | { readonly writable: readonly Address[]; readonly readonly: readonly Address[] }
      | null
      | undefined
  }
  readonly transaction: {
    readonly message: {
      readonly accountKeys: readonly Address[]
      readonly instructions: readonly TransactionInstruction[]
    }
  }
}

/**
 * Lists every account of a transaction, in the order of its instructions' account indexes.
 *
 * @example
 * accountsNamed(fetched)[0] // the fee payer
 */
export function accountsNamed({ meta, transaction }: FetchedTransaction): readonly Address[] {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  return [...transaction.message.accountKeys, ...writable, ...readonly]
}

/**
 * Converts a transaction to the input of `readEvents`.
 *
 * @example
 * readEvents(executedBy(fetched)) // the trades and other events of the transaction
 */
export function executedBy(fetched: FetchedTransaction): Required<Executed> {
  const { meta, transaction } = fetched
  const accounts = accountsNamed(fetched)
  const inner = (meta.innerInstructions ?? []).flatMap(({ instructions }) => instructions)
  const named = ({ programIdIndex, accounts: positions, data }: TransactionInstruction) => {
    const program = accounts[programIdIndex]
    if (program === undefined) return []
    const there = positions.map(position => accounts[position]).filter(address => address !== undefined)
    return [{ program, accounts: there, data: decodeBase58(data) }]
  }
  const inAccounts = (balances: FetchedTransaction['meta']['postTokenBalances']) =>
    (balances ?? []).flatMap(({ accountIndex, mint, uiTokenAmount }) => {
      const account = accounts[accountIndex]
      return account === undefined ? [] : [{ account, mint, amount: BigInt(uiTokenAmount.amount) }]
    })
  const [before, after] = [inAccounts(meta.preTokenBalances), inAccounts(meta.postTokenBalances)]
  return {
    logs: meta.logMessages ?? [],
    inner: inner.flatMap(named),
    instructions: [...transaction.message.instructions, ...inner].flatMap(named),
    mints: new Map([...before, ...after].map(({ account, mint }) => [account, mint])),
    balances: new Map(after.map(({ account, amount }) => [account, amount])),
  }
}
