import type { BrowserContext } from 'playwright-core'
import { expect } from 'vitest'
import type { practiceRpc } from './practiceRpc.ts'

type Procedure = ReturnType<typeof practiceRpc>['procedure']

/** A token of the server's list. */
export interface ListedToken {
  readonly mint: string
  readonly symbol: string
  readonly decimals: number
  readonly protocol: string
  readonly pool: string
  readonly scale: unknown
  readonly transferFeeBps: number | null
  readonly curve: { readonly stage: string } | null
}

/** Lamports for a raw unit. */
interface PriceRow {
  readonly numerator: string
  readonly denominator: string
}

/** The rate of a pair by the server's list: shown tokens of the second for one of the first. */
export async function rateOf(procedure: Procedure, first: ListedToken, second: ListedToken): Promise<number> {
  const listed = await procedure<readonly (ListedToken & { readonly price: PriceRow })[]>('tokens.list')
  const lamportsFor = ({ mint, decimals }: ListedToken) => {
    const { numerator, denominator } = listed.find(token => token.mint === mint)?.price ?? expect.fail('no price')
    return (Number(numerator) / Number(denominator)) * 10 ** decimals
  }
  return lamportsFor(first) / lamportsFor(second)
}

/** Hides the pools' lookup tables from the page, so that swaps through two pools take two transactions. */
export const withoutTables = (context: BrowserContext, port: number): Promise<unknown> =>
  context.route(/poolTables/, async asked => {
    const { pathname, search } = new URL(asked.request().url())
    const names = pathname.split('/').at(-1)?.split(',')
    // Only a browser finds the name of the page's host.
    const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`)
    const answers = (await response.json()) as readonly unknown[]
    const json = answers.map((one, n) => (names?.[n] === 'markets.poolTables' ? { result: { data: [] } } : one))
    // A test may remove the route, or reload the page, before the server answers. Then the answer is not needed.
    await asked.fulfill({ json }).catch(() => undefined)
  })
