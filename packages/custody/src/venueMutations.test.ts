import { associatedTokenAddress } from '@tern/core'
import { encodeSwapBaseInput } from '@tern/venues/raydiumCpmm'
import { encodeRouteExactIn, encodeRouteExactOut, routerHop } from '@tern/venues/raydiumRouter'
import { expect, it } from 'vitest'
import { declaredEffects } from '../../venues/test/declaredEffects.ts'
import { exactTerms } from '../test/checkMessage.ts'
import { compileMessage, type PlainInstruction } from '../test/compileMessage.ts'
import { declaredInstructions, heldTokens } from '../test/declaredInstructions.ts'
import { describeMutations, type MessageKind } from '../test/mutations.ts'
import { address, plain, wallet } from '../test/trades.ts'

type HeldToken = (typeof heldTokens)[number]

/** A route over two pools that ends in the third token. */
async function routes(): Promise<readonly (readonly [string, PlainInstruction])[]> {
  const [first, second, third] = heldTokens as readonly [HeldToken, HeldToken, HeldToken]
  const own = ({ mint, program }: HeldToken) => associatedTokenAddress(wallet, mint, program)
  const price = { currentPrice: { numerator: 1n, denominator: 1n }, slippageBps: 100 }
  const hop = async (pool: number, from: HeldToken, to: HeldToken) =>
    routerHop(
      encodeSwapBaseInput(
        {
          ...{
            payer: wallet,
            amm_config: address(45),
            pool_state: address(pool),
            observation_state: address(pool + 3),
          },
          ...{ input_token_account: await own(from), output_token_account: await own(to) },
          ...{ input_vault: address(pool + 1), output_vault: address(pool + 2) },
          ...{ input_token_program: from.program, output_token_program: to.program },
          ...{ input_token_mint: from.mint, output_token_mint: to.mint },
        },
        1n,
        1n,
      ),
      { tokenIn: from.mint, tokenOut: to.mint, ...price },
    )
  const hops = [await hop(80, first, second), await hop(90, second, third)]
  return [
    ['raydiumRouter route_swap_base_in', plain(encodeRouteExactIn({ owner: wallet, hops }, 5_000n, 90n))],
    ['raydiumRouter route_swap_base_out', plain(encodeRouteExactOut({ owner: wallet, hops }, 5_000n, 90n))],
  ]
}

const declared = await declaredInstructions()
const kinds: MessageKind[] = []
for (const [name, instruction] of [...declared.map(one => [one.name, one.instruction] as const), ...(await routes())]) {
  const terms = await exactTerms(compileMessage(wallet, [instruction]).bytes, wallet, heldTokens)
  if (typeof terms !== 'string') kinds.push([name, [instruction], terms])
}

it('every swap, deposit, withdrawal and new pool that an effect bounds is a kind, of every trading program', () => {
  const names = kinds.map(([name]) => name)
  const moves = ['swap', 'place', 'withdraw', 'create']
  const bounded = declared.filter(one => one.isBounded && moves.includes(one.kind)).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(bounded))
  for (const { folder } of declaredEffects) expect(bounded.map(name => name.split(' ')[0])).toContain(folder)
  expect(names.filter(name => name.startsWith('raydiumRouter '))).toHaveLength(2)
})

describeMutations(kinds, 50)
