import { type AccountSnapshot, type Address, computeBudgetProgram, rentExemption, systemProgram } from '@tern/core'
import { ceilDiv } from '@tern/core/internal'
import type { TransactionError } from './transactionError.ts'
import type { WireMessage } from './wire.ts'

const lamportsPerSignature = 5_000n
const microLamportsInLamport = 1_000_000n
const maxUnits = 1_400_000
const maxLamports = 2n ** 64n - 1n
const unitsOfBuiltin = 3_000
const unitsOfProgram = 200_000

/** Programs built into the validator. Each of their instructions gets 3,000 compute units by default (SIMD-170). */
const builtins: ReadonlySet<string> = new Set([
  '11111111111111111111111111111111',
  'ComputeBudget111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
])
/**
 * Programs that verify signatures. The first byte of the data is their number, and each costs like a transaction's own.
 */
const verifiers: ReadonlySet<string> = new Set([
  'KeccakSecp256k11111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
])

export interface Offer {
  /** The whole fee in lamports: 5,000 a signature, plus the priority fee rounded up. */
  readonly fee: bigint
  /** Micro-lamports. */
  readonly computeUnitPrice: bigint
  /** The max bytes of its accounts, if the message sets a limit. */
  readonly loadedSizeLimit: number | undefined
}

/**
 * Computes a message's fee, which is the same if the transaction lands or fails.
 * @see `solana_fee::calculate_fee` and the compute-budget instructions.
 */
export function offerOf(message: WireMessage): Offer {
  let price = 0n
  let limit: number | undefined
  let loadedSizeLimit: number | undefined
  let byDefault = 0
  let signatures = message.signers
  for (const { programIndex, data } of message.instructions) {
    const program = message.accounts[programIndex]
    if (program === undefined) continue
    if (verifiers.has(program)) signatures += data[0] ?? 0
    byDefault += unitsByDefault(program)
    if (program !== computeBudgetProgram) continue
    const view = new DataView(data.buffer, data.byteOffset, data.length)
    if (data[0] === 2 && data.length >= 5) limit = view.getUint32(1, true)
    if (data[0] === 3 && data.length >= 9) price = view.getBigUint64(1, true)
    if (data[0] === 4 && data.length >= 5) loadedSizeLimit = view.getUint32(1, true)
  }
  const units = BigInt(Math.min(limit ?? byDefault, maxUnits))
  const priority = ceilDiv(units * price, microLamportsInLamport)
  const fee = smaller(BigInt(signatures) * lamportsPerSignature + priority, maxLamports)
  return { fee, computeUnitPrice: price, loadedSizeLimit }
}

const unitsByDefault = (program: Address): number => (builtins.has(program) ? unitsOfBuiltin : unitsOfProgram)

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const nonceSize = 80

/** The min balance of a fee payer before the fee, in lamports; `undefined` if such an account may not pay fees. */
function minOf({ owner, data }: AccountSnapshot): bigint | undefined {
  if (owner !== systemProgram) return undefined
  if (data.length === 0) return 0n
  return data.length === nonceSize && data[4] === 1 ? rentExemption(nonceSize) : undefined
}

/**
 * Checks if the payer can pay the fee (`validate_fee_payer`). If not, the transaction never lands.
 * @returns the error; `undefined` if it can pay.
 */
export function payerFailure(payer: AccountSnapshot | null, fee: bigint): TransactionError | undefined {
  if (payer === null) return 'AccountNotFound'
  const min = minOf(payer)
  if (min === undefined) return 'InvalidAccountForFee'
  if (payer.lamports < min + fee) return 'InsufficientFundsForFee'
  const exempt = rentExemption(payer.data.length)
  const left = payer.lamports - fee
  if (left === 0n || left >= exempt || payer.lamports < exempt) return undefined
  return { InsufficientFundsForRent: { account_index: 0 } }
}
