import type { AccountRole } from '@solana/kit'
import { type Address, type Clock, encodeBase58, systemProgram } from '@tern/core'
import { createVirtualMachine, type Run, type VirtualMachine } from '../src/bank/virtualMachine.ts'
import { effectsProgram } from '../src/effects/effectsProgram.ts'
import { runScripted } from '../src/effects/runScripted.ts'
import type { Script } from '../src/effects/script.ts'
import type { Invocation } from '../src/effects/trap.ts'
import type { SimulatedProgram } from '../src/programs/simulatedProgram.ts'
import { type Instruction, newSigner, sign } from './transactions.ts'

const addressOf = (fill: number): Address => encodeBase58(new Uint8Array(32).fill(fill)) as Address
export const [venue, otherVenue, stranger] = [addressOf(11), addressOf(12), addressOf(13)]
export const [pool, record] = [addressOf(21), addressOf(22)]
const blockhash = addressOf(99)
const clock: Clock = { slot: 5n, unixTimestamp: 1_000n, epoch: 0n }
export const sol = 1_000_000_000n

type Decide = (invocation: Invocation) => Script

/** A machine with simulated programs, a payer, and an account of `venue` with 100 bytes of value 7. */
export async function openMachine(programs: Readonly<Record<Address, Decide>>) {
  const vm = createVirtualMachine(432_000n)
  const simulated = new Map<Address, SimulatedProgram>()
  for (const [address, decide] of Object.entries(programs) as [Address, Decide][]) {
    vm.addProgram(address, effectsProgram)
    simulated.set(address, { address, execute: decide })
  }
  const payer = await newSigner()
  const put = (address: Address, owner: Address, lamports: bigint, data = new Uint8Array()) =>
    vm.setAccount(address, { owner, lamports, executable: false, data })
  put(payer.address, systemProgram, 100n * sol)
  put(pool, venue, sol, new Uint8Array(100).fill(7))
  const run = async (instructions: readonly Instruction[], between: () => void = () => undefined): Promise<Run> => {
    const wire = await sign(blockhash, [payer], instructions)
    const attempt = (signatures: 'verify' | 'ignore') => {
      const result = vm.send(wire, signatures)
      between()
      return result
    }
    const before = vm.account(payer.address)
    const undo = () => before && vm.setAccount(payer.address, before)
    return runScripted({ vm, programs: simulated, clock, attempt, undo }, 'verify')
  }
  return { vm, payer, put, run }
}

/** Builds a call with these accounts, and with a byte of data or several. */
export const call = (
  programAddress: Address,
  data: number | Uint8Array,
  ...accounts: readonly (readonly [Address, AccountRole])[]
): Instruction => ({
  programAddress,
  accounts: accounts.map(([address, role]) => ({ address, role })),
  data: typeof data === 'number' ? Uint8Array.of(data) : data,
})

export const dataOf = (vm: VirtualMachine, address: Address): Uint8Array =>
  vm.account(address)?.data ?? new Uint8Array()
