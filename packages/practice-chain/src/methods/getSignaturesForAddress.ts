import type { Address } from '@tern/core'
import type { Bank, SignatureEntry, TransactionRecord } from '../bank/bank.ts'
import { checkReached, type Method } from './method.ts'
import {
  invalidParams,
  readAddress,
  readConfirmedCommitment,
  readOptionalNumber,
  readOptions,
  readSignature,
} from './params.ts'

const max = 1000
/** The min size of a page, even if fewer entries are wanted. */
const fewest = 64

/** Returns the transactions that name an address, newest first. */
export const getSignaturesForAddress: Method = ({ bank }, [address, config]) => {
  const options = readOptions(config, 'RpcSignaturesForAddressConfig')
  const asked = readAddress(address)
  const before = optionalSignature(options.before)
  const until = optionalSignature(options.until)
  const limit = readOptionalNumber(options.limit) ?? max
  if (limit < 1 || limit > max) throw invalidParams(`Invalid limit; max ${max}`)
  const newest = bank.slot(readConfirmedCommitment(options))
  checkReached(newest, options)
  return collect(bank, asked, { newest, limit, before, until }).map(entry => ({
    blockTime: entry.blockTimeSeconds,
    confirmationStatus: entry.confirmationStatus,
    err: entry.err,
    memo: entry.memo,
    signature: entry.signature,
    slot: entry.slot,
  }))
}

const optionalSignature = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : readSignature(value)

interface Bounds {
  readonly newest: bigint
  readonly limit: number
  readonly before: string | undefined
  readonly until: string | undefined
}

/**
 * Finds the entries between two bounds. Both bounds are places in the chain: their transactions need not name the
 * address.
 * If `before` never landed, the result is empty. If `until` never landed, it has no effect.
 */
function collect(bank: Bank, address: Address, { newest, limit, before, until }: Bounds): readonly SignatureEntry[] {
  const end = before === undefined ? undefined : bank.transaction(before)
  if (end === null) return []
  const start = until === undefined ? null : bank.transaction(until)
  const found: SignatureEntry[] = []
  const from = end?.accounts.includes(address) ? before : undefined
  for (const entry of newestFirst(bank, address, from, Math.max(limit, fewest))) {
    const record = bank.transaction(entry.signature)
    if (record === null || record.slot > newest || (end !== undefined && !isBefore(record, end))) continue
    if ((start !== null && !isBefore(start, record)) || found.length === limit) break
    found.push(entry)
  }
  return found
}

/** Reads pages of `pageSize` entries, because each entry costs a search for memos. */
function* newestFirst(
  bank: Bank,
  address: Address,
  from: string | undefined,
  pageSize: number,
): Iterable<SignatureEntry> {
  let before = from
  for (;;) {
    const page = bank.signaturesFor(address, { limit: pageSize, ...(before === undefined ? {} : { before }) })
    yield* page
    before = page.at(-1)?.signature
    if (page.length < pageSize || before === undefined) return
  }
}

const isBefore = (a: TransactionRecord, b: TransactionRecord): boolean =>
  a.slot === b.slot ? a.index < b.index : a.slot < b.slot
