import {
  AccountRole,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
} from '@solana/kit'
import { type Address, decodeBase58, encodeBase58, systemProgram, tokenProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { deriveKey } from '../deriveKey.ts'
import { closeTokenAccount, computeBudget, openAssociatedAccount, wrap } from './instructions.ts'
import { signedTransaction } from './signedTransaction.ts'

const payer = await deriveKey('test', 'payer')
const other = await deriveKey('test', 'other')
const blockhash = encodeBase58(new Uint8Array(32).fill(7))
const account = encodeBase58(new Uint8Array(32).fill(9)) as Address

const instructions: readonly Instruction[] = [
  ...computeBudget(200_000, 12_345n),
  openAssociatedAccount({ address: account, owner: payer.address, mint: other.address, program: tokenProgram }),
  ...wrap(payer.address, account, 5_000_000_000n),
  {
    programAddress: systemProgram,
    accounts: [
      { address: other.address, role: AccountRole.READONLY_SIGNER },
      { address: payer.address, role: AccountRole.READONLY },
    ],
    data: new Uint8Array(200),
  },
  closeTokenAccount(account, payer.address, tokenProgram),
]

describe('signedTransaction', () => {
  it('encodes the instructions as kit reads them', () => {
    const { wire } = signedTransaction(blockhash, [payer, other], instructions)
    const { messageBytes } = getTransactionDecoder().decode(wire)
    const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes)
    const message = decompileTransactionMessage(compiled)
    expect(message.version).toBe(0)
    expect(message.feePayer.address).toBe(payer.address)
    expect(message.lifetimeConstraint).toMatchObject({ blockhash })
    expect(message.instructions.length).toBe(instructions.length)
    for (const [i, { programAddress, accounts = [], data }] of instructions.entries()) {
      const read = message.instructions[i]
      expect(read?.programAddress).toBe(programAddress)
      expect(read?.accounts?.map(({ address }) => address) ?? []).toEqual(accounts.map(({ address }) => address))
      expect(Buffer.from(read?.data ?? [])).toEqual(Buffer.from(data ?? []))
    }
  })

  it('has every required signature, the payer’s first, which is its name', async () => {
    const { wire, signature } = signedTransaction(blockhash, [payer, other], instructions)
    const { signatures, messageBytes } = getTransactionDecoder().decode(wire)
    expect(Object.keys(signatures)).toEqual([payer.address, other.address])
    expect(decodeBase58(signature)).toEqual(new Uint8Array(signatures[payer.address] ?? []))
    for (const { address, keyPair } of [payer, other]) {
      const bytes = new Uint8Array(signatures[address] ?? [])
      expect(await crypto.subtle.verify('Ed25519', keyPair.publicKey, bytes, Uint8Array.from(messageBytes))).toBe(true)
    }
  })

  it('is the same every time', () => {
    expect(signedTransaction(blockhash, [payer, other], instructions)).toEqual(
      signedTransaction(blockhash, [payer, other], instructions),
    )
  })
})
