import type { Tip } from '@tern/chain'
import { systemProgram } from '@tern/core'
import { expect, it } from 'vitest'
import { tooLongError } from './tooLongError.ts'
import type { Trade } from './trade.ts'

const protectedTip: Tip = { provider: 'jito', to: systemProgram, lamports: 1n, frontRunningAccount: systemProgram }
const planWith = (tip: Tip | undefined) => ({ tip }) as Trade

it.each([
  ['protected, and fits without', protectedTip, true, true],
  ['protected, and does not fit without', protectedTip, false, false],
  ['not protected', { provider: 'jito', to: systemProgram, lamports: 1n }, true, false],
  ['not tipped', undefined, true, false],
])('a trade that is too long says whether it fits unprotected: %s', async (_, tip, isShorter, fitsUnprotected) => {
  const fits = async ({ tip }: Trade) => tip?.frontRunningAccount === undefined && isShorter
  expect((await tooLongError(planWith(tip), fits)).facts).toEqual({ fitsUnprotected })
})
