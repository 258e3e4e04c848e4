import { expect, it } from 'vitest'
import { guessesOf } from './guesses.ts'
import { minGuesses, verdictOf } from './verdict.ts'

/** Kinds in cracking lists: common words with a year or a sign, names, dates, walks, repeats, famous examples. */
const listed = [
  ...[
    'Password123!',
    'P@ssw0rd2024',
    'Passw0rd!Passw0rd!',
    'Welcome2024!',
    'ChangeMe123!',
    'Admin@12345',
    'letmein12345',
  ],
  ...['Summer2024!', 'Winter2023!', 'Spring2025!', 'Autumn2022!', 'October2023!', 'Monday123!', 'January2024!'],
  ...[
    'qwertyuiop',
    'Qwerty12345!',
    '1qaz2wsx3edc',
    '1qaz@WSX3edc',
    '!QAZ2wsx#EDC',
    'zaq12wsxcde3',
    'asdfghjkl;',
    'poiuytrewq',
  ],
  ...[
    '1q2w3e4r5t6y',
    'Jennifer1987',
    'michael1990!',
    'Charlotte2001',
    'AlexanderTheGreat1',
    'Daniel19850412',
    '20010911',
  ],
  ...[
    'trustno1trustno1',
    'iloveyou2024',
    'dragonball99',
    'football2022!',
    'Liverpool1892',
    'superman2020!',
    'abcd1234efgh',
  ],
  ...['bitcoin2017!', 'Solana2021!', 'aaaabbbbcccc', 'Tr0ub4dor&3', 'correct horse battery staple'],
  ...['ThisIsMyPassword1', 'ilovemymom123', 'GameOfThrones8', 'Dogecoin2021!', 'HarryPotter1997', 'ToTheMoon2021'],
]

it('finds the kinds of cracking lists', () => {
  expect(listed.length).toBeGreaterThanOrEqual(40)
  const accepted = listed.filter(passphrase => verdictOf(guessesOf(passphrase)).isEnough)
  expect(accepted).toEqual([])
})

it.each([
  'harbour-lantern-cedar-42',
  'orbit-velvet-candy-ridge-fossil',
  'Zebra.umbrella.17.kettle',
  'kV7#pq2Lm9xT',
  'the tide waits for nobody here',
  'пароль из слов моих',
])('takes %s', passphrase => {
  expect(guessesOf(passphrase)).toBeGreaterThan(minGuesses)
})

it('gives the verdict in words and bars', () => {
  expect(verdictOf(32_000_000)).toEqual({
    bars: 2,
    isEnough: false,
    word: 'Too weak.',
    text: 'Found in about 10⁷ guesses; the minimum is 10¹⁰.',
  })
  expect(verdictOf(0)).toMatchObject({ bars: 1, isEnough: false })
  expect(verdictOf(minGuesses)).toMatchObject({ bars: 3, isEnough: true, word: 'Good.' })
  expect(verdictOf(2e23)).toMatchObject({ bars: 4, word: 'Strong.', text: 'Found in about 10²³ guesses.' })
})
