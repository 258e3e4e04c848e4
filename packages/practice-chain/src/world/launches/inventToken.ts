import { seededRandom } from '../random.ts'
import { adjectives, habits, nouns, turns } from './nameWords.ts'

/** An invented token. */
export interface InventedToken {
  readonly name: string
  readonly symbol: string
  /** A single sentence. */
  readonly description: string
}

const names = adjectives.length * nouns.length

/**
 * Invents the `n`th token of the world of `seed`, from 0.
 * Names, symbols and sentences are unique for the first 29,000 tokens. After that, names and symbols get a number.
 */
export function inventToken(seed: string, n: number): InventedToken {
  const random = seededRandom(`names ${seed}`)
  const start = Math.floor(random() * names)
  const step = coprime(Math.floor(names * (0.55 + 0.1 * random())))
  const at = (start + (n % names) * step) % names
  const adjective = adjectives[at % adjectives.length] ?? ''
  const noun = nouns[Math.floor(at / adjectives.length)] ?? ''
  const round = Math.floor(n / names) + 1
  const name = `${capital(adjective)} ${capital(noun)}${round === 1 ? '' : ` ${round}`}`
  const symbol = `${adjective.slice(0, 3)}${noun.slice(0, 3)}`.toUpperCase() + (round === 1 ? '' : round)
  return { name, symbol, description: describeName(name) }
}

/**
 * Describes an invented token in a sentence, which depends on the name alone.
 * @example
 * describeName('Velvet Otter')
 * // 'A velvet otter that rings once for yes and never for no, in very small handwriting.'
 */
export function describeName(name: string): string {
  const random = seededRandom(`story ${name}`)
  const habit = habits[Math.floor(random() * habits.length)] ?? ''
  const turn = turns[Math.floor(random() * turns.length)] ?? ''
  const thing = name.replace(/ \d+$/, '').toLowerCase()
  return `${/^([aeiou]|honest)/.test(thing) ? 'An' : 'A'} ${thing} that ${habit}, ${turn}.`
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/** The first number from `n` on without a common factor with the number of names, so its multiples reach every name. */
function coprime(n: number): number {
  let candidate = n
  while (divisor(candidate, names) !== 1) candidate++
  return candidate
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
