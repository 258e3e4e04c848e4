import type { Address } from '@tern/core'
import type { SimulationResult } from '../bank/bank.ts'
import { readOrRefuse } from '../bank/unprocessable.ts'
import { type AccountFormat, encodeAccount, readAccountFormat } from './encodeAccount.ts'
import { encodeInner, encodeParsed, encodeReturnData, encodeTokenBalances } from './encodeTransaction.ts'
import { isSigned } from './isSigned.ts'
import { loadedAccountsDataSize } from './loadedAccountsDataSize.ts'
import { checkReached, type Method, withContext } from './method.ts'
import {
  invalidParams,
  type Options,
  readAddress,
  readArray,
  readCommitment,
  readEncodedBytes,
  readField,
  readFlag,
  readObject,
  readOptions,
  readString,
  readWireEncoding,
} from './params.ts'
import { invalidTransaction, isUnsanitary, refused, signatureFailure } from './refused.ts'
import { uiTokenAmount } from './tokenAmount.ts'
import { type View, viewOf } from './view.ts'

/** Runs a transaction without keeping its changes. */
export const simulateTransaction: Method = async ({ bank }, [transaction, config]) => {
  const options = readOptions(config, 'RpcSimulateTransactionConfig')
  const isVerified = readFlag(options.sigVerify)
  const isReplaced = readFlag(options.replaceRecentBlockhash)
  const isInnerWanted = readFlag(options.innerInstructions)
  const wanted = readWanted(options)
  const bytes = readEncodedBytes(readString(transaction), readWireEncoding(options.encoding), 'transaction')
  // The simulation always runs on the newest state, even if the client asks for an older commitment.
  checkReached(bank.slot(readCommitment(options)), options)
  const view = viewOf(bank, { commitment: 'processed' })
  const wire = readOrRefuse(bytes)
  if ('kind' in wire) throw refused(wire, view)
  if (isReplaced && isVerified) throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
  const outcome = bank.simulate(bytes, {
    // `isSigned` checks the signatures later, also for a transaction that the chain has refused already.
    signatures: 'ignore',
    blockhash: isReplaced ? 'replace' : 'check',
    accounts: wanted?.addresses.filter(isAddress) ?? [],
  })
  if (!outcome.simulated) throw refused(outcome.refusal, view)
  const { result } = outcome
  if (isUnsanitary(result.err)) throw invalidTransaction(result.err)
  if (isVerified && !(await isSigned(wire))) throw signatureFailure()
  const lookupTables = wire.message.lookups.length
  return withContext(view.slot, {
    accounts: wanted === undefined ? null : encodeAccounts(view, wanted, result),
    err: result.err,
    fee: result.fee,
    innerInstructions: isInnerWanted ? encodeInner(result, encodeParsed) : null,
    loadedAccountsDataSize: loadedAccountsDataSize({ ...result, lookupTables }, view),
    loadedAddresses: result.loadedAddresses,
    logs: result.logs,
    postBalances: result.postBalances,
    postTokenBalances: encodeTokenBalances(result.postTokenBalances, uiTokenAmount),
    preBalances: result.preBalances,
    preTokenBalances: encodeTokenBalances(result.preTokenBalances, uiTokenAmount),
    replacementBlockhash: result.replacementBlockhash,
    returnData: result.returnData && encodeReturnData(result.returnData),
    unitsConsumed: result.unitsConsumed,
  })
}

interface WantedAccounts {
  readonly addresses: readonly string[]
  readonly format: AccountFormat
}

function readWanted({ accounts }: Options): WantedAccounts | undefined {
  if (accounts === undefined || accounts === null) return undefined
  const wanted = readObject(accounts, 'struct RpcSimulateTransactionAccountsConfig')
  const format = readAccountFormat({ encoding: wanted.encoding }, 'base64')
  return { addresses: readArray(readField(wanted, 'addresses')).map(readString), format }
}

function isAddress(text: string): text is Address {
  try {
    readAddress(text)
    return true
  } catch {
    return false
  }
}

/** A cluster checks the requested accounts only after the simulation. */
function encodeAccounts(view: View, { addresses, format }: WantedAccounts, result: SimulationResult) {
  if (format.encoding === 'binary' || format.encoding === 'base58') throw invalidParams('base58 encoding not supported')
  if (addresses.length > result.accounts.length)
    throw invalidParams(`Too many accounts provided; max ${result.accounts.length}`)
  if (result.err !== null) return addresses.map(() => null)
  const { postAccounts } = result
  const accounts = { account: (address: Address) => postAccounts.get(address) ?? view.account(address) }
  return addresses.map(text => {
    const address = readAddress(text)
    const account = postAccounts.get(address) ?? null
    return account && encodeAccount(address, account, { format, accounts })
  })
}
