/** Role of an account in an instruction, numbered like Kit's. Bit 0: writable. Bit 1: signer. */
export const AccountRole = { READONLY: 0, WRITABLE: 1, READONLY_SIGNER: 2, WRITABLE_SIGNER: 3 } as const

/**
 * Checks if the role lets an instruction write to the account.
 *
 * @example
 * isWritable(3) // true: a writable signer
 */
export const isWritable = (role: number): boolean => (role & 1) !== 0

/** Checks if an account with this role signs. */
export const isSigner = (role: number): boolean => (role & 2) !== 0
