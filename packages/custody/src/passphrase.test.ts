import { describe, expect, it } from 'vitest'
import { checkPassphrase } from './passphrase.ts'

describe('checkPassphrase', () => {
  it.each([
    'correct horse battery staple',
    'practice-passphrase-1',
    'harbour-lantern-cedar-42',
    'Tr0ub4dor&3',
    'a quiet river',
    'hunter2hunter3',
    'пароль из слов',
  ])('accepts %s', passphrase => {
    expect(checkPassphrase(passphrase)).toEqual([])
  })

  it.each([
    ['', 'tooShort'],
    ['seven77', 'tooShort'],
    ['password', 'common'],
    ['Password123!', 'common'],
    ['12345678', 'repetitive'],
    ['31415926', 'common'],
    ['aaaaaaaaaaaa', 'repetitive'],
    ['abababababab', 'repetitive'],
    ['hgfedcba', 'repetitive'],
    ['tern tern tern tern', 'repetitive'],
    ['lanternlantern', 'repetitive'],
    ['qwertyuiop', 'common'],
    ['x'.repeat(1025), 'tooLong'],
  ])('refuses %s as %s', (passphrase, code) => {
    expect(checkPassphrase(passphrase).map(reason => reason.code)).toEqual([code])
  })

  it('counts characters as a person would', () => {
    expect(checkPassphrase('😀😀😀😀').map(reason => reason.code)).toContain('tooShort')
  })
})
