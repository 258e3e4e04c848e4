/** What a check of the mint came to, worst first in the strip. */
export interface Check {
  readonly state: 'danger' | 'caution' | 'unchecked' | 'passed'
  readonly text: string
  /** Why it matters, in one sentence. */
  readonly why: string
}

interface Mint {
  readonly mintAuthority: string | null
  readonly freezeAuthority: string | null
  readonly transferFeeBps: number | null
}

const order = ['danger', 'caution', 'unchecked', 'passed']

/** Reads the dangers that a mint can hold from its own account. What is not looked at is said to be so. */
export function checksOf({ mintAuthority, freezeAuthority, transferFeeBps }: Mint): readonly Check[] {
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
    {
      state: 'unchecked',
      text: 'LP lock not checked',
      why: 'Tern does not read yet who holds the pool’s liquidity tokens.',
    },
    { state: 'unchecked', text: 'Holders not checked', why: 'Tern does not read yet how the supply is spread.' },
  ]
  return [...checks].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}
