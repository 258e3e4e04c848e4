import {
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  generateKeyPairSigner,
  getTransactionEncoder,
  type Instruction,
  type KeyPairSigner,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
} from '@solana/kit'
import { type Address, systemProgram } from '@tern/core'
import type { Bank } from '../src/bank/bank.ts'

export type { Instruction, KeyPairSigner }
export const newSigner = (): Promise<KeyPairSigner> => generateKeyPairSigner()

/** Signs a transaction for the wire. The first signer pays. */
export async function sign(
  blockhash: string,
  signers: readonly [KeyPairSigner, ...KeyPairSigner[]],
  instructions: readonly Instruction[],
  version: 0 | 'legacy' = 0,
): Promise<Uint8Array> {
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n }
  const message = appendTransactionMessageInstructions(
    instructions,
    setTransactionMessageLifetimeUsingBlockhash(
      lifetime,
      setTransactionMessageFeePayer(signers[0].address, createTransactionMessage({ version })),
    ),
  )
  const transaction = await signTransaction(
    signers.map(({ keyPair }) => keyPair),
    compileTransaction(message),
  )
  return new Uint8Array(getTransactionEncoder().encode(transaction))
}

/** Compiles a transaction without signatures. */
export function unsigned(blockhash: string, payer: Address, instructions: readonly Instruction[]): Uint8Array {
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n }
  const message = appendTransactionMessageInstructions(
    instructions,
    setTransactionMessageLifetimeUsingBlockhash(
      lifetime,
      setTransactionMessageFeePayer(payer, createTransactionMessage({ version: 0 })),
    ),
  )
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))
}

export function transfer(from: Address, to: Address, lamports: bigint): Instruction {
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, 2, true)
  view.setBigUint64(4, lamports, true)
  return {
    programAddress: systemProgram,
    accounts: [
      { address: from, role: 3 },
      { address: to, role: 1 },
    ],
    data,
  }
}

/** Returns the reason of a refusal; `undefined` if the transaction was accepted. */
export async function refusalOf(bank: Bank, wire: Uint8Array): Promise<unknown> {
  const result = await bank.submit(wire)
  if (result.accepted) return undefined
  return result.refusal.kind === 'transaction' ? result.refusal.simulation.err : result.refusal.kind
}
