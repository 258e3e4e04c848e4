import {
  associatedTokenAddress,
  systemProgram,
  token2022Program,
  tokenProgram,
  usdcMint,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes, recentBlockhashesSysvar, rentSysvar } from '@tern/core/internal'
import { encodeBuyExactSolIn, encodeSell } from '@tern/venues/pumpfun/internal'
import { program as cpmm } from '@tern/venues/raydiumCpmm'
import { u64 } from '../test/compileMessage.ts'
import {
  advance,
  bonk,
  close,
  describeMutations,
  instruction,
  jito,
  type MessageKind,
  nonce,
  own,
  parts,
  recipient,
  send,
  usdc,
} from '../test/mutations.ts'
import { amountOf, lpMint, minimumOf, pool, termsWith } from '../test/placements.ts'
import { feeWallet, mint, onCurve, openTokenAccount, plain, SOL, transfer, wallet } from '../test/trades.ts'

const none = { rent: 0n, programFee: 0n, networkFee: 5_000n, tip: 0n, tradeFee: 0n }
const native = (max: bigint) => amountOf(wrappedNativeMint, max)
const theirUsdc = await associatedTokenAddress(recipient, usdcMint, tokenProgram)
const openUsdc = openTokenAccount(theirUsdc, usdcMint, { owner: recipient })

const wrapped = await associatedTokenAddress(wallet, wrappedNativeMint, tokenProgram)
const wrap = [
  openTokenAccount(wrapped, wrappedNativeMint),
  transfer(wrapped, SOL),
  instruction(tokenProgram, [17], { address: wrapped, as: 'w' }),
]
const sysvars = [{ address: recentBlockhashesSysvar }, { address: rentSysvar }]
const seed = new TextEncoder().encode('tern-nonce-0')
const openNonce = [
  instruction(
    systemProgram,
    [9, 0, 0, 0, ...addressBytes(wallet), ...u64(12n), ...seed, ...u64(80n), ...addressBytes(systemProgram)],
    { address: nonce, as: 'w' },
    { address: wallet, as: 's' },
  ),
  transfer(nonce, 1_500_000n),
  instruction(systemProgram, [6, 0, 0, 0, ...addressBytes(wallet)], { address: nonce, as: 'w' }, ...sysvars),
]
const closeNonce = instruction(
  systemProgram,
  [5, 0, 0, 0, ...u64(1_500_000n)],
  { address: nonce, as: 'w' },
  { address: wallet, as: 'w' },
  ...sysvars,
  { address: wallet, as: 's' },
)
const created = {
  ...parts.depositTerms,
  receive: [minimumOf(lpMint, 0n)],
  lamports: { ...parts.depositTerms.lamports, programFee: 150_000_000n },
}

/** A message of each kind, with its terms. */
const kinds: readonly MessageKind[] = [
  [
    'a buy with a fee and a tip',
    [
      transfer(feeWallet, SOL / 100n),
      openTokenAccount(own, mint, { program: token2022Program }),
      plain(encodeBuyExactSolIn(onCurve(own), SOL, 5_000n)),
      transfer(jito, 7n),
    ],
    termsWith({
      spend: [native(SOL)],
      receive: [minimumOf(mint, 5_000n, token2022Program)],
      lamports: { ...none, tip: 7n, tradeFee: SOL / 100n },
    }),
  ],
  [
    'a sale by a nonce',
    [advance, plain(encodeSell(onCurve(own), 5_000n, SOL, 'creator'))],
    termsWith({
      spend: [amountOf(mint, 5_000n, token2022Program)],
      receive: [minimumOf(wrappedNativeMint, SOL)],
      lifetime: 'nonce',
    }),
  ],
  [
    'a sale through a temporary account',
    await parts.swap(mint, 9n, 8n),
    termsWith({ spend: [amountOf(mint, 9n)], receive: [minimumOf(wrappedNativeMint, 8n)] }),
  ],
  ['a deposit', parts.deposit(), parts.depositTerms],
  ['a new pool', parts.create(), created],
  [
    'a new pool at a fresh address',
    parts.create(true),
    { ...created, cosigners: [pool], lamports: { ...created.lamports, networkFee: 10_000n } },
  ],
  ['wrapped SOL', wrap, termsWith({ lamports: { ...none, rent: 2_039_280n } })],
  ['SOL that is unwrapped', [close(wrapped)], termsWith({ closes: [wrapped] })],
  ['a nonce account', openNonce, termsWith({ lamports: { ...none, rent: 1_500_000n } })],
  ['the end of a nonce account', [closeNonce], termsWith({})],
  [
    'a withdrawal from a pool',
    parts.withdraw({}, 90n, [4n, 5n]),
    termsWith({
      spend: [amountOf(lpMint, 90n)],
      receive: [minimumOf(wrappedNativeMint, 4n), minimumOf(mint, 5n, token2022Program)],
      into: { program: cpmm, account: pool },
    }),
  ],
  ['a withdrawal of SOL', [transfer(recipient, 7n)], termsWith({ spend: [native(7n)], recipient })],
  [
    'a withdrawal of tokens',
    [openUsdc, send({ from: usdc, of: usdcMint, to: theirUsdc }, 7n)],
    termsWith({ spend: [amountOf(usdcMint, 7n)], recipient }),
  ],
  ['a reclaim', [close(usdc), close(bonk)], termsWith({ closes: [usdc, bonk] })],
  ['the use of a nonce', [advance], termsWith({ lifetime: 'nonce' })],
]

describeMutations(kinds, 300)
