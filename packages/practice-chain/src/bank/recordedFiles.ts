import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Address, decodeBase64, isTernError, parseAddress, TernError } from '@tern/core'
import type { AccountContent } from './bank.ts'

function filesUnder(directory: string, extension: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith(extension))
    .sort()
    .map(name => join(directory, name))
}

/** Program binaries, `<program id>.so` as `solana program dump` writes them. Other files are left alone. */
export function readPrograms(directory: string): ReadonlyMap<Address, Uint8Array> {
  const programs = new Map<Address, Uint8Array>()
  for (const file of filesUnder(directory, '.so')) {
    try {
      programs.set(parseAddress(basename(file, '.so')), new Uint8Array(readFileSync(file)))
    } catch (error) {
      if (!isTernError(error, 'address/invalid')) throw error
    }
  }
  return programs
}

/**
 * Recorded accounts, one a JSON file: either as `solana account --output json` writes them (`pubkey`, `account`), or flat
 * (`address`, `owner`, `lamports`, `data`). @throws TernError `practice/recordedAccount`.
 */
export function readRecordedAccounts(directory: string): ReadonlyMap<Address, AccountContent> {
  const accounts = new Map<Address, AccountContent>()
  for (const file of filesUnder(directory, '.json')) {
    try {
      const [address, content] = readRecorded(JSON.parse(readFileSync(file, 'utf8')) as unknown)
      accounts.set(address, content)
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new TernError('practice/recordedAccount', { file, why }, { cause })
    }
  }
  return accounts
}

function readRecorded(json: unknown): readonly [Address, AccountContent] {
  const outer = Object(json) as Record<string, unknown>
  const inner = Object(outer.account ?? outer) as Record<string, unknown>
  const { owner, lamports, data, executable } = inner
  const base64 = Array.isArray(data) ? (data[0] as unknown) : data
  return [
    parseAddress(String(outer.pubkey ?? outer.address ?? '')),
    {
      owner: parseAddress(String(owner ?? '')),
      lamports: BigInt(String(lamports)),
      executable: executable === true,
      data: decodeBase64(String(base64)),
    },
  ]
}
