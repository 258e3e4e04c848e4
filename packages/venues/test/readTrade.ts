import type { Address } from '@tern/core'
import { type ReadLength, readEffects } from '../src/effects/readEffects.ts'
import { readLanded } from '../src/effects/readLanded.ts'
import { readExecuted } from '../src/readExecuted.ts'

/**
 * Reads a swap, deposit, withdrawal or new pool as a single record, for tests that compare all of it.
 *
 * @param length `exact`, as a signer reads. `atLeast`, as the indexer reads.
 */
export function readTrade(
  program: Address,
  accounts: readonly Address[],
  data: Uint8Array,
  length: ReadLength = 'exact',
) {
  const instruction = { program, accounts, data }
  const read = length === 'exact' ? readEffects(instruction) : readLanded(instruction, length)
  if (read === undefined) return undefined
  const { kind, mode, takes, brings, pool, walletPlaces, handedOn } = read
  const owner = accounts[walletPlaces[0] ?? -1]
  const [take, bring] = [takes[0], brings[0]]
  const protocol = readExecuted({ program, accounts, data })?.protocol
  if (kind === 'swap')
    return {
      ...{ protocol, kind, mode, maxIn: take?.max, minOut: bring?.min },
      accounts: {
        ...{ owner, pool, tokenAccountIn: take?.account, tokenAccountOut: bring?.account },
        ...{ mintIn: take?.mint, mintOut: bring?.mint },
      },
      ...(handedOn && { handedOn }),
    }
  if (kind !== 'place' && kind !== 'withdraw' && kind !== 'create') return undefined
  const [tokens, shares] = kind === 'withdraw' ? [brings, takes] : [takes, brings]
  return {
    ...{ protocol, kind, taken: takes.map(({ max }) => max), brought: brings.map(({ min }) => min) },
    accounts: {
      ...{ owner, pool, lpAccount: shares[0]?.account },
      ...{ tokenAccounts: tokens.map(({ account }) => account), mints: tokens.map(({ mint }) => mint) },
    },
  }
}
