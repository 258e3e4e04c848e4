import { type Instruction, isSignerRole, isWritableRole } from '@solana/kit'
import type { Address } from '@tern/core'
import { encodeSwapBaseIn, encodeSwapBaseOut, program, type SwapAccounts } from '@tern/venues/raydiumStable'
import { authority } from '@tern/venues/raydiumStable/internal'
import { describe, expect, it } from 'vitest'
import { proves } from '../src/evidence.ts'
import { readFixture } from '../src/fixtures.ts'

const evidence = proves('raydium_stable')

type Golden = Readonly<{
  programId: string
  accounts: readonly (readonly [role: string, address: Address, flags: string])[]
  data: string
}>
const golden = readFixture<{ swapBaseIn: Golden; swapBaseOut: Golden }>('raydiumStable/goldenInstructions.json')

/** The names of the vectors' accounts. */
const roles = {
  amm: 'pool',
  amm_open_orders: 'openOrders',
  amm_coin_vault: 'vaultA',
  amm_pc_vault: 'vaultB',
  model_data: 'stable model data',
  market_program: 'openbook program',
  market: 'marketId',
  market_bids: 'marketBids',
  market_asks: 'marketAsks',
  market_event_queue: 'marketEventQueue',
  market_coin_vault: 'marketBaseVault',
  market_pc_vault: 'marketQuoteVault',
  market_vault_signer: 'marketAuthority',
  user_source: 'userIn',
  user_destination: 'userOut',
  user_source_owner: 'owner',
} as const

const accountsOf = ({ accounts }: Golden): SwapAccounts => {
  const named = Object.entries(roles).map(([name, role]) => [name, accounts.find(([found]) => found === role)?.[1]])
  return Object.fromEntries(named) as SwapAccounts
}

const plain = ({ programAddress, accounts = [], data }: Instruction) => ({
  program: programAddress as string,
  accounts: accounts.map(
    ({ address, role }) => `${address} ${isWritableRole(role) ? 'W' : ''}${isSignerRole(role) ? 'S' : ''}`,
  ),
  data: Buffer.from(data ?? []).toString('hex'),
})

/** The vectors were made with the authority of AMM v4. */
const theirs = ({ programId, accounts, data }: Golden, without?: string) => ({
  program: programId,
  accounts: accounts
    .filter(([role]) => role !== without)
    .map(([role, address, flags]) => {
      const key = role === 'amm v4 authority' ? authority : address
      return `${key} ${flags.replace('-', '')}`
    }),
  data,
})

describe('instructions', () => {
  it('swap exact inputs as in the golden instructions', evidence('golden vectors of the SDK', ['exactIn']), () => {
    expect(plain(encodeSwapBaseIn(accountsOf(golden.swapBaseIn), 1_000n, 999n))).toEqual(theirs(golden.swapBaseIn))
    expect(golden.swapBaseIn.programId).toBe(program)
  })

  // With the target orders, the program fails: `program.test.ts` shows it.
  it('swap exact outputs as in the golden instructions, without the target orders', () => {
    expect(plain(encodeSwapBaseOut(accountsOf(golden.swapBaseOut), 1_000n, 999n))).toEqual(
      theirs(golden.swapBaseOut, 'targetOrders'),
    )
  })
})
