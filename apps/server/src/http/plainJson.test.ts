import { describe, expect, it } from 'vitest'
import { assertPlainJson } from './plainJson.ts'

const refused = expect.objectContaining({ code: 'http/badRequest' })

describe('assertPlainJson', () => {
  it.each([
    '',
    '7',
    '[]',
    '{"a":[{"b":"[[[[[[[[[[[[[[[[[[[[[["}]}',
    '"\\"[[[[[[[[[[[[[[[[[[[[[["',
    '"\\\\"',
    `${'['.repeat(16)}${']'.repeat(16)}`,
  ])('accepts %s', text => {
    expect(() => assertPlainJson(text)).not.toThrow()
  })

  it('accepts a batch of the max number of transactions, and a bundle of 100 wallets', () => {
    const send = { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params: ['x'.repeat(1_644), {}] }
    expect(() => assertPlainJson(JSON.stringify(Array(50).fill(send)))).not.toThrow()
    expect(() => assertPlainJson(JSON.stringify(Array(2_000).fill(0)))).not.toThrow()
  })

  it.each([
    ['lists in lists', '['.repeat(17)],
    ['objects in objects', '{"a":'.repeat(17)],
    ['lists behind a string', '"\\\\"'.concat('['.repeat(17))],
    ['nothing but brackets', '['.repeat(250_000)],
    ['many numbers', `[${'0,'.repeat(5_000)}0]`],
    ['many lists', '[],'.repeat(3_000)],
  ])('refuses %s', (_, text) => {
    expect(() => assertPlainJson(text)).toThrow(refused)
  })

  it('reads a quarter of a megabyte in a few milliseconds', () => {
    const text = `"${'\\"'.repeat(125_000)}"`
    const began = performance.now()
    for (let i = 0; i < 20; i++) assertPlainJson(text)
    expect((performance.now() - began) / 20).toBeLessThan(50)
  })
})
