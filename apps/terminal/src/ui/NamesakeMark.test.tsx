import { type Address, wrappedNativeMint } from '@tern/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { NamesakeMark } from './NamesakeMark.tsx'

const other = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' as Address
const seen = (markup: string) => markup.replace(/<[^>]*>/g, '')

it('names the coin that a token poses as', () => {
  const coin = { symbol: 'SOL', mint: wrappedNativeMint }
  const mark = renderToStaticMarkup(<NamesakeMark token={{ posesAs: { symbol: 'S0L', coin } }} namesake={coin} />)
  expect(seen(mark)).toMatch(/same name as SOL $/)
  expect(mark).toContain('danger')
})

it('names a listed token with the same name, and shows its mint', () => {
  const mark = renderToStaticMarkup(<NamesakeMark token={{}} namesake={{ symbol: 'KITE', mint: other }} />)
  expect(seen(mark)).toMatch(/same name as KITE 9WzD…AWWM$/)
  expect(mark).toContain(`value="${other}"`)
  expect(mark).toContain('caution')
})

it('is absent for a name of its own', () => {
  expect(renderToStaticMarkup(<NamesakeMark token={{}} namesake={undefined} />)).toBe('')
})
