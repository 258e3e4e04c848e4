import { type AccountMeta, AccountRole, type Instruction } from '@solana/kit'
import { type Address, associatedTokenProgram, computeBudgetProgram, systemProgram, tokenProgram } from '@tern/core'

const readonly = (address: Address): AccountMeta => ({ address, role: AccountRole.READONLY })
const writable = (address: Address): AccountMeta => ({ address, role: AccountRole.WRITABLE })

/** `SetComputeUnitLimit` and `SetComputeUnitPrice`. */
export function computeBudget(units: number, microLamports: bigint): readonly Instruction[] {
  const limit = Buffer.alloc(5)
  limit[0] = 2
  limit.writeUInt32LE(units, 1)
  const price = Buffer.alloc(9)
  price[0] = 3
  price.writeBigUInt64LE(microLamports, 1)
  return [limit, price].map(data => ({ programAddress: computeBudgetProgram, data }))
}

/** Opens `owner`'s associated account `address`, paid by the owner (`CreateIdempotent`). */
export const openAssociatedAccount = ({
  address,
  owner,
  mint,
  program,
}: {
  readonly address: Address
  readonly owner: Address
  readonly mint: Address
  readonly program: Address
}): Instruction => ({
  programAddress: associatedTokenProgram,
  accounts: [
    { address: owner, role: AccountRole.WRITABLE_SIGNER },
    writable(address),
    readonly(owner),
    readonly(mint),
    readonly(systemProgram),
    readonly(program),
  ],
  data: Uint8Array.of(1),
})

/** Wraps lamports of `owner` in its wrapped SOL account `account` (`Transfer`, `SyncNative`). */
export function wrap(owner: Address, account: Address, lamports: bigint): readonly Instruction[] {
  const transfer = Buffer.alloc(12)
  transfer[0] = 2
  transfer.writeBigUInt64LE(lamports, 4)
  return [
    {
      programAddress: systemProgram,
      accounts: [{ address: owner, role: AccountRole.WRITABLE_SIGNER }, writable(account)],
      data: transfer,
    },
    { programAddress: tokenProgram, accounts: [writable(account)], data: Uint8Array.of(17) },
  ]
}

/** Closes a token account. Its lamports go to the owner, including wrapped SOL (`CloseAccount`). */
export const closeTokenAccount = (account: Address, owner: Address, program: Address): Instruction => ({
  programAddress: program,
  accounts: [writable(account), writable(owner), { address: owner, role: AccountRole.READONLY_SIGNER }],
  data: Uint8Array.of(9),
})
