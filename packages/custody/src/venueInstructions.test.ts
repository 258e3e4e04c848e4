import type { InstructionEffects } from '@tern/venues/internal/effects'
import { expect, it } from 'vitest'
import { termsWith } from '../test/placements.ts'
import { address, wallet } from '../test/trades.ts'
import { newLedger } from './messageLedger.ts'
import { checkVenue } from './venueInstructions.ts'

const unbounded = 2n ** 64n - 1n
const program = address(9)
const claim: InstructionEffects = {
  ...{ program, instruction: 'claim', kind: 'claim', pool: address(8), programFee: 0n },
  ...{ walletPlaces: [], otherWalletPlaces: [], walletsInData: [], named: [], mints: [] },
  ...{ takes: [], brings: [], opens: [], closes: [], signs: [] },
}

it('asks about rents and fees of a program that have no bound', async () => {
  const isUnbounded = async (change: Partial<InstructionEffects>) => {
    const ledger = newLedger({ wallet, payees: [], tipAccounts: [], terms: termsWith({}), isGiving: false })
    const verdict = await checkVenue({ ...claim, ...change }, { program, accounts: [], data: new Uint8Array() }, ledger)
    expect(verdict).toBeUndefined()
    return ledger.isUnbounded
  }
  expect(await isUnbounded({ programFee: 5n })).toBe(false)
  expect(await isUnbounded({ programFee: unbounded })).toBe(true)
  const opened = { account: address(7), payer: wallet, maxRent: unbounded }
  expect(await isUnbounded({ opens: [opened] })).toBe(true)
  expect(await isUnbounded({ opens: [{ ...opened, payer: address(6) }] })).toBe(false)
})
