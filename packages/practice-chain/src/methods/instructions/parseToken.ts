import { uiTokenAmount } from '../tokenAmount.ts'
import { type InstructionData, instructionData } from './instructionData.ts'
import {
  type AddressedInstruction,
  type InstructionShape,
  type ParsedInstruction,
  present,
  shaped,
} from './instructionShape.ts'
import { extensionTypes, tokenExtensionShape } from './tokenExtensionShape.ts'
import { tokenMetadataShape } from './tokenMetadataShape.ts'

/**
 * Parses the instructions of both token programs, except those on confidential transfers and on token groups.
 * @see Agave's `transaction-status/src/parse_token.rs`
 */
export function parseToken({ accounts, data }: AddressedInstruction): ParsedInstruction | undefined {
  if (accounts.length === 0) return undefined
  const next = instructionData(data)
  const tag = next.u8()
  if (tag === 2 || tag === 19) return multisig(accounts, next.u8(), tag === 2 ? ['rentSysvar'] : [])
  const shape = shapes[tag]?.(next) ?? tokenExtensionShape(tag, next, accounts) ?? tokenMetadataShape(data)
  return shape === undefined || !next.isWhole() ? undefined : shaped(accounts, shape)
}

function multisig(
  accounts: AddressedInstruction['accounts'],
  m: number,
  sysvar: readonly string[],
): ParsedInstruction | undefined {
  const signers = accounts.slice(1 + sysvar.length)
  if (signers.length === 0) return undefined
  const type = sysvar.length === 0 ? 'initializeMultisig2' : 'initializeMultisig'
  return shaped(accounts, { type, accounts: ['multisig', ...sysvar], info: { signers, m } })
}

type Shape = (next: InstructionData) => InstructionShape | undefined

const authority = ['authority', 'multisigAuthority'] as const
const owner = ['owner', 'multisigOwner'] as const
const mintAuthority = ['mintAuthority', 'multisigMintAuthority'] as const
const freezeAuthority = ['freezeAuthority', 'multisigFreezeAuthority'] as const

const amount = (next: InstructionData) => ({ amount: next.u64().toString() })

function tokenAmount(next: InstructionData) {
  const raw = next.u64()
  return { tokenAmount: uiTokenAmount(raw, next.u8()) }
}

const plain = (
  type: string,
  accounts: readonly string[],
  signer?: readonly [string, string],
  info?: (next: InstructionData) => Readonly<Record<string, unknown>>,
): Shape => {
  const shape = { type, accounts, ...(signer === undefined ? {} : { signer }) }
  return info === undefined ? () => shape : next => ({ ...shape, info: info(next) })
}

const mint =
  (type: string, accounts: readonly string[]): Shape =>
  next => ({
    type,
    accounts,
    info: {
      decimals: next.u8(),
      mintAuthority: next.address(),
      ...present('freezeAuthority', next.optionalAddress()),
    },
  })

const holder = (next: InstructionData) => ({ owner: next.address() })

const authorityTypes = [
  'mintTokens',
  'freezeAccount',
  'accountOwner',
  'closeAccount',
  'transferFeeConfig',
  'withheldWithdraw',
  'closeMint',
  'interestRate',
  'permanentDelegate',
  'confidentialTransferMint',
  'transferHookProgramId',
  'confidentialTransferFeeConfig',
  'metadataPointer',
  'groupPointer',
  'groupMemberPointer',
  'scaledUiAmount',
  'pause',
  'permissionedBurn',
]

const setAuthority: Shape = next => {
  const authorityType = authorityTypes[next.u8()]
  if (authorityType === undefined) return undefined
  const owned = authorityType === 'accountOwner' || authorityType === 'closeAccount' ? 'account' : 'mint'
  const info = { authorityType, newAuthority: next.optionalAddress() }
  return { type: 'setAuthority', accounts: [owned], signer: authority, info }
}

const utf8 = new TextDecoder()

/** By instruction number. `parseToken` reads the other numbers elsewhere. */
const shapes: Readonly<Record<number, Shape>> = {
  0: mint('initializeMint', ['mint', 'rentSysvar']),
  1: plain('initializeAccount', ['account', 'mint', 'owner', 'rentSysvar']),
  3: plain('transfer', ['source', 'destination'], authority, amount),
  4: plain('approve', ['source', 'delegate'], owner, amount),
  5: plain('revoke', ['source'], owner),
  6: setAuthority,
  7: plain('mintTo', ['mint', 'account'], mintAuthority, amount),
  8: plain('burn', ['account', 'mint'], authority, amount),
  9: plain('closeAccount', ['account', 'destination'], owner),
  10: plain('freezeAccount', ['account', 'mint'], freezeAuthority),
  11: plain('thawAccount', ['account', 'mint'], freezeAuthority),
  12: plain('transferChecked', ['source', 'mint', 'destination'], authority, tokenAmount),
  13: plain('approveChecked', ['source', 'mint', 'delegate'], owner, tokenAmount),
  14: plain('mintToChecked', ['mint', 'account'], mintAuthority, tokenAmount),
  15: plain('burnChecked', ['account', 'mint'], authority, tokenAmount),
  16: plain('initializeAccount2', ['account', 'mint', 'rentSysvar'], undefined, holder),
  17: plain('syncNative', ['account']),
  18: plain('initializeAccount3', ['account', 'mint'], undefined, holder),
  20: mint('initializeMint2', ['mint']),
  21: plain('getAccountDataSize', ['mint'], undefined, next => {
    const types = extensionTypes(next)
    return types.length === 0 ? {} : { extensionTypes: types }
  }),
  22: plain('initializeImmutableOwner', ['account']),
  23: plain('amountToUiAmount', ['mint'], undefined, amount),
  24: plain('uiAmountToAmount', ['mint'], undefined, next => ({ uiAmount: utf8.decode(next.rest()) })),
  31: plain('createNativeMint', ['payer', 'nativeMint', 'systemProgram']),
  32: plain('initializeNonTransferableMint', ['mint']),
  38: plain('withdrawExcessLamports', ['source', 'destination'], authority),
}
