import type { Address } from '@tern/core'
import * as v from 'valibot'
import { addressRows, serverMessage } from './serverLine.ts'

/** The owners of token accounts. `null`: there is no such token account. No entry: the owner is unknown. */
export type AccountOwners = ReadonlyMap<Address, Address | null>

/** Owners that are all unknown. */
export const noOwners: AccountOwners = new Map()

/** After this time without an answer, the owners count as unknown. */
export const maxWaitMs = 3_000

const ownersMessage = serverMessage({ id: v.number(), owners: addressRows })

/** The owners of token accounts, as the vault's own server reads them at a request. */
export interface ServerOwners {
  /** Never rejects. @returns no owners if the server does not answer within 3 s. */
  ask(accounts: readonly Address[]): Promise<AccountOwners>
  /** Receives a message of the server. Ignores messages of any other form. */
  receive(text: unknown): void
}

/** @param request sends a request to the server, once there is a connection. */
export function createOwners(request: (asked: object) => void): ServerOwners {
  const waiting = new Map<number, (owners: AccountOwners) => void>()
  let lastId = 0
  return {
    ask: accounts =>
      new Promise(resolve => {
        const id = ++lastId
        const settle = (owners = noOwners) => {
          clearTimeout(timer)
          waiting.delete(id)
          resolve(owners)
        }
        const timer = setTimeout(settle, maxWaitMs)
        waiting.set(id, settle)
        request({ id, owners: accounts })
      }),
    receive(text) {
      const read = v.safeParse(ownersMessage, text)
      if (read.success) waiting.get(read.output.id)?.(new Map(read.output.owners))
    },
  }
}
