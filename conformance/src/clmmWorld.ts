import { AccountRole, generateKeyPairSigner, type Instruction, type KeyPairSigner } from '@solana/kit'
import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { type Address, associatedTokenAddress, token2022Program } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { type PoolState, poolAddress, program, tickArrayAddress, vaultAddress } from '@tern/venues/raydiumClmm'
import {
  ammConfigLayout,
  bitmapExtensionAddress,
  configAddress,
  observationAddress,
  poolStateLayout,
} from '@tern/venues/raydiumClmm/internal'
import { bn, raydiumSdk } from './sdk.ts'
import { fund, type Outcome, placeMint, type Svm, startSvm, type TransferFees } from './svm.ts'

const { ClmmInstrument, getPdaPersonalPositionAddress, getPdaProtocolPositionAddress } = raydiumSdk
const startSeconds = 1_790_000_000n
/** Enough for any trade of the tests, with room below 2^64. */
const endowment = 10n ** 18n
const configIndex = 7
const programKey = new PublicKey(program)

/** A pool created by the real program. The payer is its trader and owns all its positions. */
export interface ClmmWorld {
  readonly svm: Svm
  readonly pool: Address
  readonly tickSpacing: number
  readonly mints: readonly [Address, Address]
  /** The payer's token accounts, in the pool's order. */
  readonly accounts: readonly [Address, Address]
}

/** The parameters of a new pool. */
export interface NewPool {
  readonly tickSpacing: number
  readonly tradeFeeRate: number
  readonly sqrtPriceX64: bigint
  readonly tokens: readonly [NewToken, NewToken]
}

export interface NewToken {
  readonly program: Address
  readonly fees?: TransferFees
}

/** Loads the binary. */
export async function startClmm(binary: string): Promise<Svm> {
  const svm = await startSvm()
  svm.load(program, binary)
  svm.setClock({ unixTimestamp: startSeconds, epoch: 100n })
  return svm
}

/** Makes tokens and their pool. */
export async function createPool(svm: Svm, { tokens, ...pool }: NewPool): Promise<ClmmWorld> {
  const { address: payer } = svm.payer
  const made = await Promise.all(
    tokens.map(async ({ program, fees }) => {
      const mint = await placeMint(svm, program, 6, fees)
      return { program, mint, account: await associatedTokenAddress(payer, mint, program) }
    }),
  )
  for (const { mint, account, program } of made) await svm.send(fund(payer, mint, account, program, endowment))
  made.sort((a, b) => Buffer.compare(addressBytes(a.mint), addressBytes(b.mint)))
  return createPoolOf(svm, pool, made as [OwnToken, OwnToken])
}

/** A token that the payer holds. */
export interface OwnToken {
  readonly program: Address
  readonly mint: Address
  readonly account: Address
}

/**
 * Runs the real `create_pool` with tokens in the pool's order, and with a config of these rates. Protocol and fund get 12% and 4% of
 * the fee, as on mainnet.
 */
export async function createPoolOf(
  svm: Svm,
  { tickSpacing, tradeFeeRate, sqrtPriceX64 }: Omit<NewPool, 'tokens'>,
  [a, b]: readonly [OwnToken, OwnToken],
): Promise<ClmmWorld> {
  const { address: payer } = svm.payer
  const config = await configAddress(configIndex)
  const rates = { protocol_fee_rate: 120_000, trade_fee_rate: tradeFeeRate, fund_fee_rate: 40_000 }
  const settings = { bump: 255, index: configIndex, owner: payer, fund_owner: payer, tick_spacing: tickSpacing }
  const padding = { padding_u32: 0, padding: new Uint8Array(24) }
  svm.place(config, program, ammConfigLayout.encode({ ...rates, ...settings, ...padding }))
  const pool = await poolAddress(config, a.mint, b.mint)
  const create = sdkMakes('createPoolInstruction', [
    ...[pool, payer, config, await observationAddress(pool)],
    ...[a.mint, await vaultAddress(pool, a.mint), a.program],
    ...[b.mint, await vaultAddress(pool, b.mint), b.program],
    ...[bitmapExtensionAddress(pool), bn(sqrtPriceX64), undefined],
  ])
  const outcome = await svm.send([create])
  if (outcome.error !== undefined) throw new Error(`the pool was not created: ${outcome.error}`)
  svm.setClock({ unixTimestamp: startSeconds + 60n, epoch: 100n })
  return { svm, pool, tickSpacing, mints: [a.mint, b.mint], accounts: [a.account, b.account] }
}

