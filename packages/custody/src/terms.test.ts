import { type Terms, tokenProgram, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { address, attacker, mint, SOL } from '../test/trades.ts'
import { checkTerms, type NetEffects, netOf } from './terms.ts'

const [pool, venue, position] = [address(5), address(6), address(7)]
const terms: Terms = {
  spend: [{ mint: wrappedNativeMint, tokenProgram, max: SOL }],
  receive: [{ mint, tokenProgram, min: 5_000n }],
  into: { program: venue, account: pool, range: [-10, 10] },
  lamports: { rent: 1n, programFee: 2n, networkFee: 3n, tip: 4n, tradeFee: 5n },
  recipient: address(8),
  closes: [address(9), address(10)],
  cosigners: [position],
  lifetime: 'blockhash',
  irreversible: 'lock',
}
const does: NetEffects = {
  spent: new Map([[wrappedNativeMint, SOL]]),
  received: new Map([[mint, 5_000n]]),
  into: { program: venue, account: pool, range: [-10, 10] },
  lamports: terms.lamports,
  recipient: address(8),
  closes: [address(10), address(9)],
  cosigners: [position],
  lifetime: 'blockhash',
  irreversible: 'lock',
}

describe('a message within its terms', () => {
  it('takes the terms’ amounts or less, and brings their amounts or more', () => {
    expect(checkTerms(does, terms)).toBeUndefined()
    const better: NetEffects = {
      ...does,
      spent: new Map([[wrappedNativeMint, 1n]]),
      received: new Map([
        [mint, 5_001n],
        [address(11), 1n],
      ]),
      lamports: { rent: 0n, programFee: 0n, networkFee: 0n, tip: 0n, tradeFee: 0n },
      lifetime: 'either',
    }
    expect(checkTerms(better, terms)).toBeUndefined()
  })

  it.each<[string, RegExp, Partial<NetEffects>]>([
    ['takes a unit more', /take more/, { spent: new Map([[wrappedNativeMint, SOL + 1n]]) }],
    ['takes another token', /other tokens/, { spent: new Map([[mint, 1n]]) }],
    ['brings a unit less', /bring less/, { received: new Map([[mint, 4_999n]]) }],
    ['brings another token', /other tokens/, { received: new Map([[attacker, 5_000n]]) }],
    ['goes into another pool', /pool, farm or position/, { into: { program: venue, account: attacker } }],
    ['has another range', /pool, farm or position/, { into: { program: venue, account: pool, range: [-10, 11] } }],
    ['pays another recipient', /recipient/, { recipient: attacker }],
    ['closes an account more', /closed/, { closes: [address(9), address(10), address(11)] }],
    ['closes another account', /closed/, { closes: [address(9), address(11)] }],
    ['closes an account twice', /closed/, { closes: [address(9), address(9)] }],
    ['has another signer', /signers/, { cosigners: [attacker] }],
    ['lives by a nonce', /lifetime/, { lifetime: 'nonce' }],
    ['burns', /without return/, { irreversible: 'burn' }],
    ...(['rent', 'programFee', 'networkFee', 'tip', 'tradeFee'] as const).map(
      kind =>
        [`takes a lamport more as ${kind}`, /more than was shown/, { lamports: { ...terms.lamports, [kind]: 6n } }] as [
          string,
          RegExp,
          Partial<NetEffects>,
        ],
    ),
  ])('is no message that %s', (_, reason, change) => {
    expect(checkTerms({ ...does, ...change }, terms)).toMatch(reason)
  })

  it.each(['into', 'recipient', 'closes', 'irreversible'] as const)('states its %s', part => {
    const { [part]: _, ...without } = terms
    expect(checkTerms(does, without)).toBeDefined()
    const { [part]: __, ...less } = { ...does, ...(part === 'closes' && { closes: undefined }) }
    expect(checkTerms({ closes: [], ...less } as NetEffects, terms)).toBeDefined()
  })

  it('is net of each mint, so a token that is bought and sold again is nothing', () => {
    const { spent, received } = netOf([
      { mint: wrappedNativeMint, max: SOL },
      { mint, min: 5_000n },
      { mint, max: 5_000n },
      { mint: attacker, min: 7n },
    ])
    expect([...spent]).toEqual([[wrappedNativeMint, SOL]])
    expect([...received]).toEqual([
      [mint, 0n],
      [attacker, 7n],
    ])
    expect([
      ...netOf([
        { mint, min: 5_000n },
        { mint, max: 5_001n },
      ]).spent,
    ]).toEqual([[mint, 1n]])
  })
})
