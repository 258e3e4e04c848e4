import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Instruction } from '@solana/kit'
import { compileMessage, computeBudgetInstructions, sendTransaction } from '@tern/chain'
import { ownWrappedAccount } from '@tern/chain/internal'
import {
  type Address,
  assembleTransaction,
  associatedTokenAddress,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes, mintLayout, tokenAccountLayout, transferFeeConfigLayout } from '@tern/core/internal'
import { type DerivedKey, deriveKey } from '@tern/practice-chain/internal/makers'
import { customizablePoolAddress, vaultAddress as dammV2VaultAddress } from '@tern/venues/meteoraDammV2'
import {
  encodeBaseFeeParameters,
  encodeInitializeCustomizablePool,
  positionAddress,
  positionNftAccountAddress,
} from '@tern/venues/meteoraDammV2/internal'
import { configAddress, lpMintAddress, poolAddress, vaultAddress } from '@tern/venues/raydiumCpmm'
import { encodeInitialize, observationAddress } from '@tern/venues/raydiumCpmm/internal'
import type { Client } from '../src/client.ts'

/** Raw units of each recorded token. */
const supply = 10n ** 15n
const nobody = { delegateOption: 0, delegate: systemProgram, closeAuthorityOption: 0, closeAuthority: systemProgram }

/** The extension of a Token-2022 mint that takes a fee of each transfer, without a maximum. */
function transferFee(transferFeeBasisPoints: number): readonly number[] {
  const fee = { epoch: 0n, maximumFee: 2n ** 64n - 1n, transferFeeBasisPoints }
  const data = transferFeeConfigLayout.encode({
    ...{ transferFeeConfigAuthority: systemProgram, withdrawWithheldAuthority: systemProgram, withheldAmount: 0n },
    ...{ olderTransferFee: fee, newerTransferFee: fee },
  })
  return [1, 0, data.length, 0, ...data]
}

/**
 * Writes a `snapshotsDir` of tokens. A single wallet holds the whole supply, and 100 SOL.
 *
 * @param taxed mints of Token-2022 with their transfer fees, in basis points. The others are of the token program.
 */
export async function recordTokens(
  mints: readonly Address[],
  holder: Address,
  taxed: ReadonlyMap<Address, number> = new Map(),
): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'tern-tokens-'))
  const place = (pubkey: Address, owner: Address, data: Uint8Array, lamports = rentExemption(data.length)) => {
    const account = { owner, lamports: Number(lamports), data: [Buffer.from(data).toString('base64'), 'base64'] }
    writeFileSync(join(directory, `${pubkey}.json`), JSON.stringify({ pubkey, account }))
  }
  place(holder, systemProgram, new Uint8Array(), 100_000_000_000n)
  for (const mint of [...mints, ...taxed.keys()]) {
    const feeBps = taxed.get(mint)
    const isTaxed = feeBps !== undefined
    const program = isTaxed ? token2022Program : tokenProgram
    const without = { mintAuthorityOption: 0, mintAuthority: systemProgram, freezeAuthorityOption: 0 }
    const token = { ...without, freezeAuthority: systemProgram, supply, decimals: 6, isInitialized: true }
    const base = mintLayout.encode(token)
    place(mint, program, isTaxed ? Uint8Array.from([...base, ...new Uint8Array(83), 1, ...transferFee(feeBps)]) : base)
    const held = { mint, owner: holder, amount: supply, state: 1, isNativeOption: 0, isNative: 0n, delegatedAmount: 0n }
    const account = tokenAccountLayout.encode({ ...nobody, ...held })
    // An associated account has `ImmutableOwner`, and an account of this mint has `TransferFeeAmount`.
    const extensions = [2, 7, 0, 0, 0, 2, 0, 8, 0, ...new Uint8Array(8)]
    const data = isTaxed ? Uint8Array.from([...account, ...extensions]) : account
    place(await associatedTokenAddress(holder, mint, program), program, data)
  }
  return directory
}

/** Lands a transaction for which the client has no action. The first key pays. */
export async function land(
  { chain, providers }: Client,
  keys: readonly [DerivedKey, ...DerivedKey[]],
  instructions: readonly Instruction[],
): Promise<void> {
  const message = compileMessage({
    feePayer: keys[0].address,
    lifetime: await chain.readBlockhash(),
    instructions: [...computeBudgetInstructions({ unitLimit: 600_000, priorityFeeLamports: 0n }), ...instructions],
  })
  const signatures = message.signers.map(async address => {
    const key = keys.find(one => one.address === address)
    if (key === undefined) throw new TypeError(`${address} has to sign`)
    return new Uint8Array(await crypto.subtle.sign('Ed25519', key.keyPair.privateKey, Uint8Array.from(message.bytes)))
  })
  const transaction = assembleTransaction(message, await Promise.all(signatures))
  const { status } = await sendTransaction(chain, transaction, { providers })
  if (status !== 'confirmed') throw new TypeError(`the transaction is ${status}`)
}

