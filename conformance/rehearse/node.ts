import {
  type Base64EncodedWireTransaction,
  createSolanaRpcFromTransport,
  isSolanaError,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
} from '@solana/kit'
import { type AccountSet, type Address, decodeBase58, decodeBase64, encodeBase64, type Message } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'
import { createPacedTransport, type Pace, pause } from './pacedTransport.ts'

/** Accounts as they were at one slot. */
export interface State {
  readonly slot: bigint
  readonly accounts: AccountSet
}

export interface Simulation {
  readonly slot: bigint
  /** Why it failed, as the node says it. */
  readonly error: unknown
  readonly logs: readonly string[]
  readonly unitsConsumed: bigint
  /** What was asked for, as it is afterwards. */
  readonly accounts: AccountSet
}

/** One instruction of a transaction, inner ones too. */
export interface LandedInstruction {
  readonly program: Address
  readonly accounts: readonly Address[]
  readonly data: Uint8Array
}

/** The little that a rehearsal asks of a node. All of it at commitment `confirmed`, none of it `getProgramAccounts`. */
export interface Node {
  /** At most 100, all of one slot, `minSlot` or later. @throws TernError `rpc/*`. */
  read(addresses: readonly Address[], minSlot?: bigint): Promise<State>
  /** Names of transactions that succeeded, the newest first. */
  recentSignatures(address: Address, limit: number): Promise<readonly Signature[]>
  /** Empty when the node does not have it. */
  instructionsOf(signature: Signature): Promise<readonly LandedInstruction[]>
  readRent(bytes: number): Promise<bigint>
  /** Unsigned, with the node's own blockhash, on a state of `minSlot` or later. */
  simulate(message: Message, asked: readonly Address[], minSlot: bigint): Promise<Simulation>
}

const commitment = 'confirmed'
/** A node behind the one that answered before is asked again, for so long: half a minute. */
const mostWaits = 75
const behindMs = 400

export function connectNode(url: string, pace: Pace): Node {
  const rpc = createSolanaRpcFromTransport(createPacedTransport(url, pace))
  const rents = new Map<number, bigint>()
  const wait = pace.wait ?? pause

  /** Asks until the node, or another behind the same address, has come far enough. */
  async function whenThere<T>(method: string, ask: () => Promise<T>): Promise<T> {
    for (let waits = 0; ; waits++) {
      try {
        return await ask()
      } catch (error) {
        const isBehind = isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED)
        if (!isBehind || waits === mostWaits) throw typed(method, error)
        await wait(behindMs, pace.signal)
      }
    }
  }

  return {
    async read(addresses, minSlot = 0n) {
      const { context, value } = await whenThere('getMultipleAccounts', () =>
        rpc.getMultipleAccounts(addresses, { commitment, encoding: 'base64', minContextSlot: minSlot }).send(),
      )
      return { slot: context.slot, accounts: accountSet(addresses, value, context.slot) }
    },
    async recentSignatures(address, limit) {
      const found = await whenThere('getSignaturesForAddress', () =>
        rpc.getSignaturesForAddress(address, { commitment, limit }).send(),
      )
      return found.filter(({ err }) => err === null).map(({ signature }) => signature)
    },
    async instructionsOf(signature) {
      const found = await whenThere('getTransaction', () =>
        rpc.getTransaction(signature, { commitment, encoding: 'json', maxSupportedTransactionVersion: 0 }).send(),
      )
      if (found === null) return []
      const { writable = [], readonly = [] } = found.meta?.loadedAddresses ?? {}
      const keys = [...found.transaction.message.accountKeys, ...writable, ...readonly]
      const inner = found.meta?.innerInstructions ?? []
      return [...found.transaction.message.instructions, ...inner.flatMap(({ instructions }) => instructions)].flatMap(
        ({ programIdIndex, accounts, data }) => {
          const program = keys[programIdIndex]
          const named = accounts.flatMap(index => keys[index] ?? [])
          return program === undefined ? [] : [{ program, accounts: named, data: decodeBase58(data) }]
        },
      )
    },
    async readRent(bytes) {
      const known = rents.get(bytes)
      if (known !== undefined) return known
      const rent = await whenThere('getMinimumBalanceForRentExemption', () =>
        rpc.getMinimumBalanceForRentExemption(BigInt(bytes)).send(),
      )
      rents.set(bytes, rent)
      return rent
    },
    async simulate(message, asked, minSlot) {
      const { context, value } = await whenThere('simulateTransaction', () =>
        rpc
          .simulateTransaction(unsigned(message), {
            commitment,
            encoding: 'base64',
            sigVerify: false,
            replaceRecentBlockhash: true,
            minContextSlot: minSlot,
            accounts: { addresses: [...asked], encoding: 'base64' },
          })
          .send(),
      )
      return {
        slot: context.slot,
        error: value.err,
        logs: value.logs ?? [],
        unitsConsumed: value.unitsConsumed ?? 0n,
        accounts: accountSet(asked, value.accounts ?? [], context.slot),
      }
    },
  }
}

/** An account as a node answers it in base64. */
interface Answered {
  readonly owner: Address
  readonly lamports: bigint
  readonly executable: boolean
  readonly data: readonly [string, string]
}

/** A closed account is told as none, or as one without lamports. */
function accountSet(addresses: readonly Address[], answered: readonly (Answered | null)[], slot: bigint): AccountSet {
  return new Map(
    addresses.map((address, i) => {
      const account = answered[i]
      if (!account || account.lamports === 0n) return [address, null]
      const { owner, lamports, executable, data } = account
      return [address, { owner, lamports, executable, data: decodeBase64(data[0]), slot }]
    }),
  )
}

/** A transaction with empty signatures. */
function unsigned({ bytes, signers }: Message): Base64EncodedWireTransaction {
  const wire = new Uint8Array(1 + 64 * signers.length + bytes.length)
  wire[0] = signers.length
  wire.set(bytes, 1 + 64 * signers.length)
  return encodeBase64(wire) as Base64EncodedWireTransaction
}

/** What the node itself refused. */
function typed(method: string, error: unknown): unknown {
  if (!isSolanaError(error)) return error
  const message = error.message.split('\n', 1)[0] ?? ''
  return new TernError('rpc/refused', { method, code: Number(error.context.__code), message }, { cause: error })
}
