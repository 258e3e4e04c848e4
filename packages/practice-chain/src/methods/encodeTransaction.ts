import { type Address, encodeBase58 } from '@tern/core'
import type { InnerInstruction, TokenBalance, TransactionRecord } from '../bank/bank.ts'
import { isUnloaded } from '../bank/loadFailure.ts'
import { readWire, type WireMessage } from '../bank/wire.ts'
import { parseInstruction } from './instructions/parseInstruction.ts'
import { type Options, readOptionalU64, readOptionalVariant } from './params.ts'
import { rpcError } from './rpcError.ts'
import { toBase64 } from './toBase64.ts'
import { storedTokenAmount } from './tokenAmount.ts'

const encodings = ['binary', 'base64', 'base58', 'json', 'jsonParsed'] as const

/** The client's format for a transaction. */
export interface TransactionFormat {
  readonly encoding: (typeof encodings)[number]
  readonly maxSupportedTransactionVersion: bigint | undefined
  /** `shown` sends an empty list of rewards, because the chain pays no rewards. */
  readonly rewards: 'shown' | 'left out'
}

/** Reads `encoding` and `maxSupportedTransactionVersion` of a call's options. */
export function readTransactionFormat(
  options: Options,
  whenAbsent: TransactionFormat['encoding'] = 'json',
): TransactionFormat {
  return {
    encoding: readOptionalVariant(options.encoding, encodings, whenAbsent),
    maxSupportedTransactionVersion: readOptionalU64(options.maxSupportedTransactionVersion, 'u8'),
    rewards: 'shown',
  }
}

/**
 * Encodes a transaction, its results and its version, as a cluster does.
 * @throws TernError `practice/refused` if the client does not support the version.
 */
export function encodeTransaction(record: TransactionRecord, format: TransactionFormat) {
  return { ...encodeVersion(record, format), meta: encodeMeta(record, format), transaction: encodeBody(record, format) }
}

/**
 * Like `encodeTransaction`, but only with the accounts, for `transactionDetails: 'accounts'`.
 * @throws TernError `practice/refused` if the client does not support the version.
 */
export function encodeAccounts(record: TransactionRecord, format: TransactionFormat) {
  return {
    ...encodeVersion(record, format),
    meta: { ...encodeBalances(record), ...(format.rewards === 'shown' ? { rewards: [] } : {}) },
    transaction: { accountKeys: encodeAccountKeys(record), signatures: signaturesOf(record) },
  }
}

/** Sends `version` only to clients that set `maxSupportedTransactionVersion`. */
function encodeVersion(
  { version }: TransactionRecord,
  { maxSupportedTransactionVersion: max }: TransactionFormat,
): { version?: 'legacy' | 0 } {
  if (version === 'legacy') return max === undefined ? {} : { version }
  if (max !== undefined) return { version }
  throw rpcError(
    'unsupportedTransactionVersion',
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  )
}

/** The fields that every form of `meta` has. */
function encodeBalances(record: TransactionRecord) {
  return {
    err: record.err,
    fee: record.fee,
    postBalances: record.postBalances,
    postTokenBalances: encodeTokenBalances(record.postTokenBalances, storedTokenAmount),
    preBalances: record.preBalances,
    preTokenBalances: encodeTokenBalances(record.preTokenBalances, storedTokenAmount),
    status: record.err === null ? { Ok: null } : { Err: record.err },
  }
}

/** Encodes the token balances of `meta`. */
export const encodeTokenBalances = (balances: readonly TokenBalance[], write: typeof storedTokenAmount) =>
  balances.map(({ accountIndex, mint, owner, program, amount, decimals }) => ({
    accountIndex,
    mint,
    owner,
    programId: program,
    uiTokenAmount: write(amount, decimals),
  }))

function encodeMeta(record: TransactionRecord, { encoding, rewards }: TransactionFormat) {
  const { returnData } = record
  const isRun = !isUnloaded(record.err)
  const inner = () => encodeInner(record, encoding === 'jsonParsed' ? encodeParsed : encodeInstruction)
  return {
    computeUnitsConsumed: record.computeUnitsConsumed,
    ...(record.costUnits === null ? {} : { costUnits: record.costUnits }),
    ...encodeBalances(record),
    innerInstructions: isRun ? inner() : null,
    ...(encoding === 'jsonParsed' ? {} : { loadedAddresses: record.loadedAddresses }),
    logMessages: isRun ? record.logs : null,
    ...(returnData === null ? {} : { returnData: encodeReturnData(returnData) }),
    rewards: rewards === 'shown' ? [] : null,
  }
}

