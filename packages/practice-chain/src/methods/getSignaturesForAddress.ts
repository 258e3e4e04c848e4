import type { Address } from '@tern/core'
import type { Bank, SignatureEntry } from '../bank/bank.ts'
import { checkMinContextSlot, type Method } from './method.ts'
import {
  type Commitment,
  invalidParams,
  readAddress,
  readConfirmedCommitment,
  readOptionalNumber,
  readOptions,
  readSignature,
} from './params.ts'

const most = 1000

/** The transactions that name an address, the newest first. */
export const getSignaturesForAddress: Method = ({ bank }, [address, config]) => {
  const asked = readAddress(address)
  const options = readOptions(config)
  const commitment = readConfirmedCommitment(options)
  checkMinContextSlot(bank, options)
  const limit = readOptionalNumber(options.limit, 'a limit') ?? most
  if (limit < 1 || limit > most) throw invalidParams(`Invalid limit; max ${most}`)
  const before = options.before == null ? undefined : readSignature(options.before)
  const until = options.until == null ? undefined : readSignature(options.until)
  return collect(bank, asked, commitment, limit, before, until).map(entry => ({
    blockTime: entry.blockTimeSeconds,
    confirmationStatus: entry.confirmationStatus,
    err: entry.err,
    memo: entry.memo,
    signature: entry.signature,
    slot: entry.slot,
  }))
}

/** The newest ones may not have reached the commitment yet: they are passed over, and older ones take their places. */
function collect(
  bank: Bank,
  address: Address,
  commitment: Commitment,
  limit: number,
  from: string | undefined,
  until: string | undefined,
): readonly SignatureEntry[] {
  const found: SignatureEntry[] = []
  let before = from
  while (found.length < limit) {
    const page = bank.signaturesFor(address, {
      limit,
      ...(before === undefined ? {} : { before }),
      ...(until === undefined ? {} : { until }),
    })
    found.push(...page.filter(({ confirmationStatus }) => hasReached(confirmationStatus, commitment)))
    before = page.at(-1)?.signature
    if (page.length < limit) break
  }
  return found.slice(0, limit)
}

const hasReached = (status: Commitment, wanted: Commitment): boolean =>
  wanted === 'confirmed' ? status !== 'processed' : status === wanted
