import type { Instruction } from '@solana/kit'
import { createAssociatedAccountInstruction } from '@tern/chain'
import {
  ownWrappedAccount,
  randomSeed,
  temporaryAccount,
  temporaryAccountSpare,
  tokenAccountRent,
} from '@tern/chain/internal'
import {
  type AccountSet,
  type Address,
  associatedTokenAddress,
  TernError,
  type Token,
  type TokenAccount,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import {
  checkAssociatedTokenAccount,
  decodeTradedMint,
  tokenAccountLayout,
  tradedAccountSize,
} from '@tern/core/internal'
import type { Client } from '../../client.ts'
import type { Surroundings } from '../plan/assemblePlan.ts'
import type { Opening } from '../trade/trade.ts'

type MintAndProgram = Pick<Token, 'mint' | 'program'>

/** A token of a pool, and the wallet's account of it. For SOL, the account is the wallet's own wrapped account. */
export interface Side {
  readonly token: MintAndProgram
  readonly isNative: boolean
  readonly address: Address
  /** `null`: the account does not exist. */
  readonly account: TokenAccount | null
}

/** The wallet's part in a pool. */
export interface PoolWallet {
  readonly owner: Address
  /** Lamports. */
  readonly balance: bigint
  /** In the pool's order. */
  readonly sides: readonly [Side, Side]
  readonly read: AccountSet
}

/**
 * Reads the wallet's accounts of a pool's tokens, without the cache.
 *
 * @param more further accounts to read.
 * @throws TernError `owner/missing`, `token/associatedAccountMismatch`, `rpc/*`.
 */
export async function readPoolWallet(
  { chain, owner }: Client,
  tokens: readonly [MintAndProgram, MintAndProgram],
  more: readonly Address[],
): Promise<PoolWallet> {
  if (owner === undefined) throw new TernError('owner/missing', {})
  const wallet = owner.address
  const [address0, address1] = await Promise.all([
    associatedTokenAddress(wallet, tokens[0].mint, tokens[0].program),
    associatedTokenAddress(wallet, tokens[1].mint, tokens[1].program),
  ])
  const read = await chain.readAccounts([wallet, address0, address1, ...more], { maxAgeMs: 0 })
  const side = (token: MintAndProgram, address: Address): Side => ({
    ...{ token, address, isNative: token.mint === wrappedNativeMint },
    account: checkAssociatedTokenAccount(
      { address, owner: wallet, mint: token.mint, program: token.program },
      read.get(address) ?? null,
    ),
  })
  return {
    owner: wallet,
    balance: read.get(wallet)?.lamports ?? 0n,
    sides: [side(tokens[0], address0), side(tokens[1], address1)],
    read,
  }
}

/** Lists the sides without a token account of the wallet. SOL is paid in lamports, so it needs no account. */
export const missingSides = ({ sides }: PoolWallet): readonly Side[] =>
  sides.filter(({ isNative, account }) => !isNative && account === null)

/**
 * Checks that the wallet's accounts can pay both amounts.
 *
 * @param amounts raw units, in the pool's order.
 * @throws TernError `token/accountFrozen`, `plan/notEnoughTokens`.
 */
export function assertHolds({ sides }: PoolWallet, amounts: readonly { readonly sent: bigint }[]): void {
  for (const [i, { isNative, address, account, token }] of sides.entries()) {
    if (isNative || account === null) continue
    if (account.state === 'frozen') throw new TernError('token/accountFrozen', { address })
    const amount = amounts[i]?.sent ?? 0n
    if (account.amount < amount)
      throw new TernError('plan/notEnoughTokens', { mint: token.mint, balance: account.amount, amount })
  }
}

/** Builds the main instructions, for the accounts of both tokens. */
type Main = (tokenAccounts: readonly [Address, Address]) => Promise<readonly Instruction[]>

/** The max lamports that the SOL side pays in. 0: it only receives. */
export interface Native {
  readonly lamports: bigint
}

/** Builds the action as a single message. SOL goes through a temporary account that the message closes again. */
export async function wholeWith(
  { owner, sides }: PoolWallet,
  { native, opens, main }: { readonly native: Native; readonly opens: readonly Instruction[]; readonly main: Main },
): Promise<Surroundings> {
  const temporary = sides.some(({ isNative }) => isNative)
    ? await temporaryAccount(owner, native.lamports, randomSeed())
    : undefined
  const accountOf = ({ isNative, address }: Side) => (isNative && temporary ? temporary.address : address)
  return {
    before: [...opens, ...(temporary?.opens ?? [])],
    main: await main([accountOf(sides[0]), accountOf(sides[1])]),
    after: temporary?.closes === undefined ? [] : [temporary.closes],
    heldLamports: temporary === undefined ? 0n : tokenAccountRent + temporaryAccountSpare,
  }
}

/**
 * Builds the action as two messages. SOL goes through the wallet's own wrapped account. The second message closes the account.
 * Lamports that the account holds already are not wrapped again, so an interrupted action can be planned once more.
 */
export async function apartWith(
  { owner, sides }: PoolWallet,
  { native, opens, main }: { readonly native: Native; readonly opens: readonly Instruction[]; readonly main: Main },
): Promise<Surroundings> {
  const side = sides.find(({ isNative }) => isNative)
  const held = side?.account?.amount ?? 0n
  const lacking = native.lamports > held ? native.lamports - held : 0n
  const own = side && (await ownWrappedAccount(owner, lacking, 'closed'))
  const isReady = own === undefined || (side?.account !== null && lacking === 0n)
  return {
    before: [...opens, ...(isReady ? [] : own.opens)],
    main: await main([sides[0].address, sides[1].address]),
    after: own?.closes === undefined ? [] : [own.closes],
    ...(own && { closes: [own.address] }),
    heldLamports: own === undefined || side?.account !== null ? 0n : tokenAccountRent + temporaryAccountSpare,
  }
}

/** Accounts that do not exist yet, and the instructions that open these accounts. */
interface Openings {
  readonly opens: readonly Opening[]
  readonly instructions: readonly Instruction[]
}

/**
 * Lists the accounts that must be opened to receive tokens, with their rent, and the instructions.
 *
 * @throws TernError `token/*`, `rpc/*`.
 */
export async function openingsOf(
  { chain }: Client,
  wallet: PoolWallet,
  lp?: { readonly mint: Address; readonly address: Address; readonly isThere: boolean },
): Promise<Openings> {
  const { owner } = wallet
  const missing = missingSides(wallet)
  const mints = await chain.readAccounts(missing.map(({ token }) => token.mint))
  const opens = await Promise.all(
    missing.map(async ({ address, token: { mint } }): Promise<Opening> => {
      const size = tradedAccountSize(decodeTradedMint(mint, mints.get(mint)))
      return { address, lamports: await chain.readRent(size), kind: 'tokenAccount' }
    }),
  )
  const instructions = missing.map(({ address, token: { mint, program } }) =>
    createAssociatedAccountInstruction({ address, owner, mint, tokenProgram: program }),
  )
  if (lp === undefined || lp.isThere) return { opens, instructions }
  const { mint, address } = lp
  const lamports = await chain.readRent(tokenAccountLayout.size)
  return {
    opens: [...opens, { address, lamports, kind: 'tokenAccount' }],
    instructions: [...instructions, createAssociatedAccountInstruction({ address, owner, mint, tokenProgram })],
  }
}
