import {
  type Base64EncodedWireTransaction,
  createSolanaRpcFromTransport,
  isSolanaError,
  type Rpc,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
  type SolanaRpcApi,
} from '@solana/kit'
import {
  type AccountSet,
  type Address,
  decodeBase58,
  decodeBase64,
  encodeBase64,
  type Message,
  TernError,
} from '@tern/core'
import { createPacedTransport, type Pace, pause } from './pacedTransport.ts'

/** Accounts at a single slot. */
export interface State {
  readonly slot: bigint
  readonly accounts: AccountSet
}

export interface Simulation {
  readonly slot: bigint
  /** The reason of the failure, in the node's form. */
  readonly error: unknown
  readonly logs: readonly string[]
  readonly unitsConsumed: bigint
  /** The requested accounts after the simulation. */
  readonly accounts: AccountSet
}

/** An instruction or inner instruction of a transaction. */
export interface LandedInstruction {
  readonly program: Address
  readonly accounts: readonly Address[]
  readonly data: Uint8Array
}

/** The node's calls that a rehearsal needs, all at commitment `confirmed` and without `getProgramAccounts`. */
export interface Node {
  /** The same node at the same pace, for calls that have no function here. */
  readonly rpc: Rpc<SolanaRpcApi>
  /**
   * Reads at most 100 accounts at a single slot, `minSlot` or later.
   * @throws TernError `rpc/*`.
   */
  read(addresses: readonly Address[], minSlot?: bigint): Promise<State>
  /** Signatures of successful transactions, newest first. */
  recentSignatures(address: Address, limit: number): Promise<readonly Signature[]>
  /** Empty if the node does not have the transaction. */
  instructionsOf(signature: Signature): Promise<readonly LandedInstruction[]>
  readRent(bytes: number): Promise<bigint>
  /** Simulates an unsigned message with the node's own blockhash, on a state of `minSlot` or later. */
  simulate(message: Message, asked: readonly Address[], minSlot: bigint): Promise<Simulation>
}

const commitment = 'confirmed'
/** A node behind the last answer's node is asked again, for up to half a minute. */
const maxWaits = 75
const behindMs = 400

export function connectNode(url: string, pace: Pace): Node {
  const rpc = createSolanaRpcFromTransport(createPacedTransport(url, pace))
  const rents = new Map<number, bigint>()
  const wait = pace.wait ?? pause

  /** Asks until the node, or another node at the same URL, has reached the slot. */
  async function whenThere<T>(method: string, ask: () => Promise<T>): Promise<T> {
    for (let waits = 0; ; waits++) {
      try {
        return await ask()
      } catch (error) {
        const isBehind = isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED)
        if (!isBehind || waits === maxWaits) throw typed(method, error)
        await wait(behindMs, pace.signal)
      }
    }
  }

  return {
    rpc,
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

/** An account in a node's base64 answer. */
interface Answered {
  readonly owner: Address
  readonly lamports: bigint
  readonly executable: boolean
  readonly data: readonly [string, string]
}

/** Nodes report a closed account as null, or as an account without lamports. */
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

/** Converts the node's own refusal to a TernError. */
function typed(method: string, error: unknown): unknown {
  if (!isSolanaError(error)) return error
  const message = error.message.split('\n', 1)[0] ?? ''
  return new TernError('rpc/refused', { method, code: Number(error.context.__code), message }, { cause: error })
}
