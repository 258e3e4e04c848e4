import {
  type Address,
  computeBudgetProgram,
  rentExemption,
  token2022Program,
  tokenAccountLayout,
  tokenProgram,
} from '@tern/core'
import { type CompiledInstruction, readCompiledMessage } from '@tern/core/compiledMessage'
import type { TradeEffects } from './firewall.ts'

/** Closing accounts is in no hurry: more than this is somebody burning the wallet. */
const MAX_PRIORITY_FEE_LAMPORTS = 10_000_000n
/** What the runtime gives an instruction, and a transaction at most, when no limit is set. */
const DEFAULT_UNITS_PER_INSTRUCTION = 200_000n
const MAX_UNITS = 1_400_000n
/** What the runtime takes for the one signature. */
const LAMPORTS_PER_SIGNATURE = 5_000n
/** `TokenInstruction::CloseAccount`, the same number in both token programs. */
const CLOSE = 9

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)

/**
 * Reads the compiled message `bytes` as one that does nothing but close the token accounts `shown`, each once, in favour of `wallet`,
 * whose they are. The token programs themselves refuse to close an account that holds tokens. A message that fails costs its fees all the
 * same, so they count in full.
 * @returns what it does, or why it is refused.
 */
export function readReclaim(bytes: Uint8Array, wallet: Address, shown: readonly Address[]): TradeEffects | string {
  const message = readCompiledMessage(bytes)
  if (typeof message === 'string') return message
  if (message.signers[0] !== wallet) return 'another wallet would pay'
  if (message.signers.length !== 1) return 'others would sign too'
  const closed = new Set<Address>()
  let units: bigint | undefined
  let microLamportsPerUnit = 0n
  for (const instruction of message.instructions) {
    const { program, accounts, data } = instruction
    if (program === computeBudgetProgram) {
      if (accounts.length > 0) return 'a compute budget that no closing needs'
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
  if (priority > MAX_PRIORITY_FEE_LAMPORTS) return 'a priority fee of more than 0.01 SOL'
  const lamports = LAMPORTS_PER_SIGNATURE + priority
  if (lamports > BigInt(closed.size) * rentExemption(tokenAccountLayout.size))
    return 'a fee above the rent that comes back'
  return {
    trades: [],
    feeLamports: 0n,
    tipLamports: 0n,
    networkFeeLamports: lamports,
    rentLamports: 0n,
    lamports,
    closes: [...closed],
  }
}

function closedBy({ program, accounts, data }: CompiledInstruction, wallet: Address): Address | undefined {
  const [account, destination, authority] = accounts
  const isClose = (program === tokenProgram || program === token2022Program) && data.length === 1 && data[0] === CLOSE
  const isOurs = accounts.length === 3 && destination === wallet && authority === wallet && account !== wallet
  return isClose && isOurs ? account : undefined
}
