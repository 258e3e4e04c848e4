import type { Address } from '@tern/core'

/** An instruction with its accounts as addresses. */
export interface AddressedInstruction {
  readonly program: Address
  readonly accounts: readonly Address[]
  readonly data: Uint8Array
}

/** A cluster's replacement for an instruction's accounts and data. */
export interface ParsedInstruction {
  readonly type: string
  /** `null` if the instruction has neither accounts nor values to show. */
  readonly info: Readonly<Record<string, unknown>> | null
}

/** The encoding of a kind of instruction: the names of its accounts, and the values of its data. */
export interface InstructionShape {
  readonly type: string
  /** Names of the first accounts, in order; `null` for an account that is not shown. */
  readonly accounts: readonly (string | null)[]
  /** Names of the account after these: a signer, or a multisig account that its signers follow. */
  readonly signer?: readonly [single: string, multisig: string]
  readonly info?: Readonly<Record<string, unknown>>
}

/** Encodes an instruction by its shape; `undefined` if accounts are missing. */
export function shaped(
  accounts: readonly Address[],
  { type, accounts: names, signer, info = {} }: InstructionShape,
): ParsedInstruction | undefined {
  if (accounts.length < names.length + (signer === undefined ? 0 : 1)) return undefined
  const named: Record<string, unknown> = {}
  for (const [i, name] of names.entries()) if (name !== null) named[name] = accounts[i]
  return {
    type,
    info: { ...named, ...info, ...(signer === undefined ? {} : signersOf(accounts, names.length, signer)) },
  }
}

function signersOf(
  accounts: readonly Address[],
  at: number,
  [single, multisig]: readonly [string, string],
): Readonly<Record<string, unknown>> {
  if (accounts.length === at + 1) return { [single]: accounts[at] }
  return { [multisig]: accounts[at], signers: accounts.slice(at + 1) }
}

/** `{ name: value }`, or an empty object if there is no value. */
export const present = (name: string, value: unknown): Readonly<Record<string, unknown>> =>
  value === null || value === undefined ? {} : { [name]: value }
