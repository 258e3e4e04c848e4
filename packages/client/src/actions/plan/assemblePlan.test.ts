import { closeAccountInstruction, memoInstruction } from '@tern/chain'
import { tokenProgram } from '@tern/core'
import { expect, it } from 'vitest'
import { addressOf } from '../../../test/market.ts'
import { assemblePlan } from './assemblePlan.ts'

const owner = addressOf(1)
const main = [closeAccountInstruction(addressOf(2), owner, tokenProgram)]

/** Plans an action that begins with a memo of `bytes` bytes. */
async function planOf(bytes: number) {
  const before = [memoInstruction('m'.repeat(bytes))]
  const surroundings = { before, main, after: [], heldLamports: 0n }
  const { plan } = await assemblePlan(
    {
      ...{ kind: 'deposit', request: { lpAmount: 1n }, owner, balance: 10n ** 9n, units: 1_000, spentLamports: 0n },
      ...{ programFees: [], opens: [], terms: {}, whole: surroundings, apart: async () => surroundings },
    },
    undefined,
  )
  return [plan?.messages.length, plan?.request]
}

it('an action that does not fit into one message is divided when its rest is planned again, too', async () => {
  expect(await planOf(100)).toEqual([1, { lpAmount: 1n }])
  expect(await planOf(940)).toEqual([2, { lpAmount: 1n, inSteps: true }])
})
