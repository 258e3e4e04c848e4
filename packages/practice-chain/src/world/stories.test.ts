import { describe, expect, it } from 'vitest'
import { drawEmblem } from './emblem.ts'
import { stories } from './stories.ts'

describe('the invented tokens', () => {
  it('are a dozen, each with a name, a symbol and a picture of its own', () => {
    expect(stories.length).toBe(12)
    for (const pick of [
      (i: number) => stories[i]?.symbol,
      (i: number) => stories[i]?.name,
      (i: number) => stories[i]?.emblem.motif,
    ])
      expect(new Set(stories.map((_, i) => pick(i))).size).toBe(12)
  })

  it('fit the fields that Token Metadata keeps for them', () => {
    for (const { symbol, name, description } of stories) {
      expect(symbol).toMatch(/^[A-Z]{3,10}$/)
      expect(name.length).toBeLessThanOrEqual(32)
      expect(description).toMatch(/^[A-Z][a-zA-Z ,.:;'-]+\.$/)
      expect(`data:application/json,{"description":"${description}"}`.length).toBeLessThanOrEqual(200)
    }
  })

  it('have pools from 20 to 2,000 SOL and leave something for the market maker and holders', () => {
    const pools = stories.map(({ poolSol }) => poolSol)
    expect([pools.at(-1), pools[0]]).toEqual([20n, 2_000n])
    for (const { poolPercent } of stories) expect(poolPercent).toBeLessThanOrEqual(80n)
  })

  it('are drawn as whole SVG documents without anything that could run or load', () => {
    for (const { emblem, name } of stories) {
      const svg = drawEmblem(emblem, name)
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 32 32".*<\/svg>$/)
      expect(svg).not.toMatch(/script|href|url\(|on[a-z]+=|undefined/)
    }
  })
})
