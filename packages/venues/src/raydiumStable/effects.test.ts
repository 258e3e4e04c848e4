import { type Address, encodeBase58, tokenProgram } from '@tern/core'
import { expect, it } from 'vitest'
import { accountsNamed, addressNamed } from '../../test/encodedInstructions.ts'
import { readEffects } from '../effects/index.ts'
import { encodeSwapBaseIn, encodeSwapBaseOut, program, type SwapAccounts } from './index.ts'

const read = (instruction: ReturnType<typeof encodeSwapBaseIn>, more: readonly Address[] = []) =>
  readEffects({
    program,
    accounts: [...(instruction.accounts ?? []).map(({ address }) => address), ...more],
    data: Uint8Array.from(instruction.data ?? []),
  })
const accounts = accountsNamed<SwapAccounts>()
const other = encodeBase58(new Uint8Array(32).fill(3)) as Address

it.each([
  ['exactIn', encodeSwapBaseIn(accounts, 7n, 5n)],
  ['exactOut', encodeSwapBaseOut(accounts, 7n, 5n)],
] as const)('states the amounts that a swap takes and brings: %s', (mode, made) => {
  const effect = read(made)
  expect(effect).toMatchObject({
    ...{ kind: 'swap', mode, pool: addressNamed('amm') },
    takes: [{ account: addressNamed('user_source'), mint: 'byTerms', tokenProgram, max: 7n }],
    brings: [{ account: addressNamed('user_destination'), mint: 'byTerms', tokenProgram, min: 5n }],
  })
  expect(effect?.walletPlaces).toEqual([17])
})

it('refuses an account or a byte too many', () => {
  const made = encodeSwapBaseIn(accounts, 7n, 5n)
  expect(read(made, [other])).toBeUndefined()
  expect(read({ ...made, data: Uint8Array.of(...Array.from(made.data ?? []), 0) })).toBeUndefined()
})
