import { describe, expect, it } from 'vitest'
import { faultText, leadOf } from './tradeSteps.ts'

describe('the plain words of a reason', () => {
  it.each([
    ['invalid number string', 'Not a number'],
    ['decimals overflow', 'Too many decimals'],
    ['No enough SOL to buy tokens', 'Not enough SOL'],
    ['No enough SOL to pay for trade fee', 'Not enough SOL for fees'],
    ['No blockhash', 'Reconnecting'],
    ['The server cannot be reached', 'Reconnecting'],
    ['Dex accounts not ready for pool', 'Loading pool'],
    ['No wallet bundle', 'Wallets need restoring'],
  ])('%s: %s', (reason, lead) => {
    expect(leadOf(reason)).toBe(lead)
  })

  it('are the reason itself if that is plain', () => {
    expect(leadOf('Not enough KITE')).toBe('Not enough KITE')
  })

  it('stand before the next step', () => {
    expect(faultText('invalid number string')).toBe('Not a number. Write digits with one point, like 0.5.')
    expect(faultText('Enter a slippage')).toBe('Enter a slippage.')
  })
})
