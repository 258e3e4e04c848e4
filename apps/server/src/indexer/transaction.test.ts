import { type Address, encodeBase58 } from '@tern/core'
import { program } from '@tern/venues/raydiumClmm'
import { swapEventLayout } from '@tern/venues/raydiumClmm/internal'
import { expect, it } from 'vitest'
import { decodeEvents } from './decodeEvents.ts'
import { type FoundTransaction, transactionOf } from './transaction.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const wrapped = 'So11111111111111111111111111111111111111112' as Address

it('finds the mints of a trade by the balances if its instruction names vaults only', async () => {
  // CLMM's `swap` of 2023, with a vault from a lookup table.
  const keys = [k(1), k(2), k(3), k(4), k(5), k(6), k(8), k(9), k(10), program]
  const event = swapEventLayout.encode({
    ...{ pool_state: k(3), sender: k(1), token_account_0: k(4), token_account_1: k(5), zero_for_one: true },
    ...{ amount_0: 100n, transfer_fee_0: 0n, amount_1: 40n, transfer_fee_1: 0n, sqrt_price_x64: 1n, liquidity: 1n },
    ...{ tick: 0, trade_fee_0: 1n, trade_fee_1: 0n },
  })
  const data = encodeBase58(Uint8Array.from([...Buffer.from('f8c69e91e17587c8', 'hex'), ...new Uint8Array(33)]))
  const balance = (accountIndex: number, mint: Address) => ({ accountIndex, mint, uiTokenAmount: { amount: '5' } })
  const found = {
    slot: 7n,
    blockTime: 9n,
    meta: {
      loadedAddresses: { writable: [k(7)], readonly: [] },
      logMessages: [
        `Program ${program} invoke [1]`,
        `Program data: ${Buffer.from(event).toString('base64')}`,
        `Program ${program} success`,
      ],
      preTokenBalances: [balance(5, wrapped)],
      postTokenBalances: [balance(10, k(20))],
    },
    transaction: {
      message: {
        accountKeys: keys,
        instructions: [{ programIdIndex: 9, accounts: [0, 1, 2, 3, 4, 5, 10, 6, 7, 8], data }],
      },
    },
  } as unknown as FoundTransaction
  const { trades } = await decodeEvents(transactionOf(found, 'signature'))
  expect(trades).toMatchObject([
    { protocol: 'raydium_clmm', mint: k(20), trade: { side: 'buy', pool: k(3), lamports: 100n, tokens: 40n } },
  ])
})
