import { type Address, ceilDiv, computeBudgetProgram } from '@tern/core'
import type { WireMessage } from './wire.ts'

const lamportsPerSignature = 5_000n
const microLamportsInLamport = 1_000_000n
const mostUnits = 1_400_000
const unitsOfBuiltin = 3_000
const unitsOfProgram = 200_000

/** Programs that are part of the validator: an instruction of theirs gets 3,000 compute units unless the message says more (SIMD-170). */
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
/** Programs that verify signatures named in their data, whose first byte is the count; each costs like the transaction's own. */
const verifiers: ReadonlySet<string> = new Set([
  'KeccakSecp256k11111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
])

export interface Offer {
  /** Lamports in all: 5,000 a signature, and the priority fee rounded up. */
  readonly fee: bigint
  /** Micro-lamports. */
  readonly computeUnitPrice: bigint
}

/** What the message pays, landed or failed (`solana_fee::calculate_fee` and the compute-budget instructions). */
export function offerOf(message: WireMessage): Offer {
  let price = 0n
  let limit: number | undefined
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
  }
  const units = BigInt(Math.min(limit ?? byDefault, mostUnits))
  const fee = BigInt(signatures) * lamportsPerSignature + ceilDiv(units * price, microLamportsInLamport)
  return { fee, computeUnitPrice: price }
}

const unitsByDefault = (program: Address): number => (builtins.has(program) ? unitsOfBuiltin : unitsOfProgram)