/** Encodes an instruction's return data in base64. */
export const encodeReturnData = ({ program, data }: NonNullable<TransactionRecord['returnData']>) => ({
  data: [toBase64(data), 'base64'],
  programId: program,
})

type Compiled = Omit<InnerInstruction, 'accounts'> & { readonly accounts: ArrayLike<number> }

/** Encodes inner instructions, each with `encode`. */
export const encodeInner = (
  { innerInstructions, accounts }: Pick<TransactionRecord, 'innerInstructions' | 'accounts'>,
  encode: (one: Compiled, accounts: readonly Address[]) => unknown,
) =>
  innerInstructions.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map(one => encode(one, accounts)),
  }))

const encodeInstruction = ({ programIdIndex, accounts, data, stackHeight }: Compiled) => ({
  accounts: Array.from(accounts),
  data: encodeBase58(data),
  programIdIndex,
  stackHeight,
})

/** Encodes an instruction in its program's terms. An unknown program's instruction has addresses and raw data. */
export function encodeParsed(compiled: Compiled, addresses: readonly Address[]): unknown {
  const { data, stackHeight } = compiled
  const program = addresses[compiled.programIdIndex] as Address
  const accounts = Array.from(compiled.accounts, index => addresses[index] as Address)
  return (
    parseInstruction({ program, accounts, data }, stackHeight) ?? {
      accounts,
      data: encodeBase58(data),
      programId: program,
      stackHeight,
    }
  )
}

function encodeBody(record: TransactionRecord, { encoding }: TransactionFormat): unknown {
  switch (encoding) {
    case 'base64':
      return [toBase64(record.wire), 'base64']
    case 'base58':
      return [encodeBase58(record.wire), 'base58']
    case 'binary':
      return encodeBase58(record.wire)
    default:
      return { message: encodeMessage(record, encoding), signatures: signaturesOf(record) }
  }
}

function encodeMessage(record: TransactionRecord, encoding: 'json' | 'jsonParsed'): unknown {
  const message = messageOf(record)
  const instructions = message.instructions.map(({ programIndex, accounts, data }) => ({
    programIdIndex: programIndex,
    accounts,
    data,
    stackHeight: 1,
  }))
  const shared = { ...encodeLookups(message), recentBlockhash: message.blockhash }
  if (encoding === 'jsonParsed')
    return {
      accountKeys: encodeAccountKeys(record),
      instructions: instructions.map(one => encodeParsed(one, record.accounts)),
      ...shared,
    }
  return {
    accountKeys: message.accounts,
    header: {
      numReadonlySignedAccounts: message.readonlySigners,
      numReadonlyUnsignedAccounts: message.readonlyOthers,
      numRequiredSignatures: message.signers,
    },
    instructions: instructions.map(encodeInstruction),
    ...shared,
  }
}

function encodeLookups({ version, lookups }: WireMessage) {
  if (version === 'legacy') return {}
  return {
    addressTableLookups: lookups.map(({ table, readonly, writable }) => ({
      accountKey: table,
      readonlyIndexes: [...readonly],
      writableIndexes: [...writable],
    })),
  }
}

/** Encodes every account of a transaction with its role, including loaded accounts. */
function encodeAccountKeys(record: TransactionRecord) {
  const message = messageOf(record)
  const writable = new Set(record.writable)
  // A called program is never writable, even if the message asks for it.
  for (const { programIndex } of message.instructions) writable.delete(programIndex)
  return record.accounts.map((pubkey, index) => ({
    pubkey,
    signer: index < message.signers,
    source: index < message.accounts.length ? 'transaction' : 'lookupTable',
    writable: writable.has(index),
  }))
}

/** The signatures of a transaction, in base58. */
function signaturesOf(record: TransactionRecord): readonly string[] {
  const { signers } = messageOf(record)
  const first = signers < 0x80 ? 1 : 2
  return Array.from({ length: signers }, (_, i) =>
    encodeBase58(record.wire.subarray(first + i * 64, first + (i + 1) * 64)),
  )
}

/** A landed transaction was parsed before it ran, so parsing cannot fail. */
function messageOf({ wire }: TransactionRecord): WireMessage {
  const transaction = readWire(wire)
  if (typeof transaction === 'string') throw rpcError('internalError', transaction)
  return transaction.message
}
