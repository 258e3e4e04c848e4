import {
  type AccountSnapshot,
  type Address,
  associatedTokenAddress,
  associatedTokenProgram,
  decodeTokenAccount,
  isTernError,
  minimumOut,
  type Readable,
  type ReadValue,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import type { Pool, Protocol } from '@tern/venues'
import { venues } from '@tern/venues/all'
import type { Bank } from '../../bank/bank.ts'
import { findProgramAddress } from '../../programs/findProgramAddress.ts'
import type { Maker } from '../makers/cast.ts'
import type { Turn } from '../makers/floor.ts'
import type { Random } from '../random.ts'
import type { Chronicle } from './chronicle.ts'
import { closeTokenAccount, computeBudget, openAssociatedAccount, wrap } from './instructions.ts'

const slippageBps = 300

/** Opens a token's pool or curve from the bank's accounts; `undefined` if it does not exist. */
export const openPool = (
  bank: Bank,
  { protocol, pool, mint }: { readonly protocol: Protocol; readonly pool: Address; readonly mint: Address },
): Promise<Pool | undefined> => openWith<Pool>(bank, venues[protocol], { address: pool, mint })

/** Opens anything that is read from accounts; `undefined` if it is not there. */
export async function openWith<Value extends ReadValue>(
  bank: Bank,
  kind: Readable<Value>,
  { address, mint }: { readonly address: Address; readonly mint?: Address | undefined },
): Promise<Value | undefined> {
  const read = new Map<Address, AccountSnapshot | null>()
  try {
    for (;;) {
      const wanted = await kind.accountsToRead(address, read, mint)
      if (wanted.every(one => read.has(one))) return kind.open(address, read, mint)
      for (const one of wanted) read.set(one, bank.account(one))
    }
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

/** The token account's balance; 0 if the account does not exist. */
function tokensIn(bank: Bank, account: Address): bigint {
  const found = bank.account(account)
  return found === null ? 0n : decodeTokenAccount(account, found).amount
}

/** Carries out the makers' trades in a bank. */
export interface Trading {
  /** Reports if the trade succeeded. A trade without a quote is not sent. */
  trade(turn: Turn, pool: Pool): Promise<boolean>
  /** The maker's balance of a mint. */
  held(maker: Maker, mint: Address): bigint
  /** The maker's associated token account of a mint, and its token program. It may not exist yet. */
  tokenAccountOf(maker: Maker, mint: Address): readonly [Address, Address]
  /** The maker's wrapped SOL account, with at least `lamports` in it. */
  wrappedAccountOf(maker: Maker, lamports: bigint): Promise<Address>
  /** Turns all makers' wrapped SOL back into SOL. */
  unwrapAll(): Promise<void>
}

export function createTrading(bank: Bank, chronicle: Chronicle, random: Random): Trading {
  const wrapped = new Map<Maker, Address>()
  /** Each maker's token account and its token program, by mint. */
  const accounts = new Map<Maker, Map<Address, readonly [Address, Address]>>()

  function tokenAccountOf(maker: Maker, mint: Address): readonly [Address, Address] {
    const known = accounts.get(maker)?.get(mint)
    if (known !== undefined) return known
    const program = bank.account(mint)?.owner ?? tokenProgram
    const seeds = [maker.key.address, program, mint].map(addressBytes)
    const { address } = findProgramAddress(associatedTokenProgram, seeds)
    const found = [address, program] as const
    accounts.set(maker, (accounts.get(maker) ?? new Map()).set(mint, found))
    return found
  }

  async function wrappedAccountOf(maker: Maker, lamports: bigint): Promise<Address> {
    const { address } = maker.key
    const known = wrapped.get(maker)
    const account = known ?? (await associatedTokenAddress(address, wrappedNativeMint, tokenProgram))
    if (known !== undefined && tokensIn(bank, account) >= lamports) return account
    const open = openAssociatedAccount({
      address: account,
      owner: address,
      mint: wrappedNativeMint,
      program: tokenProgram,
    })
    // Wrap a sixth of the maker's SOL at once, so that most trades need no wrapping.
    const part = maker.lamports / 6n
    const more = lamports > part ? lamports : part
    await chronicle.land([maker.key], [open, ...wrap(address, account, more)])
    wrapped.set(maker, account)
    return account
  }

  return {
    async trade({ maker, market, side, amountIn }, pool) {
      const { address } = maker.key
      const tokenIn = side === 'buy' ? wrappedNativeMint : market.mint
      const quote = (() => {
        try {
          return pool.quote({ tokenIn, exactIn: amountIn }, bank.clock())
        } catch (error) {
          if (isTernError(error)) return undefined
          throw error
        }
      })()
      if (quote === undefined) return false
      const [account, program] = tokenAccountOf(maker, market.mint)
      const native =
        pool.nativeSettlement === 'lamports' ? address : await wrappedAccountOf(maker, side === 'buy' ? amountIn : 0n)
      const [tokenAccountIn, tokenAccountOut] = side === 'buy' ? [native, account] : [account, native]
      const parties = { owner: address, payer: address, tokenAccountIn, tokenAccountOut }
      const pick = (n: number) => Math.floor(random() * n)
      const swap = await pool.swap(quote, minimumOut(quote.amountOut, slippageBps), { ...parties, pick })
      const isNew = side === 'buy' && bank.account(account) === null
      const record = await chronicle.land(
        [maker.key],
        [
          ...computeBudget(quote.computeUnits + 100_000, BigInt(Math.round(1_000 * 60 ** random()))),
          ...(isNew ? [openAssociatedAccount({ address: account, owner: address, mint: market.mint, program })] : []),
          ...swap,
        ],
      )
      return record?.err === null
    },
    held: (maker, mint) => tokensIn(bank, tokenAccountOf(maker, mint)[0]),
    tokenAccountOf,
    wrappedAccountOf,
    async unwrapAll() {
      for (const [maker, account] of wrapped)
        await chronicle.land([maker.key], [closeTokenAccount(account, maker.key.address, tokenProgram)])
      wrapped.clear()
    },
  }
}
