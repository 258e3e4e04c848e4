import { isTernError } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeModel, exampleModel } from './exampleModel.ts'
import { elementCount, findBracket, modelSize, openModel } from './model.ts'

const example = openModel(exampleModel())

describe('openModel', () => {
  it('opens the bytes of a table once', () => {
    const data = encodeModel(5n, [{ x: 1n, y: 2n, price: 3n }])
    expect(data).toHaveLength(1_200_032)
    const model = openModel(data)
    expect([model.multiplier, model.isReady, model.x(0), model.y(0), model.price(0), model.x(49_999)]).toEqual([
      ...[5n, true, 1n, 2n, 3n, 0n],
    ])
    expect(openModel(data)).toBe(model)
    expect(openModel(data.slice())).not.toBe(model)
  })

  it('refuses a shorter account, and an account that is no table', () => {
    const codeOf = (data: Uint8Array) => {
      try {
        return openModel(data)
      } catch (error) {
        return isTernError(error) ? error.code : error
      }
    }
    expect(codeOf(new Uint8Array(modelSize - 1))).toBe('layout/wrongSize')
    expect(codeOf(new Uint8Array(modelSize))).toBe('layout/invalidValue')
  })
})

describe('findBracket', () => {
  it('finds the neighbours of any value between the second and the last but two', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: elementCount - 4 }), fc.nat(1_000), (index, share) => {
        for (const [column, side] of [
          [example.x, 1],
          [example.y, -1],
        ] as const) {
          const [here, next] = [column(index), column(index + 1)]
          const value = here + ((next - here) * BigInt(share)) / 1_000n
          const found = findBracket(column, value, side)
          const whole = share === 0 ? index : share === 1_000 ? index + 1 : undefined
          if (whole !== undefined) expect(found).toEqual({ lower: whole, upper: whole })
          else expect(found).toEqual({ lower: index, upper: index + 1 })
        }
      }),
    )
  })

  it('finds nothing at the edges, like the program', () => {
    expect(findBracket(example.x, example.x(0) - 1n, 1)).toBeUndefined()
    expect(findBracket(example.x, example.x(elementCount - 1), 1)).toBeUndefined()
    expect(findBracket(example.y, example.y(0) + 1n, -1)).toBeUndefined()
    expect(findBracket(example.y, 0n, -1)).toBeUndefined()
  })
})

describe('exampleModel', () => {
  it('rises in x and price, and falls in y', () => {
    for (let i = 1; i < elementCount; i++) {
      expect(example.x(i)).toBeGreaterThan(example.x(i - 1))
      expect(example.price(i)).toBeGreaterThan(example.price(i - 1))
      expect(example.y(i)).toBeLessThan(example.y(i - 1))
    }
  })
})
