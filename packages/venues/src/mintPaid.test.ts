import {
  type Address,
  associatedTokenAddress,
  encodeBase58,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mintPaid, type NamedToken } from './mintPaid.ts'

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => encodeBase58(bytes) as Address)
const elsewhere = systemProgram

describe('the mint that a swap is paid with', () => {
  it('follows from either account that is associated with its owner', async () => {
    await fc.assert(
      fc.asyncProperty(keys, keys, fc.constantFrom(tokenProgram, token2022Program), async (owner, mint, program) => {
        const tokens = [
          { mint, program },
          { mint: wrappedNativeMint, program: tokenProgram },
        ] as const satisfies readonly NamedToken[]
        const [first, second] = await Promise.all(
          tokens.map(token => associatedTokenAddress(owner, token.mint, token.program)),
        )
        const paid = (tokenAccountIn = elsewhere, tokenAccountOut = elsewhere) =>
          mintPaid({ owner, tokenAccountIn, tokenAccountOut }, tokens)
        expect([paid(first, second), paid(first), paid(undefined, second)]).toEqual([0, 0, 0])
        expect([paid(second, first), paid(second), paid(undefined, first)]).toEqual([1, 1, 1])
        expect([paid(), paid(first, first), paid(second, second)]).toEqual([undefined, undefined, undefined])
      }),
      { numRuns: 20 },
    )
  })
})
