import { type Address, encodeBase58 } from '@tern/core'
import type { InnerInstruction, TokenBalance, TransactionRecord } from '../bank/bank.ts'
import { readWire, type WireMessage } from '../bank/wire.ts'
import { invalidParams, type Options, readOptionalNumber } from './params.ts'
import { rpcError } from './rpcError.ts'
import { toBase64 } from './toBase64.ts'
import { uiTokenAmount } from './tokenAmount.ts'

/** How a client wants a transaction. */
export interface TransactionFormat {
  readonly encoding: 'json' | 'jsonParsed' | 'base58' | 'base64'
  readonly maxSupportedTransactionVersion: number | undefined
}

const encodings = ['json', 'jsonParsed', 'base58', 'base64'] as const

/** `encoding` and `maxSupportedTransactionVersion` of a call's options. */
export function readTransactionFormat(options: Options): TransactionFormat {
  const encoding = encodings.find(name => name === (options.encoding ?? 'json'))
  if (encoding === undefined) throw invalidParams(`Invalid params: unknown encoding \`${String(options.encoding)}\`.`)
  const version = readOptionalNumber(options.maxSupportedTransactionVersion, 'a transaction version')
  return { encoding, maxSupportedTransactionVersion: version }
}

/** The transaction, what it did and its version, as a cluster writes them. @throws TernError `practice/refused` for a version that the client does not take. */
export function encodeTransaction(record: TransactionRecord, format: TransactionFormat) {
  return { meta: encodeMeta(record, format), transaction: encodeBody(record, format), ...encodeVersion(record, format) }
}

/** `version` for clients that have said which they take. @throws TernError `practice/refused`. */
export function encodeVersion(
  { version }: TransactionRecord,
  { maxSupportedTransactionVersion }: Pick<TransactionFormat, 'maxSupportedTransactionVersion'>,
): { version?: 'legacy' | 0 } {
  if (maxSupportedTransactionVersion !== undefined) return { version }
  if (version === 'legacy') return {}
  throw rpcError(
    'unsupportedTransactionVersion',
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  )
}

/** What every form of `meta` has. */
export function encodeBalances(record: TransactionRecord) {
  return {
    err: record.err,
    fee: record.fee,
    postBalances: record.postBalances,
    postTokenBalances: record.postTokenBalances.map(encodeTokenBalance),
    preBalances: record.preBalances,
    preTokenBalances: record.preTokenBalances.map(encodeTokenBalance),
    status: record.err === null ? { Ok: null } : { Err: record.err },
  }
}

/** A token balance in `meta`. */
export const encodeTokenBalance = ({ accountIndex, mint, owner, program, amount, decimals }: TokenBalance) => ({
  accountIndex,
  mint,
  owner,
  programId: program,
  uiTokenAmount: uiTokenAmount(amount, decimals),
})

function encodeMeta(record: TransactionRecord, { encoding }: TransactionFormat) {
  const { returnData } = record
  return {
    computeUnitsConsumed: record.computeUnitsConsumed,
    ...encodeBalances(record),
    innerInstructions: encodeInner(record, encoding === 'jsonParsed' ? 'addresses' : 'positions'),
    ...(encoding === 'jsonParsed' ? {} : { loadedAddresses: record.loadedAddresses }),
    logMessages: record.logs,
    ...(returnData === null ? {} : { returnData: encodeReturnData(returnData) }),
    rewards: [],
  }
}

/** What an instruction returned, in base64. */
export const encodeReturnData = ({ program, data }: NonNullable<TransactionRecord['returnData']>) => ({
  data: [toBase64(data), 'base64'],
  programId: program,
})

/** Instructions that programs called, with accounts as positions or as addresses. */
export function encodeInner(
  { innerInstructions, accounts }: Pick<TransactionRecord, 'innerInstructions' | 'accounts'>,
  form: 'positions' | 'addresses',
) {
  const encode = (one: InnerInstruction) =>
    form === 'positions' ? encodeInstruction(one) : encodeWithAddresses(one, accounts)
  return innerInstructions.map(({ index, instructions }) => ({ index, instructions: instructions.map(encode) }))
}

const encodeInstruction = ({ programIdIndex, accounts, data, stackHeight }: InnerInstruction) => ({
  accounts,
  data: encodeBase58(data),
  programIdIndex,
  stackHeight,
})

const encodeWithAddresses = (
  { programIdIndex, accounts, data, stackHeight }: InnerInstruction,
  addresses: readonly Address[],
) => ({
  accounts: accounts.map(index => addresses[index]),
  data: encodeBase58(data),
  programId: addresses[programIdIndex],
  stackHeight,
})

function encodeBody(record: TransactionRecord, { encoding }: TransactionFormat): unknown {
  if (encoding === 'base64') return [toBase64(record.wire), 'base64']
  if (encoding === 'base58') return [encodeBase58(record.wire), 'base58']
  const message = messageOf(record)
  const instructions = message.instructions.map(({ programIndex, accounts, data }) => ({
    programIdIndex: programIndex,
    accounts: [...accounts],
    data,
    stackHeight: 1,
  }))
  const shared = { ...encodeLookups(message), recentBlockhash: message.blockhash }
  const body =
    encoding === 'json'
      ? {
          accountKeys: message.accounts,
          header: {
            numReadonlySignedAccounts: message.readonlySigners,
            numReadonlyUnsignedAccounts: message.readonlyOthers,
            numRequiredSignatures: message.signers,
          },
          instructions: instructions.map(encodeInstruction),
          ...shared,
        }
      : {
          accountKeys: encodeAccountKeys(record),
          instructions: instructions.map(one => encodeWithAddresses(one, record.accounts)),
          ...shared,
        }
  return { message: body, signatures: signaturesOf(record) }
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

/** Every account of a transaction, the loaded ones too, with its role. */
export function encodeAccountKeys(record: TransactionRecord) {
  const message = messageOf(record)
  const writable = new Set(record.writable)
  return record.accounts.map((pubkey, index) => ({
    pubkey,
    signer: index < message.signers,
    source: index < message.accounts.length ? 'transaction' : 'lookupTable',
    writable: writable.has(index),
  }))
}

/** The signatures of a transaction, in base58. */
export function signaturesOf(record: TransactionRecord): readonly string[] {
  const { signers } = messageOf(record)
  const first = signers < 0x80 ? 1 : 2
  return Array.from({ length: signers }, (_, i) =>
    encodeBase58(record.wire.subarray(first + i * 64, first + (i + 1) * 64)),
  )
}

/** What has landed was read before. */
function messageOf({ wire }: TransactionRecord): WireMessage {
  const transaction = readWire(wire)
  if (typeof transaction === 'string') throw rpcError('internalError', transaction)
  return transaction.message
}
