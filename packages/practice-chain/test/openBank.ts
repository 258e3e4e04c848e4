import { type Address, memoProgram } from '@tern/core'
import type { Bank } from '../src/bank/bank.ts'
import { type BankOptions, createBank } from '../src/bank/createBank.ts'
import { type Instruction, newSigner } from './transactions.ts'

export const sol = 1_000_000_000n
const startsAt = 1_790_000_000_000

/** A chain in memory that only the test moves on, and a wallet with 100 SOL. */
export async function openBank(options: Partial<BankOptions> = {}) {
  let now = startsAt
  const bank = await createBank({ slotMs: 0, now: () => now, ...options })
  const payer = await newSigner()
  await bank.airdrop(payer.address, 100n * sol)
  const wait = (ms: number) => {
    now += ms
    return bank.tick()
  }
  return { bank, payer, wait }
}

export const balance = (bank: Bank, address: Address): bigint => bank.account(address)?.lamports ?? 0n
export const latest = (bank: Bank): string => bank.latestBlockhash().blockhash
export const pass = async (bank: Bank, slots: number) => {
  for (let i = 0; i < slots; i++) await bank.tick()
}

export const memo = (text: string): Instruction => ({
  programAddress: memoProgram,
  accounts: [],
  data: new TextEncoder().encode(text),
})

export const u64 = (value: bigint) => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}
