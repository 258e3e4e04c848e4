import {
  type Address,
  associatedTokenProgram,
  encodeBase58,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import type { encodeSell } from '@tern/venues/pumpAmm'
import type { PlainInstruction } from './compileMessage.ts'

/** Makes an unused address, different for each byte. */
export const address = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
export const [wallet, attacker, feeWallet, mint] = [address(1), address(2), address(3), address(4)]
export const SOL = 1_000_000_000n

/** Compiles a venue's instruction for a message. */
export const plain = ({
  programAddress,
  accounts = [],
  data = new Uint8Array(),
}: ReturnType<typeof encodeSell>): PlainInstruction => ({
  program: programAddress,
  accounts: accounts.map(({ address, role }) => ({
    address,
    ...(role === 0 ? {} : { as: (['w', 's', 'ws'] as const)[role - 1] ?? 'w' }),
  })),
  data: Uint8Array.from(data),
})

/** Transfers lamports from the wallet. */
export const transfer = (to: Address, lamports: bigint): PlainInstruction => ({
  program: systemProgram,
  accounts: [
    { address: wallet, as: 'ws' },
    { address: to, as: 'w' },
  ],
  data: Uint8Array.from([2, 0, 0, 0, ...new Uint8Array(BigUint64Array.of(lamports).buffer)]),
})

/** Opens a token account at the wallet's cost, if it does not exist. */
export const openTokenAccount = (
  account: Address,
  of: Address,
  { owner = wallet, program = tokenProgram }: { owner?: Address; program?: Address } = {},
): PlainInstruction => ({
  program: associatedTokenProgram,
  accounts: [
    { address: wallet, as: 'ws' },
    { address: account, as: 'w' },
    { address: owner },
    { address: of },
    { address: systemProgram },
    { address: program },
  ],
  data: Uint8Array.of(1),
})

/** A trade of the wallet on pump's curve at address 5, with its tokens at `own`. */
export const onCurve = (own: Address) => ({
  fee_recipient: address(10),
  mint,
  bonding_curve: address(5),
  associated_bonding_curve: address(11),
  associated_user: own,
  user: wallet,
  token_program: token2022Program,
  creator_vault: address(12),
  user_volume_accumulator: address(13),
  bonding_curve_v2: address(14),
  buyback_fee_recipient: address(15),
})
