import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { unscaled } from '../text/numberText.ts'
import { FullAddress, ShortAddress } from './Address.tsx'
import { Amount, Percent, Price, Sol } from './Amount.tsx'

const html = renderToStaticMarkup
/** The visible text, without the parts for screen readers. */
const seen = (markup: string) =>
  markup.replace(/<span class="visually-hidden">[^<]*<\/span>/g, '').replace(/<\/?(?:data|span)\b[^>]*>/g, '')
/** The text for screen readers, without the parts hidden from them. */
const heard = (markup: string) =>
  markup.replace(/<span aria-hidden="true">(?:(?!<\/span>).)*<\/span>/g, '').replace(/<[^>]*>/g, '')
const tiny = { numerator: 4213n, denominator: 1_000_000_000n }

describe('a price', () => {
  it('shortens its zeros on screen, and is whole for screen readers and copies', () => {
    const markup = html(<Price price={tiny} />)
    expect(seen(markup)).toBe('0.0<sub>5</sub>4213')
    expect(heard(markup)).toBe('0.000004213')
    expect(markup).toContain('<data value="0.000004213" class="counted">')
  })

  it('keeps trailing zeros in a column only', () => {
    const price = { numerator: 24n, denominator: 10_000_000n }
    expect(seen(html(<Price price={price} zeros="keep" />))).toBe('0.0<sub>5</sub>2400')
    expect(seen(html(<Price price={price} />))).toBe('0.0<sub>5</sub>24')
  })
})

describe('an amount', () => {
  it('carries every digit in its value', () => {
    expect(html(<Sol lamports={12_482_999_999n} digits={{ fraction: 3 }} unit="SOL" />)).toBe(
      '<data value="12.482999999">12.482</data> SOL',
    )
    const compact = html(<Amount raw={18_374_041_000_001n} of={unscaled(6)} digits="compact" />)
    expect(compact).toContain('title="18,374,041.000001"')
    expect(seen(compact)).toBe('18.3M')
    expect(heard(compact)).toBe('18374041.000001')
    expect(compact).toContain('class="counted"')
    const down = html(<Amount raw={-18_374_041_000_001n} of={unscaled(6)} digits="compact" sign="shown" />)
    expect([seen(down), heard(down)]).toEqual(['−18.3M', '-18374041.000001'])
    expect(down).toContain('class="counted down"')
  })

  it('that shows all its digits has no second text', () => {
    expect(html(<Sol lamports={0n} digits="compact" />)).toBe('<data value="0" title="0">0</data>')
    expect(html(<Sol lamports={123_450_000_000n} digits="compact" />)).toContain('>123.45</data>')
  })

  it('as a change has a sign and a colour', () => {
    const change = (lamports: bigint) => html(<Sol lamports={lamports} digits={{ fraction: 3 }} sign="shown" />)
    expect(change(411_000_000n)).toBe('<data value="0.411" class="up">+0.411</data>')
    expect(change(-98_000_000n)).toBe('<data value="-0.098" class="down">−0.098</data>')
    expect(change(-1n)).toBe('<data value="-0.000000001" class="down">−&lt;0.001</data>')
    expect(change(0n)).toBe('<data value="0">0</data>')
  })
})

describe('zero, tiny, unknown and loading', () => {
  const sol = (lamports: bigint | null | undefined) => html(<Sol lamports={lamports} digits={{ fraction: 3 }} />)
  const four = [sol(0n), sol(1n), sol(null), sol(undefined)]

  it('never look alike', () => {
    expect(new Set(four.map(seen)).size).toBe(4)
    expect(four.map(heard)).toEqual(['0', '&lt;0.001', 'unknown', ''])
  })

  it('look the same in prices and percentages', () => {
    expect(heard(html(<Price price={null} />))).toBe('unknown')
    expect(heard(html(<Percent bps={null} />))).toBe('unknown')
    expect(html(<Price price={undefined} />)).toContain('skeleton')
    expect(html(<Percent bps={undefined} />)).toContain('skeleton')
    expect(heard(html(<Percent bps={0} />))).toBe('0%')
  })
})

describe('an address', () => {
  const mint = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'

  it('copies without gaps in every form', () => {
    expect(html(<FullAddress address={mint} />).replace(/<[^>]*>/g, '')).toBe(mint)
    expect(html(<ShortAddress address={mint} />)).toContain(`value="${mint}"`)
  })

  it('in full is in groups of four with its ends emphasised', () => {
    const groups = [...html(<FullAddress address={mint} />).matchAll(/<span([^>]*)>([^<]*)/g)]
    expect(groups.map(([, , text]) => text)).toEqual(mint.match(/.{4}/g))
    expect(groups.flatMap(([, look], index) => (look ? [index] : []))).toEqual([0, 10])
  })

  it('in full ends in a whole group, however long it is', () => {
    const groups = [...html(<FullAddress address={mint.slice(1)} />).matchAll(/<span([^>]*)>([^<]*)/g)]
    expect(groups.map(([, , text = '']) => text.length)).toEqual([4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 4])
    expect(groups.at(-1)?.[2]).toBe(mint.slice(-4))
  })
})
