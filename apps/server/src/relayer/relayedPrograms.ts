import {
  associatedTokenProgram,
  computeBudgetProgram,
  memoProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { lighthouseProgram } from '@tern/core/internal'
import { tradingPrograms } from '@tern/venues/read'

/** Programs that a relayed transaction may call: Tern's own programs, and the programs that wallets add. */
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
