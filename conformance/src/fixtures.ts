import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AccountSnapshot, type Address, decodeBase64 } from '@tern/core'

const fixtures = join(import.meta.dirname, '..', 'fixtures')

/** A recorded account, in its file's format. */
interface RecordedAccount {
  readonly address: Address
  readonly owner: Address
  readonly lamports: string
  readonly executable: boolean
  /** `null` if the source does not show it. */
  readonly slot: string | null
  readonly origin: string
  readonly data: string
}

export function readFixture<T>(path: string): T {
  return JSON.parse(readFileSync(join(fixtures, path), 'utf8')) as T
}

/** Reads accounts recorded from mainnet, by address. `slot` is 0 if the record does not show it. */
export function readRecorded(folder: string, names: readonly string[]): Map<Address, AccountSnapshot> {
  return new Map(
    names.map(name => {
      const { address, owner, lamports, executable, slot, data } = readFixture<RecordedAccount>(
        `${folder}/${name}.json`,
      )
      const snapshot = {
        owner,
        lamports: BigInt(lamports),
        executable,
        data: decodeBase64(data),
        slot: BigInt(slot ?? 0),
      }
      return [address, snapshot]
    }),
  )
}
