import { stringifyJson } from '@tern/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWritten, writeJson, writeList } from './writtenJson.ts'

describe('JSON that is written piece by piece', () => {
  it('equals the JSON that is encoded at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), async (items, fields) => {
        const list = await writeList(items, stringifyJson)
        expect(list.json.join('')).toBe(stringifyJson(items))
        expect(JSON.parse(writeJson(fields, 'value', list).json.join(''))).toEqual(
          JSON.parse(stringifyJson({ ...fields, value: items })),
        )
        expect([isWritten(list), isWritten(items), isWritten(fields), isWritten({ json: ['1'] })]).toEqual([
          true,
          false,
          false,
          false,
        ])
      }),
    )
  })

  it('leaves out items without JSON', async () => {
    const odd = await writeList([1, 2, 3, 4, 5], n => (n % 2 === 0 ? undefined : String(n)))
    expect(odd.json.join('')).toBe('[1,3,5]')
    expect((await writeList([1], () => undefined)).json.join('')).toBe('[]')
  })

  it('lets other tasks run while a long list is encoded', async () => {
    let turns = 0
    let isOver = false
    const count = () => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const { json } = await writeList(Array(20_000).keys(), n => `"${String(n).padStart(100)}"`)
    isOver = true
    expect(turns).toBeGreaterThan(20)
    expect(JSON.parse(json.join('')).length).toBe(20_000)
  })
})
