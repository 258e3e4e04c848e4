import { type Address, tokenProgram } from '@tern/core'
import type { AskedMessage } from '../src/asked.ts'
import { compileMessage, type PlainInstruction } from './compileMessage.ts'
import { termsWith } from './placements.ts'

/** Builds a message that closes token accounts of a wallet. */
export function closingMessage(wallet: Address, closes: readonly Address[], blockhash = 9): AskedMessage {
  const instructions = closes.map(
    (account): PlainInstruction => ({
      program: tokenProgram,
      accounts: [
        { address: account, as: 'w' },
        { address: wallet, as: 'w' },
        { address: wallet, as: 's' },
      ],
      data: Uint8Array.of(9),
    }),
  )
  const { bytes } = compileMessage(wallet, instructions, { blockhash: new Uint8Array(32).fill(blockhash) })
  return { bytes, terms: termsWith({ closes }) }
}