/** The initial deposit of a pool's side. */
interface Side {
  readonly mint: Address
  readonly program: Address
  readonly amount: bigint
}

/** A CP-Swap pool to open. */
export interface NewPool {
  readonly sides: readonly [Side, Side]
  /** Unix time from which the pool trades. Unset: at once. */
  readonly opensAtSeconds?: bigint
  /** Unset: the first. */
  readonly config?: Address
  /** Address of the pool. A key signs for an address of its own. Unset: the first derived address. */
  readonly at?: Address | DerivedKey
}

/**
 * Opens a CP-Swap pool with the creator's balance.
 *
 * @returns its address.
 */
export async function openCpmmPool(client: Client, creator: DerivedKey, pool: NewPool): Promise<Address> {
  const config = pool.config ?? (await configAddress(0))
  const [side0, side1] = inOrder(pool.sides)
  const { at = await poolAddress(config, side0.mint, side1.mint) } = pool
  const address = typeof at === 'string' ? at : at.address
  const lpMint = await lpMintAddress(address)
  const accounts = {
    creator: creator.address,
    amm_config: config,
    pool_state: address,
    token_0_mint: side0.mint,
    token_1_mint: side1.mint,
    lp_mint: lpMint,
    creator_token_0: await associatedTokenAddress(creator.address, side0.mint, side0.program),
    creator_token_1: await associatedTokenAddress(creator.address, side1.mint, side1.program),
    creator_lp_token: await associatedTokenAddress(creator.address, lpMint, tokenProgram),
    token_0_vault: await vaultAddress(address, side0.mint),
    token_1_vault: await vaultAddress(address, side1.mint),
    observation_state: await observationAddress(address),
    token_0_program: side0.program,
    token_1_program: side1.program,
  }
  const opened = encodeInitialize(accounts, {
    amount0: side0.amount,
    amount1: side1.amount,
    openTimeSeconds: pool.opensAtSeconds ?? 0n,
  })
  const sol = [side0, side1].find(({ mint }) => mint === wrappedNativeMint)
  const wraps = sol === undefined ? [] : (await ownWrappedAccount(creator.address, sol.amount, 'kept')).opens
  await land(client, typeof at === 'string' ? [creator] : [creator, at], [...wraps, signedBy(opened, address, at)])
  return address
}

/**
 * Opens the worst DAMM v2 pool that anyone may open: some tokens and no SOL, at a price that seems deep and a fee of 99%.
 *
 * @returns its address.
 */
export async function openWorthlessPool(client: Client, creator: DerivedKey, { mint, program, amount }: Side) {
  const [payer, nft] = [creator.address, await deriveKey('position', mint)]
  const pool = await customizablePoolAddress(mint, wrappedNativeMint)
  // A thousand lamports for a raw unit.
  const sqrtPrice = 32n << 64n
  const accounts = {
    ...{ creator: payer, payer, pool, position_nft_mint: nft.address },
    position_nft_account: await positionNftAccountAddress(nft.address),
    position: await positionAddress(nft.address),
    ...{ token_a_mint: mint, token_b_mint: wrappedNativeMint, token_a_program: program, token_b_program: tokenProgram },
    token_a_vault: await dammV2VaultAddress(mint, pool),
    token_b_vault: await dammV2VaultAddress(wrappedNativeMint, pool),
    payer_token_a: await associatedTokenAddress(payer, mint, program),
    payer_token_b: await associatedTokenAddress(payer, wrappedNativeMint, tokenProgram),
  }
  const opened = encodeInitializeCustomizablePool(accounts, {
    base_fee: encodeBaseFeeParameters({
      ...{ mode: 'timeLinear', cliff_fee_numerator: 990_000_000n, number_of_period: 0 },
      ...{ period_frequency: 0n, reduction_factor: 0n },
    }),
    ...{ compounding_fee_bps: 0, padding: 0, dynamic_fee: undefined, has_alpha_vault: false },
    ...{ sqrt_min_price: sqrtPrice, sqrt_max_price: 79_226_673_521_066_979_257_578_248_091n, sqrt_price: sqrtPrice },
    ...{ liquidity: amount * sqrtPrice, activation_type: 1, collect_fee_mode: 0, activation_point: undefined },
  })
  const { opens } = await ownWrappedAccount(payer, 1n, 'kept')
  await land(client, [creator, nft], [...opens, opened])
  return pool
}

function inOrder([a, b]: NewPool['sides']): NewPool['sides'] {
  return Buffer.compare(addressBytes(a.mint), addressBytes(b.mint)) < 0 ? [a, b] : [b, a]
}

/** Marks the pool's address as a signer, if it is a key. */
function signedBy(instruction: Instruction, address: Address, at: Address | DerivedKey): Instruction {
  if (typeof at === 'string') return instruction
  const accounts = (instruction.accounts ?? []).map(one => (one.address === address ? { ...one, role: 3 } : one))
  return { ...instruction, accounts }
}
