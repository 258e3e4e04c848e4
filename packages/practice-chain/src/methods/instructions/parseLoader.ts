import { toBase64 } from '../toBase64.ts'
import { type InstructionData, instructionData } from './instructionData.ts'
import { type AddressedInstruction, type ParsedInstruction, present } from './instructionShape.ts'

/** A kind of instruction: its min number of accounts, all their names, and the values of its data. */
interface LoaderShape {
  readonly type: string
  readonly min: number
  readonly accounts: readonly string[]
  /** Names that show null if their account is missing. */
  readonly nullable?: readonly string[]
  readonly info?: Readonly<Record<string, unknown>>
}

type Shapes = readonly ((next: InstructionData) => LoaderShape)[]

/**
 * Parses an instruction of the older loader.
 * @see Agave's `transaction-status/src/parse_bpf_loader.rs`
 */
export const parseLoader = (instruction: AddressedInstruction): ParsedInstruction | undefined =>
  parse(instruction, olderShapes)

/** Parses an instruction of the loader of upgradeable programs. */
export const parseUpgradeableLoader = (instruction: AddressedInstruction): ParsedInstruction | undefined =>
  parse(instruction, upgradeableShapes)

function parse({ accounts, data }: AddressedInstruction, shapes: Shapes): ParsedInstruction | undefined {
  const next = instructionData(data)
  const shape = shapes[next.u32()]?.(next)
  if (shape === undefined || !next.isWhole() || accounts.length < shape.min) return undefined
  const named: Record<string, unknown> = {}
  for (const name of shape.nullable ?? []) named[name] = null
  for (const [i, name] of shape.accounts.entries()) Object.assign(named, present(name, accounts[i]))
  return { type: shape.type, info: { ...named, ...shape.info } }
}

/** Reads the offset, then the bytes after their length. */
function written(next: InstructionData): Readonly<Record<string, unknown>> {
  const [offset, length] = [next.u32(), next.u64()]
  return { offset, bytes: toBase64(next.bytes(Number(length))) }
}

const olderShapes: Shapes = [
  next => ({ type: 'write', min: 1, accounts: ['account'], info: written(next) }),
  () => ({ type: 'finalize', min: 2, accounts: ['account'] }),
]

const extended = ['systemProgram', 'payerAccount']

const upgradeableShapes: Shapes = [
  () => ({ type: 'initializeBuffer', min: 1, accounts: ['account', 'authority'] }),
  next => ({ type: 'write', min: 2, accounts: ['account', 'authority'], info: written(next) }),
  next => ({
    type: 'deployWithMaxDataLen',
    min: 8,
    accounts: [
      ...['payerAccount', 'programDataAccount', 'programAccount', 'bufferAccount'],
      ...['rentSysvar', 'clockSysvar', 'systemProgram', 'authority'],
    ],
    info: { maxDataLen: next.u64() },
  }),
  () => ({
    type: 'upgrade',
    min: 7,
    accounts: [
      ...['programDataAccount', 'programAccount', 'bufferAccount', 'spillAccount'],
      ...['rentSysvar', 'clockSysvar', 'authority'],
    ],
  }),
  () => ({
    type: 'setAuthority',
    min: 2,
    accounts: ['account', 'authority', 'newAuthority'],
    nullable: ['newAuthority'],
  }),
  () => ({
    type: 'close',
    min: 3,
    accounts: ['account', 'recipient', 'authority', 'programAccount'],
    nullable: ['programAccount'],
  }),
  next => ({
    type: 'extendProgram',
    min: 2,
    accounts: ['programDataAccount', 'programAccount', ...extended],
    nullable: extended,
    info: { additionalBytes: next.u32() },
  }),
  () => ({ type: 'setAuthorityChecked', min: 3, accounts: ['account', 'authority', 'newAuthority'] }),
  () => ({ type: 'migrate', min: 3, accounts: ['programDataAccount', 'programAccount', 'authority'] }),
  next => ({
    type: 'extendProgramChecked',
    min: 3,
    accounts: ['programDataAccount', 'programAccount', 'authority', ...extended],
    nullable: extended,
    info: { additionalBytes: next.u32() },
  }),
]
