import {
  associatedTokenProgram,
  computeBudgetProgram,
  lighthouseProgram,
  memoProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { tradingPrograms } from '@tern/venues/read'

/** What transactions that are passed on may call: what Tern builds, and what wallets add to it. */
export const relayedPrograms: ReadonlySet<string> = new Set([
  systemProgram,
  tokenProgram,
  token2022Program,
  associatedTokenProgram,
  computeBudgetProgram,
  memoProgram,
  lighthouseProgram,
  ...tradingPrograms,
])
