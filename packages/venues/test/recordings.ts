import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AccountSet, type AccountSnapshot, type Address, decodeBase58, decodeBase64 } from '@tern/core'

/** An instruction that landed, sent or called by another program. */
export interface LandedInstruction {
  readonly accounts: readonly Address[]
  readonly data: Uint8Array
  /** The program's calls to itself while it ran: events, after the eight bytes that mark an event. */
  readonly events: readonly Uint8Array[]
}

/** The instructions of a transaction to a program, in their order, and the payer, who signed it. */
export interface LandedTransaction {
  readonly payer: Address
  readonly signers: ReadonlySet<Address>
  readonly instructions: readonly LandedInstruction[]
}

/** A transaction that a cluster has simulated, with the result. */
export interface Simulated {
  readonly wire: Uint8Array
  /** The requested accounts after the simulation. */
  readonly left: ReadonlyMap<Address, Uint8Array | null>
  readonly calls: readonly { readonly programId: string; readonly stackHeight: number }[]
  readonly logs: readonly string[]
  readonly units: bigint
}

/** The recordings of a program on mainnet. */
export interface Recordings {
  readonly transactions: readonly LandedTransaction[]
  /** Events of the program in successful transactions, from logs and from calls to itself, without duplicates. */
  readonly events: readonly Uint8Array[]
  /** The data of its accounts. */
  readonly accounts: readonly Uint8Array[]
  /** The data of accounts whose address was recorded. */
  readonly named: ReadonlyMap<Address, Uint8Array>
  /** These accounts and accounts of other programs, with their owners. */
  readonly kept: AccountSet
  readonly simulated: readonly Simulated[]
}

interface Instruction {
  readonly programId: string
  readonly accounts: readonly Address[]
  readonly data: string
  readonly stackHeight: number
}
interface TransactionAnswer {
  readonly transaction: {
    readonly message: {
      readonly accountKeys: readonly { readonly pubkey: Address; readonly signer: boolean }[]
      readonly instructions: readonly Instruction[]
    }
  }
  readonly meta: {
    readonly err: unknown
    readonly innerInstructions: readonly { readonly index: number; readonly instructions: readonly Instruction[] }[]
  }
}
interface Base64Account {
  readonly owner: Address
  readonly data: readonly [string, 'base64']
}
interface SimulationAnswer {
  readonly logs: readonly string[]
  readonly accounts: readonly (Base64Account | null)[]
  readonly innerInstructions: readonly { readonly instructions: readonly Instruction[] }[]
  readonly unitsConsumed: number
}
/** The JSON-RPC answers that this reader understands, and the request if the answer does not repeat it. */
interface Recorded {
  /** `null` if nothing was known, a number for a subscription. */
  readonly result?: null | number | TransactionAnswer | { readonly value: null | Base64Account | SimulationAnswer }
  readonly params?:
    | readonly [Address]
    | readonly [string, { readonly accounts: { readonly addresses: readonly Address[] } }]
    | { readonly result: { readonly value: { readonly err: unknown; readonly logs: readonly string[] } } }
}

const eventTag = 'e445a52e51cb9a1d'
const logged = 'Program data: '

/**
 * Reads the folder `name` of the directory `RECORDINGS_DIR`. `undefined` if the folder does not exist.
 * A `.json` file holds an answer of an RPC to `getTransaction` (`jsonParsed`), `getAccountInfo` or
 * `simulateTransaction` (both `base64`). A simulation has its request's `params` next to the `result`. An account has
 * its address as `params` if tests ask for it. A `.jsonl` file holds a notification of `logsSubscribe` in each line.
 */
export function readRecordings(name: string, program: Address): Recordings | undefined {
  const directory = join(process.env.RECORDINGS_DIR ?? '', name)
  if (process.env.RECORDINGS_DIR === undefined || !existsSync(directory)) return undefined
  const transactions: LandedTransaction[] = []
  const events = new Map<string, Uint8Array>()
  const accounts: Uint8Array[] = []
  const named = new Map<Address, Uint8Array>()
  const kept = new Map<Address, AccountSnapshot>()
  const simulated: Simulated[] = []
  const take = (event: Uint8Array) => events.set(Buffer.from(event).toString('hex'), event)
  for (const { result, params } of recordedIn(directory)) {
    if (typeof result !== 'object' || result === null) {
      if (params !== undefined && 'result' in params) for (const event of eventsIn(params.result.value)) take(event)
    } else if ('transaction' in result) {
      if (result.meta.err !== null) continue
      const transaction = landed(result, program)
      transactions.push(transaction)
      for (const event of transaction.instructions.flatMap(one => one.events)) take(event.subarray(8))
    } else if (result.value === null) {
    } else if ('owner' in result.value) {
      const { owner } = result.value
      const data = decodeBase64(result.value.data[0])
      const address = params !== undefined && !('result' in params) ? (params[0] as Address) : undefined
      if (address !== undefined) kept.set(address, { owner, data, lamports: 1n, executable: false, slot: 0n })
      if (owner !== program) continue
      accounts.push(data)
      if (address !== undefined) named.set(address, data)
    } else if (params !== undefined && !('result' in params) && params.length === 2)
      simulated.push(simulation(result.value, params))
  }
  return { transactions, events: [...events.values()], accounts, named, kept, simulated }
}

function recordedIn(directory: string): readonly Recorded[] {
  return readdirSync(directory).flatMap(file => {
    const text = readFileSync(join(directory, file), 'utf8')
    if (file.endsWith('.json')) return [JSON.parse(text) as Recorded]
    if (!file.endsWith('.jsonl')) return []
    return text.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line) as Recorded]))
  })
}

function eventsIn({ err, logs }: { readonly err: unknown; readonly logs: readonly string[] }): readonly Uint8Array[] {
  if (err !== null) return []
  return logs.flatMap(line =>
    line.startsWith(logged) ? [decodeBase64(line.slice(logged.length).split(' ')[0] ?? '')] : [],
  )
}

function landed({ transaction: { message }, meta }: TransactionAnswer, program: Address): LandedTransaction {
  const [first] = message.accountKeys
  if (first === undefined) throw new TypeError('a transaction that nobody paid for')
  const inner = new Map(meta.innerInstructions.map(({ index, instructions }) => [index, instructions]))
  const instructions: { accounts: readonly Address[]; data: Uint8Array; events: Uint8Array[] }[] = []
  const called = message.instructions.flatMap((instruction, index) => [instruction, ...(inner.get(index) ?? [])])
  for (const { programId, accounts, data: text } of called) {
    if (programId !== program) continue
    const data = decodeBase58(text)
    if (Buffer.from(data.subarray(0, 8)).toString('hex') === eventTag) instructions.at(-1)?.events.push(data)
    else instructions.push({ accounts, data, events: [] })
  }
  const signers = new Set(message.accountKeys.filter(key => key.signer).map(key => key.pubkey))
  return { payer: first.pubkey, signers, instructions }
}

function simulation(
  { logs, accounts, innerInstructions, unitsConsumed }: SimulationAnswer,
  [wire, { accounts: asked }]: readonly [string, { readonly accounts: { readonly addresses: readonly Address[] } }],
): Simulated {
  return {
    wire: decodeBase64(wire),
    left: new Map(asked.addresses.map((address, i) => [address, dataOf(accounts[i] ?? null)])),
    calls: innerInstructions.flatMap(({ instructions }) => instructions),
    logs,
    units: BigInt(unitsConsumed),
  }
}

const dataOf = (account: Base64Account | null) => (account === null ? null : decodeBase64(account.data[0]))
