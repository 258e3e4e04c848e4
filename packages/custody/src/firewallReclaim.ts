import { type Address, computeBudgetProgram, token2022Program, tokenProgram } from '@tern/core'
import { type CompiledInstruction, readCompiledMessage } from '@tern/core/compiledMessage'

/** Closing accounts is in no hurry: more than this is somebody burning the wallet. */
const MAX_PRIORITY_FEE_LAMPORTS = 10_000_000n
/** What the runtime gives an instruction, and a transaction at most, when no limit is set. */
const DEFAULT_UNITS_PER_INSTRUCTION = 200_000n
const MAX_UNITS = 1_400_000n
/** `TokenInstruction::CloseAccount`, the same number in both token programs. */
const CLOSE = 9

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)

/**
 * Whether the compiled message `bytes` does nothing but close the token accounts `shown`, each once, in favour of `wallet`,
 * whose they are. The token programs themselves refuse to close an account that holds tokens.
 * @returns why not; `undefined` when it may be signed.
 */
export function checkReclaim(bytes: Uint8Array, wallet: Address, shown: readonly Address[]): string | undefined {
  const message = readCompiledMessage(bytes)
  if (typeof message === 'string') return message
  if (message.signers[0] !== wallet) return 'another wallet would pay'
  if (message.signers.length !== 1) return 'others would sign too'
  const closed = new Set<Address>()
  let units: bigint | undefined
  let microLamportsPerUnit = 0n
  for (const instruction of message.instructions) {
    const { program, data } = instruction
    if (program === computeBudgetProgram) {
      if (data[0] === 2 && data.length === 5) units = BigInt(viewOf(data).getUint32(1, true))
      else if (data[0] === 3 && data.length === 9) microLamportsPerUnit = viewOf(data).getBigUint64(1, true)
      else return 'a compute budget that no closing needs'
      continue
    }
    const account = closedBy(instruction, wallet)
    if (account === undefined) return `an instruction to ${program} that closes no account of the wallet`
    if (!shown.includes(account) || closed.has(account)) return 'a token account closed that was not shown'
    closed.add(account)
  }
  if (closed.size !== shown.length) return 'fewer token accounts closed than were shown'
  const asked = units ?? DEFAULT_UNITS_PER_INSTRUCTION * BigInt(message.instructions.length)
  const priority = ((asked < MAX_UNITS ? asked : MAX_UNITS) * microLamportsPerUnit + 999_999n) / 1_000_000n
  return priority > MAX_PRIORITY_FEE_LAMPORTS ? 'a priority fee of more than 0.01 SOL' : undefined
}

function closedBy({ program, accounts, data }: CompiledInstruction, wallet: Address): Address | undefined {
  const [account, destination, authority] = accounts
  const isClose = (program === tokenProgram || program === token2022Program) && data.length === 1 && data[0] === CLOSE
  const isOurs = accounts.length === 3 && destination === wallet && authority === wallet && account !== wallet
  return isClose && isOurs ? account : undefined
}
