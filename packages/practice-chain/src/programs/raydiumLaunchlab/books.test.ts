import {
  type Address,
  associatedTokenAddress,
  computeBudgetProgram,
  isTernError,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { poolAddress } from '@tern/venues/raydiumLaunchlab'
import { creatorFeeVaultAddress, curveTypes, platformFeeVaultAddress } from '@tern/venues/raydiumLaunchlab/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountIn } from '../../../test/cpmm.ts'
import { launchOf, openLaunchlab, openPoolOf, poolStateOf, tradeOf } from '../../../test/launchlab.ts'
import { type Instruction, newSigner } from '../../../test/transactions.ts'
import type { Bank } from '../../bank/bank.ts'

const supply = 1_000_000_000_000_000n
const sol = 1_000_000_000n
const manyUnits: Instruction = { programAddress: computeBudgetProgram, data: Uint8Array.of(2, 0x80, 0x1a, 6, 0) }

const step = fc.record({
  side: fc.constantFrom('buy', 'buy', 'sell'),
  of: fc.constantFrom('in', 'out'),
  /** Parts of ten thousand of the available amount. */
  part: fc.bigInt({ min: 1n, max: 10_000n }),
})

/** The withheld transfer fees of a Token-2022 account: extension 2, after the common 166 bytes. */
function withheld(bank: Bank, account: Address): bigint {
  const data = bank.account(account)?.data ?? new Uint8Array()
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  for (let at = 166; at + 4 <= data.length; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === 2) return view.getBigUint64(at + 4, true)
  return 0n
}

describe('the books of a curve', () => {
  it.each(curveTypes.flatMap(type => [undefined, 300].map(bps => [type, bps] as const)))(
    'balance after any trades, %s, fee on transfers %s: no token and no lamport appears or disappears',
    async (type, bps) => {
      let traded = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async steps => {
          const { bank, user, land } = await openLaunchlab()
          const [creator, minter] = [await newSigner(), await newSigner()]
          const mint = minter.address
          await bank.airdrop(creator.address, sol)
          const transferFee =
            bps === undefined ? {} : { transferFee: { transfer_fee_basis_points: bps, maximum_fee: supply } }
          const launch = await launchOf(creator.address, mint, { curve: { type }, ...transferFee })
          await land([creator, minter], manyUnits, launch)
          const pool = await poolAddress(mint, wrappedNativeMint)
          const { base_vault, quote_vault, platform_config } = poolStateOf(bank, pool)
          const program = bps === undefined ? tokenProgram : token2022Program
          const mine = await associatedTokenAddress(user.address, mint, program)
          const wrapped = await associatedTokenAddress(user.address, wrappedNativeMint, tokenProgram)
          const platformVault = await platformFeeVaultAddress(platform_config, wrappedNativeMint)
          const creatorVault = await creatorFeeVaultAddress(creator.address, wrappedNativeMint)
          const all = [wrapped, quote_vault, platformVault, creatorVault]
          const sum = (accounts: readonly Address[]) => accounts.reduce((total, one) => total + amountIn(bank, one), 0n)
          const brought = sum(all)
          for (const { side, of, part } of steps) {
            const amount = (whole: bigint) => (whole * part) / 10_000n
            const before = poolStateOf(bank, pool)
            const buying = {
              in: { exactIn: amount(60n * sol) },
              out: { exactOut: amount(before.total_base_sell - before.real_base) },
            }
            const selling = {
              in: { exactIn: amount(amountIn(bank, mine)) },
              out: { exactOut: amount(before.real_quote / 4n) },
            }
            const request =
              side === 'buy' ? { tokenIn: wrappedNativeMint, ...buying[of] } : { tokenIn: mint, ...selling[of] }
            const found = await tradeOf(bank, await openPoolOf(bank, pool), user.address, request).catch(
              (error: unknown) => {
                if (isTernError(error)) return undefined
                throw error
              },
            )
            if (found === undefined || found.quote.amountIn > amountIn(bank, side === 'buy' ? wrapped : mine)) continue
            await land([user], manyUnits, ...found.instructions)
            traded++
            const { status, total_base_sell, real_base, real_quote, quote_protocol_fee } = poolStateOf(bank, pool)
            expect(sum(all)).toBe(brought)
            expect(amountIn(bank, quote_vault)).toBe(real_quote + quote_protocol_fee)
            expect(amountIn(bank, base_vault)).toBe(supply - real_base)
            expect(sum([base_vault, mine]) + withheld(bank, base_vault) + withheld(bank, mine)).toBe(supply)
            expect(status).toBe(real_base === total_base_sell ? 1 : 0)
          }
          await bank.close()
        }),
        { numRuns: process.env.PROOF === '1' ? 5 : 2 },
      )
      expect(traded).toBeGreaterThan(2)
    },
  )
})
