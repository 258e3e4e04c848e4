import type { Address } from '@tern/core'
import type { Bank, SimulationResult } from '../bank/bank.ts'
import { type AccountFormat, encodeAccount, readAccountFormat } from './encodeAccount.ts'
import { encodeInner, encodeReturnData, encodeTokenBalance } from './encodeTransaction.ts'
import { checkMinContextSlot, type Method, withContext } from './method.ts'
import {
  invalidParams,
  type Options,
  readAddress,
  readArray,
  readCommitment,
  readEncodedBytes,
  readFlag,
  readObject,
  readOptions,
} from './params.ts'
import { refused } from './refused.ts'

/** What a transaction would do, without doing it. */
export const simulateTransaction: Method = ({ bank }, [transaction, config]) => {
  const options = readOptions(config)
  const wire = readEncodedBytes(transaction, options.encoding, 'transaction')
  const isVerified = readFlag(options.sigVerify, 'sigVerify')
  const isReplaced = readFlag(options.replaceRecentBlockhash, 'replaceRecentBlockhash')
  if (isVerified && isReplaced) throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
  readCommitment(options)
  checkMinContextSlot(bank, options)
  const wanted = readWanted(options)
  const outcome = bank.simulate(wire, {
    signatures: isVerified ? 'verify' : 'ignore',
    blockhash: isReplaced ? 'replace' : 'check',
    accounts: wanted?.addresses ?? [],
  })
  if (!outcome.simulated) throw refused(outcome.refusal)
  const { result } = outcome
  if (wanted !== undefined && wanted.addresses.length > result.accounts.length)
    throw invalidParams(`Too many accounts provided; max ${result.accounts.length}`)
  return withContext(bank, {
    accounts: wanted === undefined ? null : encodeAccounts(bank, wanted, result),
    err: result.err,
    fee: result.fee,
    innerInstructions: readFlag(options.innerInstructions, 'innerInstructions')
      ? encodeInner(result, 'addresses')
      : null,
    loadedAddresses: result.loadedAddresses,
    logs: result.logs,
    postBalances: result.postBalances,
    postTokenBalances: result.postTokenBalances.map(encodeTokenBalance),
    preBalances: result.preBalances,
    preTokenBalances: result.preTokenBalances.map(encodeTokenBalance),
    replacementBlockhash: result.replacementBlockhash,
    returnData: result.returnData && encodeReturnData(result.returnData),
    unitsConsumed: result.unitsConsumed,
  })
}

interface WantedAccounts {
  readonly addresses: readonly Address[]
  readonly format: AccountFormat
}

function readWanted({ accounts }: Options): WantedAccounts | undefined {
  if (accounts === undefined || accounts === null) return undefined
  const wanted = readObject(accounts, 'accounts')
  const format = readAccountFormat({ encoding: wanted.encoding }, 'base64')
  if (format.encoding === 'binary' || format.encoding === 'base58') throw invalidParams('base58 encoding not supported')
  return { addresses: readArray(wanted.addresses, 'an array of addresses').map(readAddress), format }
}

function encodeAccounts(bank: Bank, { addresses, format }: WantedAccounts, { postAccounts }: SimulationResult) {
  const accounts = { account: (address: Address) => postAccounts.get(address) ?? bank.account(address) }
  return addresses.map(address => {
    const account = postAccounts.get(address) ?? null
    return account && encodeAccount(address, account, format, accounts)
  })
}
