import type { Address, Struct } from '@tern/core'
import type { ReadInstruction } from '../readInstruction.ts'
import { swapBaseInputLayout, swapBaseOutputLayout } from './instructions.ts'
import { depositLayout, initializeLayout, withdrawLayout } from './liquidityInstructions.ts'

const protocol = 'raydium_cpmm'

function is<F>(layout: Struct<F>, data: Uint8Array): boolean {
  return data.length === layout.size && layout.discriminator.every((byte, i) => data[i] === byte)
}

/** What an instruction to the program asks for; `undefined` for one that this package does not build, or is malformed. */
export function readInstruction(accounts: readonly Address[], data: Uint8Array): ReadInstruction | undefined {
  const at = (index: number) => accounts[index] as Address
  const swapAccounts = () => ({
    owner: at(0),
    pool: at(3),
    tokenAccountIn: at(4),
    tokenAccountOut: at(5),
    mintIn: at(10),
    mintOut: at(11),
  })
  if (is(swapBaseInputLayout, data) && accounts.length >= 13) {
    const { amount_in, minimum_amount_out } = swapBaseInputLayout.decode(data)
    return {
      protocol,
      kind: 'swap',
      mode: 'exactIn',
      mostIn: amount_in,
      leastOut: minimum_amount_out,
      accounts: swapAccounts(),
    }
  }
  if (is(swapBaseOutputLayout, data) && accounts.length >= 13) {
    const { max_amount_in, amount_out } = swapBaseOutputLayout.decode(data)
    return {
      protocol,
      kind: 'swap',
      mode: 'exactOut',
      mostIn: max_amount_in,
      leastOut: amount_out,
      accounts: swapAccounts(),
    }
  }
  if (is(initializeLayout, data) && accounts.length >= 20) {
    const { init_amount_0, init_amount_1 } = initializeLayout.decode(data)
    return {
      protocol,
      kind: 'createPool',
      mostIn: [init_amount_0, init_amount_1],
      accounts: { owner: at(0), pool: at(3), tokenAccounts: [at(7), at(8)], mints: [at(4), at(5)], lpAccount: at(9) },
    }
  }
  const liquidityAccounts = () => ({
    owner: at(0),
    pool: at(2),
    tokenAccounts: [at(4), at(5)] as const,
    mints: [at(10), at(11)] as const,
    lpAccount: at(3),
  })
  if (is(depositLayout, data) && accounts.length >= 13) {
    const { lp_token_amount, maximum_token_0_amount, maximum_token_1_amount } = depositLayout.decode(data)
    return {
      protocol,
      kind: 'deposit',
      mostIn: [maximum_token_0_amount, maximum_token_1_amount],
      leastOut: lp_token_amount,
      accounts: liquidityAccounts(),
    }
  }
  if (is(withdrawLayout, data) && accounts.length >= 14) {
    const { lp_token_amount, minimum_token_0_amount, minimum_token_1_amount } = withdrawLayout.decode(data)
    return {
      protocol,
      kind: 'withdraw',
      mostIn: lp_token_amount,
      leastOut: [minimum_token_0_amount, minimum_token_1_amount],
      accounts: liquidityAccounts(),
    }
  }
  return undefined
}
