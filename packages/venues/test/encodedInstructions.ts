import type { Instruction } from '@solana/instructions'
import { type Address, encodeBase58, sha256 } from '@tern/core'
import * as damm from '../src/meteoraDammV2/index.ts'
import * as dbc from '../src/meteoraDbc/index.ts'
import * as pumpAmm from '../src/pumpAmm/index.ts'
import * as pumpfun from '../src/pumpfun/index.ts'
import * as clmm from '../src/raydiumClmm/index.ts'
import * as cpmm from '../src/raydiumCpmm/index.ts'
import * as cpmmLiquidity from '../src/raydiumCpmm/liquidity.ts'
import * as launchlab from '../src/raydiumLaunchlab/index.ts'

/** The address of an account in a test: the hash of its name, so that the name follows from the address. */
export const addressNamed = (name: string): Address => encodeBase58(sha256(new TextEncoder().encode(name))) as Address

/** Accounts for an encoder: any name has an address, unless `given` has another value. */
function accountsNamed<A extends object>(given: object = {}): A {
  const all = given as Readonly<Record<string | symbol, unknown>>
  return new Proxy(given, { get: (_, name) => (name in all ? all[name] : addressNamed(String(name))) }) as A
}

/** An instruction that an encoder of this package made, whose accounts have the addresses of their names. */
export interface Encoded {
  /** The program's name of it. */
  readonly name: string
  readonly made: Instruction
}

const [one, two] = [1_000_003n, 70_000_000_007n]
const none = { tick_arrays: ['tick_array_0', 'tick_array_1'].map(addressNamed) }

/** Every instruction of the programs whose encoder takes its accounts by name. */
export function encodedInstructions(): readonly Encoded[] {
  const a = accountsNamed
  return [
    { name: 'swap_base_input', made: cpmm.encodeSwapBaseInput(a(), one, two) },
    { name: 'swap_base_output', made: cpmm.encodeSwapBaseOutput(a(), one, two) },
    {
      name: 'initialize',
      made: cpmmLiquidity.encodeInitialize(a(), { amount0: one, amount1: two, openTimeSeconds: 5n }),
    },
    { name: 'deposit', made: cpmmLiquidity.encodeDeposit(a(), { lpAmount: 9n, maxAmount0: one, maxAmount1: two }) },
    { name: 'withdraw', made: cpmmLiquidity.encodeWithdraw(a(), { lpAmount: 9n, minAmount0: one, minAmount1: two }) },
    { name: 'swap_v2', made: clmm.encodeSwapV2ExactIn(a(none), one, two) },
    { name: 'swap_v2', made: clmm.encodeSwapV2ExactOut(a(none), one, two) },
    { name: 'swap_v2', made: clmm.encodeSwapV2ExactOut(a(none), one, two, 77n) },
    { name: 'swap', made: damm.encodeSwap(a({ instructions: 'hidden' }), one, two) },
    { name: 'swap2', made: damm.encodeSwap2(a({ instructions: 'shown' }), 'exactIn', one, two) },
    { name: 'swap2', made: damm.encodeSwap2(a({ instructions: 'shown' }), 'partialFill', one, two) },
    { name: 'swap2', made: damm.encodeSwap2(a({ instructions: 'shown' }), 'exactOut', one, two) },
    { name: 'swap', made: dbc.encodeSwap(a({ showsInstructions: false }), one, two) },
    { name: 'swap2', made: dbc.encodeSwap2(a({ showsInstructions: true }), one, two, dbc.swapModes.exactIn) },
    { name: 'swap2', made: dbc.encodeSwap2(a({ showsInstructions: true }), one, two, dbc.swapModes.partialFill) },
    { name: 'swap2', made: dbc.encodeSwap2(a({ showsInstructions: true }), one, two, dbc.swapModes.exactOut) },
    { name: 'buy_exact_in', made: launchlab.encodeBuyExactIn(a(), one, two) },
    { name: 'buy_exact_in', made: launchlab.encodeBuyExactIn(a(), one, two, shared) },
    { name: 'buy_exact_out', made: launchlab.encodeBuyExactOut(a(), one, two) },
    { name: 'sell_exact_in', made: launchlab.encodeSellExactIn(a(), one, two) },
    { name: 'sell_exact_out', made: launchlab.encodeSellExactOut(a(), one, two) },
    { name: 'buy', made: pumpfun.encodeBuy(a(), one, two) },
    { name: 'buy_exact_sol_in', made: pumpfun.encodeBuyExactSolIn(a(), one, two) },
    { name: 'sell', made: pumpfun.encodeSell(a(), one, two, 'creator') },
    { name: 'sell', made: pumpfun.encodeSell(a(), one, two, 'seller') },
    { name: 'buy_v2', made: pumpfun.encodeBuyV2(a(), one, two) },
    { name: 'buy_exact_quote_in_v2', made: pumpfun.encodeBuyExactQuoteInV2(a(), one, two) },
    { name: 'sell_v2', made: pumpfun.encodeSellV2(a(), one, two) },
    { name: 'buy', made: pumpAmm.encodeBuy(a(), one, two) },
    { name: 'buy_exact_quote_in', made: pumpAmm.encodeBuyExactQuoteIn(a(), one, two) },
    { name: 'sell', made: pumpAmm.encodeSell(a(), one, two) },
  ]
}

const shared = { rate: 3n, receiver: addressNamed('share_fee_receiver') }
