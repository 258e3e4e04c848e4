import { generateKeyPairSigner, type Instruction, type KeyPairSigner } from '@solana/kit'
import { type Address, associatedTokenAddress, rentExemption, systemProgram } from '@tern/core'
import { customizablePoolAddress, type PoolState, program, vaultAddress } from '@tern/venues/meteoraDammV2'
import {
  type BaseFee,
  type CustomizablePoolParameters,
  encodeBaseFeeParameters,
  encodeInitializeCustomizablePool,
  poolAuthority,
  poolLayout,
  positionAddress,
  positionNftAccountAddress,
} from '@tern/venues/meteoraDammV2/internal'
import { fund, placeMint, type Svm, startSvm, type TransferFees } from './svm.ts'

export const startSeconds = 1_790_000_000n
export const startSlot = 420_000_000n
/** Enough for any trade of the tests, with room below 2^64. */
const endowment = 10n ** 18n

/** A pool created by the real program. The payer is its trader. */
export interface DammV2World {
  readonly svm: Svm
  readonly pool: Address
  readonly mints: readonly [Address, Address]
  /** The payer's token accounts, in the pool's order. */
  readonly accounts: readonly [Address, Address]
}

/** Loads the binary, and sets the clock to the start of the schedulers. */
export async function startDammV2(binary: string): Promise<Svm> {
  const svm = await startSvm()
  svm.load(program, binary)
  svm.setClock({ slot: startSlot, unixTimestamp: startSeconds, epoch: 100n })
  svm.place(poolAuthority, systemProgram, new Uint8Array(), rentExemption(0))
  return svm
}

/** A new pool. Defaults: a fee of 0.25%, no price bounds, about 100 tokens of 9 decimals on each side. */
export interface NewPool {
  readonly baseFee?: BaseFee
  readonly parameters?: Partial<Omit<CustomizablePoolParameters, 'base_fee'>>
  /** For both tokens, in the pool's order. */
  readonly tokens: readonly [NewToken, NewToken]
}

export interface NewToken {
  readonly program: Address
  readonly fees?: TransferFees
}

const flat: BaseFee = {
  ...{ mode: 'timeLinear', cliff_fee_numerator: 2_500_000n, number_of_period: 0 },
  ...{ period_frequency: 0n, reduction_factor: 0n },
}

/** Runs the real `initialize_customizable_pool`. The clock does not move. */
export async function createPool(svm: Svm, { baseFee, parameters, tokens }: NewPool): Promise<DammV2World> {
  const { address: payer } = svm.payer
  const nft = await generateKeyPairSigner()
  const [a, b] = tokens
  const mints = [await placeMint(svm, a.program, 9, a.fees), await placeMint(svm, b.program, 9, b.fees)] as const
  const accounts = [
    await associatedTokenAddress(payer, mints[0], a.program),
    await associatedTokenAddress(payer, mints[1], b.program),
  ] as const
  const pool = await customizablePoolAddress(...mints)
  const create = encodeInitializeCustomizablePool(
    {
      ...{ creator: payer, payer, pool, position_nft_mint: nft.address },
      position_nft_account: await positionNftAccountAddress(nft.address),
      position: await positionAddress(nft.address),
      ...{ token_a_mint: mints[0], token_b_mint: mints[1], token_a_program: a.program, token_b_program: b.program },
      token_a_vault: await vaultAddress(mints[0], pool),
      token_b_vault: await vaultAddress(mints[1], pool),
      ...{ payer_token_a: accounts[0], payer_token_b: accounts[1] },
    },
    {
      base_fee: encodeBaseFeeParameters(baseFee ?? flat),
      ...{ compounding_fee_bps: 0, padding: 0, dynamic_fee: undefined },
      ...{ sqrt_min_price: 4_295_048_016n, sqrt_max_price: 79_226_673_521_066_979_257_578_248_091n },
      ...{ has_alpha_vault: false, liquidity: 100_000_000_000n << 64n, sqrt_price: 1n << 64n },
      ...{ activation_type: 1, collect_fee_mode: 0, activation_point: undefined },
      ...parameters,
    },
  )
  const outcome = await svm.send([
    ...fund(payer, mints[0], accounts[0], a.program, endowment),
    ...fund(payer, mints[1], accounts[1], b.program, endowment),
    signedBy(create, nft),
  ])
  if (outcome.error !== undefined) throw new Error(`the pool was not created: ${outcome.logs.join('\n')}`)
  return { svm, pool, mints, accounts }
}

function signedBy(instruction: Instruction, signer: KeyPairSigner): Instruction {
  const accounts = (instruction.accounts ?? []).map(meta =>
    meta.address === signer.address ? { ...meta, signer } : meta,
  )
  return { ...instruction, accounts }
}

/** Changes a pool without the program, as an operator or an older version of the program could. */
export function alterPool(svm: Svm, pool: Address, change: Partial<PoolState>): void {
  svm.place(pool, program, poolLayout.encode({ ...readPool(svm, pool), ...change }))
}

/** Reads the pool's current state. */
export function readPool(svm: Svm, pool: Address): PoolState {
  const account = svm.read(pool)
  if (account === null) throw new RangeError('no pool there')
  return poolLayout.decode(account.data)
}
