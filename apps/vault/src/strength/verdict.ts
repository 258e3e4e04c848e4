/** Guesses that a passphrase must withstand if it protects real money. */
export const minGuesses = 1e10
const strongGuesses = 1e14

/** The verdict on a passphrase. `bars`: filled bars of four. */
export interface Verdict {
  readonly bars: 1 | 2 | 3 | 4
  readonly isEnough: boolean
  readonly word: string
  readonly text: string
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** @example powerText(3.2e7) // '10⁷' */
const powerText = (guesses: number): string =>
  `10${[...String(Math.floor(Math.log10(Math.max(1, guesses))))].map(digit => superscripts[Number(digit)]).join('')}`

/** Judges an estimate of guesses. */
export function verdictOf(guesses: number): Verdict {
  const about = `Found in about ${powerText(guesses)} guesses`
  if (guesses < minGuesses)
    return { bars: guesses < 1e7 ? 1 : 2, isEnough: false, word: 'Too weak.', text: `${about}; the minimum is 10¹⁰.` }
  const isStrong = guesses >= strongGuesses
  return { bars: isStrong ? 4 : 3, isEnough: true, word: isStrong ? 'Strong.' : 'Good.', text: `${about}.` }
}
