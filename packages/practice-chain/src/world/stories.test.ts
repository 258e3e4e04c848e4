import { createHash } from 'node:crypto'
import { type Address, encodeBase58 } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { worldVenues } from '../lists/worldVenues.ts'
import { drawEmblem, emblemOf } from './emblem.ts'
import { poolStories as stories } from './stories.ts'

const all = worldVenues.flatMap(({ pools, curves }) => [...pools, ...(curves?.seeds ?? [])])

describe('the invented tokens', () => {
  it('are at least forty, each with a unique name, symbol, sentence and picture', () => {
    expect(all.length).toBeGreaterThanOrEqual(40)
    for (const pick of [
      (i: number) => all[i]?.symbol,
      (i: number) => all[i]?.name,
      (i: number) => all[i]?.description,
      (i: number) => JSON.stringify(all[i]?.emblem),
    ])
      expect(new Set(all.map((_, i) => pick(i))).size).toBe(all.length)
  })

  it('include twelve established tokens, no two with the same motif', () => {
    expect(stories.length).toBe(12)
    for (const pick of [
      (i: number) => stories[i]?.symbol,
      (i: number) => stories[i]?.name,
      (i: number) => stories[i]?.emblem.motif,
    ])
      expect(new Set(stories.map((_, i) => pick(i))).size).toBe(12)
  })

  it('fit the fields of Token Metadata', () => {
    for (const { symbol, name, description } of all) {
      expect(symbol).toMatch(/^[A-Z]{3,10}$/)
      expect(name.length).toBeLessThanOrEqual(32)
      expect(description).toMatch(/^[A-Z][a-zA-Z ,.:;'-]+\.$/)
    }
  })

  it('have pools from 20 to 2,000 SOL and leave something for the market maker and holders', () => {
    const pools = stories.map(({ poolSol }) => poolSol)
    expect([pools.at(-1), pools[0]]).toEqual([20n, 2_000n])
    for (const { poolPercent } of stories) expect(poolPercent).toBeLessThanOrEqual(80n)
  })

  it('are drawn as whole SVG documents that can neither run nor load anything', () => {
    for (const { emblem, name } of all) {
      const svg = drawEmblem(emblem, name)
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 32 32".*<\/svg>$/)
      expect(svg).not.toMatch(/script|href|url\(|on[a-z]+=|undefined/)
    }
  })
  it('derive a picture from any other mint’s address', () => {
    const mints = Array.from(
      { length: 3_000 },
      (_, n) => encodeBase58(createHash('sha256').update(`mint ${n}`).digest()) as Address,
    )
    const pictures = mints.map(mint => drawEmblem(emblemOf(mint), 'A token'))
    expect(new Set(pictures).size).toBe(mints.length)
    for (const svg of pictures) {
      expect(svg).toMatch(/<rect width="32" height="32" fill="#[0-9a-f]{6}"\/>/)
      expect(svg).not.toMatch(/script|href|url\(|on[a-z]+=|undefined|NaN/)
    }
    expect(emblemOf(mints[0] as Address)).toEqual(emblemOf(mints[0] as Address))
  })
})
