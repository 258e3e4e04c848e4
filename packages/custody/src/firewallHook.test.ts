import { type Address, associatedTokenAddress, token2022Program, tokenProgram, wrappedNativeMint } from '@tern/core'
import { encodeSwap2, swapModes } from '@tern/venues/meteoraDbc'
import { hookedSwapLayout, hookedTransfers } from '@tern/venues/meteoraDbc/internal'
import { describe, expect, it } from 'vitest'
import { checkMessage } from '../test/checkMessage.ts'
import { compileMessage, type PlainInstruction } from '../test/compileMessage.ts'
import { address, mint, openTokenAccount, plain, SOL, transfer, wallet } from '../test/trades.ts'

const tokens = await associatedTokenAddress(wallet, mint, token2022Program)
const wrapped = await associatedTokenAddress(wallet, wrappedNativeMint, tokenProgram)
const accounts = {
  ...{ config: address(5), pool: address(6), base_vault: address(7), quote_vault: address(8), base_mint: mint },
  ...{ quote_mint: wrappedNativeMint, payer: wallet, token_base_program: token2022Program },
  ...{ token_quote_program: tokenProgram, showsInstructions: false },
}

/** A swap of a token with a transfer hook. The hook's program receives the accounts `handed`. */
function hooked(isBuy: boolean, handed: readonly Address[]): PlainInstruction {
  const [input_token_account, output_token_account] = isBuy ? [wrapped, tokens] : [tokens, wrapped]
  const named = { ...accounts, input_token_account, output_token_account }
  const swap = encodeSwap2(named, SOL, 5_000n, swapModes.partialFill)
  const slices = [{ accounts_type: hookedTransfers.base, length: handed.length }]
  const data = hookedSwapLayout.encode({ amount_0: SOL, amount_1: 5_000n, swap_mode: 1, slices })
  return plain({
    ...swap,
    data,
    accounts: [...(swap.accounts ?? []), ...handed.map(one => ({ address: one, role: 1 }))],
  })
}

const openWrapped = openTokenAccount(wrapped, wrappedNativeMint, { owner: wallet })
const verdict = (instructions: readonly PlainInstruction[]) =>
  checkMessage(compileMessage(wallet, instructions, { version: 0 }).bytes, wallet, [])

describe('a trade of a token whose transfers call a program of its issuer', () => {
  it('may be signed if the program receives only other accounts than the wallet', async () => {
    const handed = [address(20), address(21)]
    expect(await verdict([openWrapped, transfer(wrapped, SOL), hooked(true, handed)])).toBeUndefined()
    expect(await verdict([openWrapped, hooked(false, handed)])).toBeUndefined()
  })

  it('is refused if the program receives the wallet, because it then receives the wallet’s signature', async () => {
    const handed = [address(20), wallet]
    const given = 'a trade that hands the wallet to a program of the token’s issuer'
    expect(await verdict([openWrapped, transfer(wrapped, SOL), hooked(true, handed)])).toBe(given)
    expect(await verdict([openWrapped, hooked(false, handed)])).toBe(given)
  })
})
