import { type Query, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { tokenFactsQuery } from './tokenFacts.ts'

const made = (secondsAgo: number) => Date.now() / 1000 - secondsAgo

it.each([
  ['every 15 s for a token just made', made(5), {}, 15_000],
  ['every minute for an older token', made(3_600), {}, 60_000],
  ['every minute for a token of unknown age', null, {}, 60_000],
  ['only once if they are not shown', undefined, {}, false],
  ['every 5 s while it could not be read', made(3_600), null, 5_000],
])('facts are read %s', (_, madeAtSeconds, data, every) => {
  const { queryKey, refetchInterval } = tokenFactsQuery('Mint', madeAtSeconds)
  const client = new QueryClient()
  client.setQueryData(queryKey, data as never)
  const query = client.getQueryCache().find({ queryKey }) as Query<never, Error, never, readonly string[]>
  expect(typeof refetchInterval === 'function' && refetchInterval(query as never)).toBe(every)
})
