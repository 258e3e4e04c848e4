import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Address, decodeBase64, isTernError, parseAddress, TernError } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import type { AccountContent } from './bank.ts'

function filesUnder(directory: string, extension: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith(extension))
    .sort()
    .map(name => join(directory, name))
}

/** Reads program binaries `<program id>.so`, as `solana program dump` writes them. Other files are ignored. */
export function readPrograms(directory: string): ReadonlyMap<Address, Uint8Array> {
  const programs = new Map<Address, Uint8Array>()
  for (const file of filesUnder(directory, '.so')) {
    const id = basename(file, '.so')
    if (isAddress(id)) programs.set(id, new Uint8Array(readFileSync(file)))
  }
  return programs
}

/**
 * Reads recorded accounts, a single account in each JSON file.
 * The format is that of `solana account --output json` (`pubkey`, `account`), or flat (`address`, `owner`, `lamports`,
 * `data`).
 * A file without an address is ignored.
 * @throws TernError `practice/recordedAccount` if a file has an address, but no valid account.
 */
export function readRecordedAccounts(directory: string): ReadonlyMap<Address, AccountContent> {
  const accounts = new Map<Address, AccountContent>()
  for (const file of filesUnder(directory, '.json')) {
    try {
      const json = Object(JSON.parse(readFileSync(file, 'utf8')) as unknown) as Record<string, unknown>
      const address = json.pubkey ?? json.address
      if (isAddress(address)) accounts.set(address, readContent(json.account ?? json))
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new TernError('practice/recordedAccount', { file, why }, { cause })
    }
  }
  return accounts
}

function isAddress(text: unknown): text is Address {
  if (typeof text !== 'string') return false
  try {
    addressBytes(text)
    return true
  } catch (error) {
    if (!isTernError(error, 'address/invalid')) throw error
    return false
  }
}

function readContent(json: unknown): AccountContent {
  const { owner, lamports, data, executable } = Object(json) as Record<string, unknown>
  const base64 = Array.isArray(data) ? (data[0] as unknown) : data
  return {
    owner: parseAddress(String(owner ?? '')),
    lamports: BigInt(String(lamports)),
    executable: executable === true,
    data: decodeBase64(String(base64)),
  }
}
