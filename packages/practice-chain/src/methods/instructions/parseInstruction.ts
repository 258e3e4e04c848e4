import {
  type Address,
  addressLookupTableProgram,
  associatedTokenProgram,
  memoProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { upgradeableLoader } from '@tern/core/internal'
import type { AddressedInstruction, ParsedInstruction } from './instructionShape.ts'
import { parseAssociatedToken } from './parseAssociatedToken.ts'
import { parseLoader, parseUpgradeableLoader } from './parseLoader.ts'
import { parseLookupTable } from './parseLookupTable.ts'
import { parseStake } from './parseStake.ts'
import { parseSystem } from './parseSystem.ts'
import { parseToken } from './parseToken.ts'
import { parseVote } from './parseVote.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseMemo({ data }: AddressedInstruction): string | undefined {
  try {
    return utf8.decode(data)
  } catch {
    return undefined
  }
}

type Parse = (instruction: AddressedInstruction) => ParsedInstruction | string | undefined

/** The programs that a cluster parses, with the cluster's names. Both token programs share a name. */
const programs: ReadonlyMap<Address, readonly [name: string, parse: Parse]> = new Map<Address, [string, Parse]>([
  [systemProgram, ['system', parseSystem]],
  [tokenProgram, ['spl-token', parseToken]],
  [token2022Program, ['spl-token', parseToken]],
  [associatedTokenProgram, ['spl-associated-token-account', parseAssociatedToken]],
  [addressLookupTableProgram, ['address-lookup-table', parseLookupTable]],
  [upgradeableLoader, ['bpf-upgradeable-loader', parseUpgradeableLoader]],
  ['BPFLoader2111111111111111111111111111111111' as Address, ['bpf-loader', parseLoader]],
  ['Stake11111111111111111111111111111111111111' as Address, ['stake', parseStake]],
  ['Vote111111111111111111111111111111111111111' as Address, ['vote', parseVote]],
  [memoProgram, ['spl-memo', parseMemo]],
  ['Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo' as Address, ['spl-memo', parseMemo]],
])

/**
 * Encodes an instruction as a cluster does under `jsonParsed`, in its program's terms.
 * @returns `undefined` for a program that a cluster does not parse, and for unreadable data.
 */
export function parseInstruction(instruction: AddressedInstruction, stackHeight: number | null): unknown {
  const [name, parse] = programs.get(instruction.program) ?? []
  const parsed = parse?.(instruction)
  return parsed === undefined ? undefined : { parsed, program: name, programId: instruction.program, stackHeight }
}
