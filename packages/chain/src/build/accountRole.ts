/** How an instruction names an account, as Kit numbers it: bit 0 says that it may be written to, bit 1 that it signs. */
export const AccountRole = { READONLY: 0, WRITABLE: 1, READONLY_SIGNER: 2, WRITABLE_SIGNER: 3 } as const

/** Whether an instruction that names an account so may write to it. */
export const isWritable = (role: number): boolean => (role & 1) !== 0

/** Whether an account that is named so signs. */
export const isSigner = (role: number): boolean => (role & 2) !== 0
