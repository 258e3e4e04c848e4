import { standardAutoLock } from '@tern/custody'
import { describe, expect, it } from 'vitest'
import { parseAutoLock } from './parseAutoLock.ts'

describe('the stored rule of auto-lock', () => {
  it.each([null, '', 'x', '[]', '{"minutes":1e9,"whenHidden":"no"}', '{"minutes":"60"}', '7'])(
    'reads %s as the standard rule',
    text => {
      expect(parseAutoLock(text)).toEqual(standardAutoLock)
    },
  )

  it('reads back the stored rule', () => {
    expect(parseAutoLock('{"minutes":5,"whenHidden":false}')).toEqual({ minutes: 5, whenHidden: false })
  })
})
