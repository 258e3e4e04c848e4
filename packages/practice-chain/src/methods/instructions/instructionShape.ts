import type { Address } from '@tern/core'

/** An instruction with its accounts as addresses. */
export interface AddressedInstruction {
  readonly program: Address
  readonly accounts: readonly Address[]
  readonly data: Uint8Array
}

/** What a cluster puts in the place of an instruction's accounts and data. */
export interface ParsedInstruction {
  readonly type: string
  /** `null` where there is nothing to tell. */
  readonly info: Readonly<Record<string, unknown>> | null
}

/** How one kind of instruction is written: what its accounts are called, and what its data says. */
export interface InstructionShape {
  readonly type: string
  /** Names of the first accounts, in order; `null` for one that is not told. */
  readonly accounts: readonly (string | null)[]
  /** What follows them is a signer, or a multisig account with its signers: the names of either. */
  readonly signer?: readonly [single: string, multisig: string]
  readonly info?: Readonly<Record<string, unknown>>
}

/** The instruction by its shape; `undefined` when accounts are missing. */
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

/** `{ name: value }`, or nothing when there is no value. */
export const present = (name: string, value: unknown): Readonly<Record<string, unknown>> =>
  value === null || value === undefined ? {} : { [name]: value }