/** Runs the real `open_position_with_token22_nft`: adds liquidity between two ticks. */
export async function openPosition(
  { svm, pool, tickSpacing, mints, accounts }: ClmmWorld,
  lower: number,
  upper: number,
  liquidity: bigint,
): Promise<void> {
  const nft = await generateKeyPairSigner()
  const { address: payer } = svm.payer
  const startOf = (tick: number) => Math.floor(tick / (60 * tickSpacing)) * 60 * tickSpacing
  const poolKey = new PublicKey(pool)
  const max = 2n ** 62n
  const open = sdkMakes('openPositionWithToken22NftInstruction', [
    ...[payer, pool, payer, nft.address, await associatedTokenAddress(payer, nft.address, token2022Program)],
    getPdaProtocolPositionAddress(programKey, poolKey, lower, upper).publicKey,
    ...[tickArrayAddress(pool, startOf(lower)), tickArrayAddress(pool, startOf(upper))],
    getPdaPersonalPositionAddress(programKey, new PublicKey(nft.address)).publicKey,
    ...[...accounts, await vaultAddress(pool, mints[0]), await vaultAddress(pool, mints[1])],
    ...[...mints, lower, upper, startOf(lower), startOf(upper), bn(liquidity), bn(max), bn(max)],
    ...[false, null, bitmapExtensionAddress(pool)],
  ])
  const outcome = await svm.send([computeUnits(1_000_000), signedBy(open, nft)])
  if (outcome.error !== undefined) throw new Error(`no position: ${outcome.error} ${outcome.logs.slice(-4).join(' ')}`)
}

/** Sends with enough compute units for many crossings. */
export function sendRoomily(svm: Svm, instructions: readonly Instruction[]): Promise<Outcome> {
  return svm.send([computeUnits(1_400_000), ...instructions])
}

/** Changes a pool without the program, as its admins could. */
export function alterPool(svm: Svm, pool: Address, change: Partial<PoolState>): void {
  const state = svm.read(pool)
  if (state === null) throw new RangeError('no pool there')
  svm.place(pool, program, poolStateLayout.encode({ ...poolStateLayout.decode(state.data), ...change }))
}

/**
 * Builds an instruction with an SDK maker, which takes keys and numbers by position. Addresses become the SDK's keys.
 */
function sdkMakes(
  maker: 'createPoolInstruction' | 'openPositionWithToken22NftInstruction',
  given: readonly unknown[],
): Instruction {
  const make = ClmmInstrument[maker] as (...args: unknown[]) => TransactionInstruction
  const args = given.map(one => (typeof one === 'string' ? new PublicKey(one) : one))
  const { programId, keys, data } = make.call(ClmmInstrument, programKey, ...args)
  return {
    programAddress: programId.toBase58() as Address,
    accounts: keys.map(({ pubkey, isSigner, isWritable }, i) => ({
      address: pubkey.toBase58() as Address,
      // Older versions of the program write to the protocol's position, the sixth account.
      role: roleOf(isSigner, isWritable || (maker === 'openPositionWithToken22NftInstruction' && i === 5)),
    })),
    data: Uint8Array.from(data),
  }
}

function roleOf(isSigner: boolean, isWritable: boolean): AccountRole {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY
}

function signedBy(instruction: Instruction, signer: KeyPairSigner): Instruction {
  const accounts = instruction.accounts?.map(meta => (meta.address === signer.address ? { ...meta, signer } : meta))
  return { ...instruction, ...(accounts && { accounts }) }
}

/** Raises the transaction's compute-unit limit. */
export function computeUnits(units: number): Instruction {
  const data = new Uint8Array(5)
  data[0] = 2
  new DataView(data.buffer).setUint32(1, units, true)
  return { programAddress: 'ComputeBudget111111111111111111111111111111' as Address, data }
}
