import {
  type Address,
  associatedTokenAddress,
  associatedTokenProgram,
  computeBudgetProgram,
  memoProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { type CompiledInstruction, readCompiledMessage } from '@tern/core/compiledMessage'

/** What each signature costs. */
const SIGNATURE_FEE_LAMPORTS = 5_000n
/** A withdrawal is in no hurry: more than this is somebody burning the wallet. */
const MAX_PRIORITY_FEE_LAMPORTS = 10_000_000n
/** What the runtime gives an instruction, and a transaction at most, when no limit is set. */
const DEFAULT_UNITS_PER_INSTRUCTION = 200_000n
const MAX_UNITS = 1_400_000n

/** The memo that Tern writes before a transfer to an account that takes none without. */
const withdrawalMemo = new TextEncoder().encode('Withdrawal')

/** What a withdrawal does, as its bytes say. Amounts are raw units, of lamports for SOL. */
export interface Withdrawal {
  /** The wallet that receives; never its token account. */
  readonly recipient: Address
  /** `null`: SOL. */
  readonly mint: Address | null
  readonly decimals: number
  /** What leaves the wallet, the network's fee not counted. */
  readonly amount: bigint
  /** What arrives: less by the token's own transfer fee. The transaction fails on chain rather than bring less. */
  readonly received: bigint
  /** The most that the network takes, in lamports. */
  readonly networkFeeLamports: bigint
  /** Whether the wallet opens the recipient's token account, at the cost of its rent, unless it is there. */
  readonly opensAccount: boolean
}

interface Found {
  transfer?: Omit<Withdrawal, 'recipient' | 'networkFeeLamports' | 'opensAccount'>
  /** Whom the transfer names: a wallet, or a token account of this program. */
  paid?: { readonly to: Address; readonly program: Address }
  opened?: { readonly account: Address; readonly owner: Address; readonly mint: Address; readonly program: Address }
  units?: bigint
  microLamportsPerUnit?: bigint
}

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)

function readSystem({ accounts, data }: CompiledInstruction, wallet: Address, found: Found): string | undefined {
  const [from, to] = accounts
  if (data.length !== 12 || viewOf(data).getUint32(0, true) !== 2) return 'a System instruction that is no transfer'
  if (accounts.length !== 2 || from !== wallet || to === undefined) return 'a transfer out of another wallet'
  if (found.transfer) return 'more than one transfer'
  const amount = viewOf(data).getBigUint64(4, true)
  found.transfer = { mint: null, decimals: 9, amount, received: amount }
  found.paid = { to, program: systemProgram }
  return undefined
}

/**
 * `TransferChecked` of the token program; of Token-2022 `TransferCheckedWithFee` only, because with it the bytes say what
 * arrives: the program refuses a fee that is not the mint's.
 */
async function readToken(instruction: CompiledInstruction, wallet: Address, found: Found): Promise<string | undefined> {
  const { program, accounts, data } = instruction
  const [source, mint, into, authority] = accounts
  const isPlain = program === tokenProgram && data.length === 10 && data[0] === 12
  const isWithFee = program === token2022Program && data.length === 19 && data[0] === 26 && data[1] === 1
  if (!isPlain && !isWithFee) return 'a token instruction that is no checked transfer'
  if (accounts.length !== 4 || mint === undefined || into === undefined) return 'a token transfer that is malformed'
  if (authority !== wallet || source !== (await associatedTokenAddress(wallet, mint, program)))
    return 'a token transfer out of another account than the wallet’s own'
  if (found.transfer) return 'more than one transfer'
  const at = isPlain ? 1 : 2
  const amount = viewOf(data).getBigUint64(at, true)
  const fee = isPlain ? 0n : viewOf(data).getBigUint64(at + 9, true)
  if (fee > amount) return 'a transfer fee above the transfer'
  found.transfer = { mint, decimals: data[at + 8] ?? 0, amount, received: amount - fee }
  found.paid = { to: into, program }
  return undefined
}

function readAssociatedToken({ accounts, data }: CompiledInstruction, wallet: Address, found: Found) {
  const [payer, account, owner, mint, system, program] = accounts
  if (data.length !== 1 || data[0] !== 1 || accounts.length !== 6)
    return 'a token account instruction that is malformed'
  if (payer !== wallet || system !== systemProgram) return 'a token account at the cost of another wallet'
  if (!account || !owner || !mint || !program || found.opened) return 'more than one token account'
  found.opened = { account, owner, mint, program }
  return undefined
}

