import {
  type Address,
  associatedTokenProgram,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { maxTokenAccountSize } from '@tern/core/internal'
import type { InstructionEffects, NamedInstruction, SwapMode } from '../effects/instructionEffects.ts'
import { type PoolKind, poolKindOf } from './addresses.ts'

/** The wallet's part in a hop. */
interface ReadHop {
  readonly program: Address
  readonly kind: PoolKind
  readonly accountIn: Address | undefined
  readonly accountOut: Address
  readonly mintIn: Address
  readonly mintOut: Address
}

const head = [tokenProgram, token2022Program, associatedTokenProgram, systemProgram]
/** The place of the wallet, after the programs. */
const walletPlace = head.length
/** Number of a pool's accounts. A concentrated pool's tick arrays follow. */
const lengths: Readonly<Record<PoolKind, readonly number[]>> = { clmm: [7], cpmm: [6], ammV4: [13], stable: [14] }
const maxHops = 3

/**
 * Reads the effects of a route on the wallet. The route takes from the first hop's account, and brings to the last hop's account. The
 * wallet's middle accounts keep their balance. The program opens a missing middle account, and closes it again.
 *
 * The program finds a hop by the address of a pool's program. So the reader refuses this address anywhere else, and counts the accounts
 * of every hop. Otherwise an exact output could take the middle token instead of the first.
 *
 * @returns `undefined` for a malformed instruction.
 */
export function readRouterSwap({ program, accounts, data }: NamedInstruction): InstructionEffects | undefined {
  const mode = modes[data[0] ?? -1]
  if (mode === undefined || data.length < 17 || head.some((one, i) => accounts[i] !== one)) return undefined
  const read = hopsOf(accounts, mode)
  if (read === undefined) return undefined
  const hops = mode === 'exactIn' ? read : read.toReversed()
  const [first, last] = [hops[0] as ReadHop, hops.at(-1) as ReadHop]
  const [source, destination] =
    mode === 'exactIn'
      ? [accounts[walletPlace + 1] as Address, accounts[walletPlace + 2] as Address]
      : [first.accountIn as Address, last.accountOut]
  const concentrated = hops.filter(({ kind }) => kind === 'clmm').length
  const isChain = hops.every((hop, n) => {
    const next = hops[n + 1]
    if (next === undefined) return hop.accountOut === destination
    return next.mintIn === hop.mintOut && (next.accountIn === undefined || next.accountIn === hop.accountOut)
  })
  const own = [source, ...hops.map(({ accountOut }) => accountOut)]
  if (!isChain || new Set(own).size !== own.length || data.length !== 17 + 16 * concentrated) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const [one, other] = [view.getBigUint64(1, true), view.getBigUint64(9, true)]
  const wallet = accounts[walletPlace] as Address
  return {
    ...{ program, instruction: mode === 'exactIn' ? 'route_swap_base_in' : 'route_swap_base_out', kind: 'swap', mode },
    ...{ walletPlaces: [walletPlace], otherWalletPlaces: [], walletsInData: [], mints: [] },
    named: [...head, wallet, ...own, ...hops.flatMap(({ program, mintIn, mintOut }) => [program, mintIn, mintOut])],
    takes: [{ account: source, mint: first.mintIn, max: one }],
    brings: [{ account: destination, mint: last.mintOut, min: other }],
    opens: hops.map(({ accountOut: account, mintOut: mint }) => ({
      ...{ account, owner: wallet, payer: wallet, maxRent: rentExemption(maxTokenAccountSize), mint },
    })),
    ...{ closes: [], programFee: 0n, signs: [] },
  }
}

const modes: readonly SwapMode[] = ['exactIn', 'exactOut']

/** Reads the hops in the order of the instruction. */
function hopsOf(accounts: readonly Address[], mode: SwapMode): readonly ReadHop[] | undefined {
  const begin = mode === 'exactIn' ? walletPlace + 3 : walletPlace + 1
  const starts = accounts.flatMap((account, i) => (poolKindOf(account) === undefined ? [] : [i]))
  if (starts[0] !== begin || starts.length > maxHops) return undefined
  const hops = starts.map((start, n): ReadHop | undefined => {
    const own = accounts.slice(start, starts[n + 1] ?? accounts.length)
    const program = own[0] as Address
    const kind = poolKindOf(program) as PoolKind
    const sides = own.slice(1, mode === 'exactIn' ? 4 : 5)
    const rest = own.length - 1 - sides.length
    const isWhole = kind === 'clmm' ? rest > (lengths.clmm[0] as number) : lengths[kind].includes(rest)
    if (!isWhole) return undefined
    const [mintOut, mintIn, accountOut, accountIn] = sides.toReversed() as [Address, Address, Address, Address?]
    return { program, kind, accountIn, accountOut, mintIn, mintOut }
  })
  return hops.every(hop => hop !== undefined) ? hops : undefined
}
