import { createHash } from 'node:crypto'
import type { AccountSet } from '@tern/core'

/** Returns a digest of each account's bytes. To compare the bytes of an account of a megabyte takes seconds. */
export const digestsOf = (accounts: AccountSet): readonly string[] =>
  [...accounts.values()].map(account =>
    createHash('sha256')
      .update(account?.data ?? new Uint8Array())
      .digest('hex'),
  )