function readComputeBudget({ data }: CompiledInstruction, found: Found): string | undefined {
  if (data[0] === 2 && data.length === 5 && found.units === undefined)
    found.units = BigInt(viewOf(data).getUint32(1, true))
  else if (data[0] === 3 && data.length === 9 && found.microLamportsPerUnit === undefined)
    found.microLamportsPerUnit = viewOf(data).getBigUint64(1, true)
  else return 'a compute budget that no withdrawal needs'
  return undefined
}

/** Some accounts take transfers behind a memo only. Whoever receives could credit another person by any other text. */
function readMemo({ accounts, data }: CompiledInstruction): string | undefined {
  if (accounts.length > 0) return 'a memo in the name of others'
  return data.length === withdrawalMemo.length && withdrawalMemo.every((byte, i) => data[i] === byte)
    ? undefined
    : 'a memo that no withdrawal needs'
}

async function readOne(instruction: CompiledInstruction, wallet: Address, found: Found): Promise<string | undefined> {
  switch (instruction.program) {
    case systemProgram:
      return readSystem(instruction, wallet, found)
    case tokenProgram:
    case token2022Program:
      return readToken(instruction, wallet, found)
    case associatedTokenProgram:
      return readAssociatedToken(instruction, wallet, found)
    case computeBudgetProgram:
      return readComputeBudget(instruction, found)
    case memoProgram:
      return readMemo(instruction)
    default:
      return `an instruction to ${instruction.program}`
  }
}

/** Who receives. A token account that is paid must be the one that this very message opens, or finds open, for the recipient. */
async function recipientOf({ transfer, paid, opened }: Found): Promise<Address | undefined> {
  if (!transfer || !paid) return undefined
  if (transfer.mint === null) return opened ? undefined : paid.to
  if (!opened || opened.account !== paid.to || opened.mint !== transfer.mint || opened.program !== paid.program)
    return undefined
  const { account, owner, mint, program } = opened
  return account === (await associatedTokenAddress(owner, mint, program)) ? owner : undefined
}

function networkFee({ units, microLamportsPerUnit = 0n }: Found, instructionCount: number): bigint | undefined {
  const asked = units ?? DEFAULT_UNITS_PER_INSTRUCTION * BigInt(instructionCount)
  const priority = ((asked < MAX_UNITS ? asked : MAX_UNITS) * microLamportsPerUnit + 999_999n) / 1_000_000n
  return priority > MAX_PRIORITY_FEE_LAMPORTS ? undefined : SIGNATURE_FEE_LAMPORTS + priority
}

/**
 * Reads the compiled message `bytes` as a withdrawal of `wallet`: one transfer of SOL, or of a token out of the wallet's
 * associated account into the recipient's, and nothing beside it but that account's opening, the compute budget and a memo.
 * @returns what it does, or why it is no withdrawal.
 */
export async function readWithdrawal(bytes: Uint8Array, wallet: Address): Promise<Withdrawal | string> {
  const message = readCompiledMessage(bytes)
  if (typeof message === 'string') return message
  if (message.signers[0] !== wallet) return 'another wallet would pay'
  if (message.signers.length !== 1) return 'others would sign too'
  const found: Found = {}
  for (const instruction of message.instructions) {
    const refusal = await readOne(instruction, wallet, found)
    if (refusal !== undefined) return refusal
  }
  const { transfer, opened } = found
  if (!transfer) return 'no transfer'
  const recipient = await recipientOf(found)
  if (recipient === undefined) return 'a token account that is not known to be the recipient’s'
  if (recipient === wallet) return 'a transfer to the wallet itself'
  if (transfer.received === 0n) return 'a transfer of nothing'
  const networkFeeLamports = networkFee(found, message.instructions.length)
  if (networkFeeLamports === undefined) return 'a priority fee of more than 0.01 SOL'
  return { ...transfer, recipient, networkFeeLamports, opensAccount: opened !== undefined }
}

/** Whether two readings are of the same withdrawal; a blockhash may differ. */
export function isSameWithdrawal(a: Withdrawal, b: Withdrawal): boolean {
  return (
    a.recipient === b.recipient &&
    a.mint === b.mint &&
    a.decimals === b.decimals &&
    a.amount === b.amount &&
    a.received === b.received &&
    a.networkFeeLamports === b.networkFeeLamports &&
    a.opensAccount === b.opensAccount
  )
}
