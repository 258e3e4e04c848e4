import { type Address, TernError } from '@tern/core'
import { afterEach, describe, expect, it } from 'vitest'
import { practiceNetwork } from '../../sheet/practiceNetwork.ts'
import { networkQuery } from '../network.ts'
import { queryClient } from '../queryClient.ts'
import { refusalToast } from './refusalToast.ts'

const me = 'me' as Address
const isOn = (kind: 'practice' | 'cluster') =>
  queryClient.setQueryData(networkQuery.queryKey, { ...practiceNetwork, kind })

afterEach(() => queryClient.clear())

describe('the toast of a refused trade', () => {
  const lack = new TernError('trade/notEnoughToBuy', { balance: 12_482_000_000n, required: 13_133_520_000n })

  it('says how much is needed and available, and offers practice SOL on the practice chain', () => {
    isOn('practice')
    expect(refusalToast(lack, 'Buy KITE. Nothing was sent.', me)).toMatchObject({
      state: 'failed',
      title: 'No enough SOL to buy tokens',
      detail:
        'Buy KITE. Nothing was sent. You need 13.13352 SOL and have 12.482. Trade for less, or get some SOL first.',
      actions: [{ label: 'Get practice SOL' }],
    })
    isOn('cluster')
    expect(refusalToast(lack, 'Buy KITE.', me)).not.toHaveProperty('actions')
  })

  it('gives the next step for any other error, and offers no SOL', () => {
    isOn('practice')
    const refused = refusalToast(new TernError('program/slippageExceeded', {}), 'Sell KITE.', me)
    expect(refused.detail).toBe('Sell KITE. Retry at the new price, or allow more slippage.')
    expect(refused).not.toHaveProperty('actions')
    expect(refusalToast(new TernError('trade/notEnoughToPayTradeFee', {}), 'Sell KITE.', me).detail).toBe(
      'Sell KITE. Trade for less, or get some SOL first.',
    )
  })
})
