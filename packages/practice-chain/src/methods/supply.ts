import type { Address } from '@tern/core'
import { type Method, slotOf, withContext } from './method.ts'
import { readFlag, readOptionalFlag, readOptionalVariant, readOptions } from './params.ts'

/**
 * Returns the lamports of the chain's accounts, except sysvars and the programs that it began with.
 * All of them circulate, because nothing is locked or staked.
 */
export const getSupply: Method = ({ bank }, [config]) => {
  const options = readOptions(config, 'RpcSupplyConfig')
  readFlag(options.excludeNonCirculatingAccountsList)
  const slot = slotOf(bank, options)
  let total = 0n
  for (const [, { lamports }] of bank.accounts()) total += lamports
  return withContext(slot, { circulating: total, nonCirculating: 0, nonCirculatingAccounts: [], total })
}

const max = 20
const filters = ['circulating', 'nonCirculating'] as const

/** Returns the 20 accounts with the most lamports, richest first. */
export const getLargestAccounts: Method = ({ bank }, [config]) => {
  const options = readOptions(config, 'RpcLargestAccountsConfig')
  readOptionalFlag(options.sortResults)
  const wanted = readOptionalVariant(options.filter, filters, 'circulating')
  const slot = slotOf(bank, options)
  const largest: { address: Address; lamports: bigint }[] = []
  if (wanted === 'nonCirculating') return withContext(slot, largest)
  for (const [address, { lamports }] of bank.accounts()) {
    if (largest.length === max && lamports <= (largest.at(-1)?.lamports ?? 0n)) continue
    const place = largest.findIndex(one => one.lamports < lamports)
    largest.splice(place === -1 ? largest.length : place, 0, { address, lamports })
    if (largest.length > max) largest.pop()
  }
  return withContext(slot, largest)
}
