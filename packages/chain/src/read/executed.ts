import type { Address } from '@tern/core'
import { decodeBase58 } from '@tern/core'
import type { Executed } from '@tern/venues/read'

interface TokenBalance {
  readonly accountIndex: number
  readonly mint: Address
}

interface TransactionInstruction {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: string
}

/** A transaction as `getTransaction` tells it in `json`, as far as its instructions and events go. */
export interface ToldTransaction {
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

/** Every account that it names, in the order that its instructions count them in. */
export function accountsNamed({ meta, transaction }: ToldTransaction): readonly Address[] {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  return [...transaction.message.accountKeys, ...writable, ...readonly]
}

/** What it did, as `readEvents` takes it. */
export function executedBy(told: ToldTransaction): Required<Executed> {
  const { meta, transaction } = told
  const accounts = accountsNamed(told)
  const inner = (meta.innerInstructions ?? []).flatMap(({ instructions }) => instructions)
  const named = ({ programIdIndex, accounts: positions, data }: TransactionInstruction) => {
    const program = accounts[programIdIndex]
    if (program === undefined) return []
    const there = positions.map(position => accounts[position]).filter(address => address !== undefined)
    return [{ program, accounts: there, data: decodeBase58(data) }]
  }
  const balances = [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])]
  const mints = balances.flatMap(({ accountIndex, mint }) => {
    const account = accounts[accountIndex]
    return account === undefined ? [] : [[account, mint] as const]
  })
  return {
    logs: meta.logMessages ?? [],
    inner: inner.flatMap(named),
    instructions: [...transaction.message.instructions, ...inner].flatMap(named),
    mints: new Map(mints),
  }
}
