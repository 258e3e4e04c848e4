import { token2022Program } from '@tern/core'
import type { Listing } from './listing.ts'

/** What a check of the mint came to, worst first in the strip. */
export interface Check {
  readonly state: 'danger' | 'caution' | 'unchecked' | 'passed' | 'fact'
  readonly text: string
  /** Why it matters, in one sentence. */
  readonly why: string
}

type Checked = Pick<Listing, 'program' | 'mintAuthority' | 'freezeAuthority' | 'transferFeeBps' | 'curve'>

const order = ['danger', 'caution', 'unchecked', 'passed', 'fact']

const token2022: Check = {
  state: 'fact',
  text: 'Token-2022',
  why: 'A mint of the newer token program, whose extensions Tern reads.',
}

/** Reads the dangers that a mint can hold from its own account. What is not looked at is said to be so. */
export function checksOf(token: Checked): readonly Check[] {
  const { mintAuthority, freezeAuthority, transferFeeBps, curve } = token
  const checks: readonly Check[] = [
    freezeAuthority === null
      ? { state: 'passed', text: 'Freeze revoked', why: 'Nobody can freeze your tokens.' }
      : {
          state: 'danger',
          text: 'Freeze on',
          why: `${freezeAuthority} can freeze your tokens so that they cannot be sold.`,
        },
    transferFeeBps === null || transferFeeBps === 0
      ? { state: 'passed', text: 'No transfer fee', why: 'The token itself takes nothing of a transfer.' }
      : {
          state: transferFeeBps >= 300 ? 'danger' : 'caution',
          text: `Transfer fee ${transferFeeBps / 100}%`,
          why: 'The token takes this part of every transfer, when you buy and when you sell.',
        },
    mintAuthority === null
      ? { state: 'passed', text: 'Mint revoked', why: 'No more of it can be made.' }
      : { state: 'caution', text: 'Mint on', why: `${mintAuthority} can make more of it at any time.` },
    curve !== null && curve.stage !== 'migrated'
      ? {
          state: 'fact',
          text: 'LP on curve',
          why: 'The bonding curve itself holds the SOL: there are no liquidity tokens.',
        }
      : {
          state: 'unchecked',
          text: 'LP lock not checked',
          why: 'Tern does not read yet who holds the pool’s liquidity tokens.',
        },
    { state: 'unchecked', text: 'Holders not checked', why: 'Tern does not read yet how the supply is spread.' },
    ...(token.program === token2022Program ? [token2022] : []),
  ]
  return [...checks].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}

/** What of the checks a card has room for: what is wrong, what nobody can do any more in one word, and the mint's program. */
export function briefChecks(token: Checked): readonly Check[] {
  const checks = checksOf(token)
  const wrong = checks.filter(({ state }) => state === 'danger' || state === 'caution')
  const isRevoked = token.mintAuthority === null && token.freezeAuthority === null
  const revoked: Check = { state: 'passed', text: 'Mint, freeze', why: 'Nobody can make more of it or freeze yours.' }
  return [...wrong, ...(isRevoked ? [revoked] : []), ...checks.filter(check => check === token2022)]
}
