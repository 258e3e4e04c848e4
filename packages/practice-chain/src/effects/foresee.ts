import { hash } from 'node:crypto'
import { type Address, type Clock, encodeBase58 } from '@tern/core'
import { ByteWriter } from '../bank/byteWriter.ts'
import type { SimulatedProgram } from '../programs/simulatedProgram.ts'
import { decide } from './decide.ts'
import { mailbox } from './mailbox.ts'
import { eventTag, operations, self } from './script.ts'
import { absent, assign, expectCall, moveLamports, resize, type Shadow, write } from './shadow.ts'
import type { Invocation, InvocationAccount } from './trap.ts'

/** A script for an expected invocation. */
export interface Foreseen {
  readonly digest: string
  readonly script: Uint8Array
  /** How many invocations of simulated programs come before it. */
  readonly before: number
}

/** A call of a program, by the transaction (height 1) or by another program. */
export interface ForeseenCall extends Call {
  readonly height: number
}

/** The expected invocations of a transaction, and their result. */
export interface Foresight {
  readonly scripts: readonly Foreseen[]
  /** `true` if the transaction is expected to ask for no other script. */
  readonly isWhole: boolean
  /**
   * The expected accounts after the transaction. They are exact if `isWhole` is `true` and the run calls nothing else.
   * A token account with a delegate is an exception: its delegated amount is not tracked.
   */
  readonly accounts: Shadow
  /**
   * Every expected invocation, in the order of their beginning. The list is complete if `isWhole` is `true`.
   * The data stay valid only until the next effect is added to the script they come from.
   */
  readonly calls: readonly ForeseenCall[]
}

/** An account of a call. */
interface CallAccount {
  readonly address: Address
  readonly isSigner: boolean
  readonly isWritable: boolean
}

export interface Call {
  readonly program: Address
  readonly accounts: readonly CallAccount[]
  readonly data: Uint8Array
}

interface Expected {
  readonly programs: ReadonlyMap<Address, SimulatedProgram>
  readonly clock: Clock
  /** The accounts as the transaction finds them, after its fee was paid. */
  readonly accounts: Shadow
  readonly instructions: readonly Call[]
}

/**
 * Max bytes of an account's data that a program sees. A larger account appears as empty, also in the invocation's
 * digest.
 */
const maxData = 10_240

/**
 * Predicts the scripts that a transaction asks for, without running it.
 * A wrong prediction only costs time: a script is stored under the digest of everything that decides it, so nothing
 * finds a wrong script.
 */
export function foresee({ programs, clock, accounts, instructions }: Expected): Foresight {
  const foreseen: Foreseen[] = []
  const calls: ForeseenCall[] = []
  let invocations = 0

  /** Applies the call's expected effects. `false` if they are not known, or if the transaction ends there. */
  function expect(call: ForeseenCall): boolean {
    calls.push(call)
    const program = programs.get(call.program)
    if (program === undefined) {
      const { epoch } = clock
      const plain = {
        program: call.program,
        accounts: call.accounts.map(({ address }) => address),
        data: call.data,
        epoch,
      }
      return expectCall(accounts, plain)
    }
    const before = invocations++
    if (isEvent(call.data)) return true
    if (call.accounts.some(({ address }) => address === mailbox)) return false
    const { digest, invocation } = nameInvocation(call, accounts)
    const script = decide(program, invocation, clock)
    foreseen.push({ digest, script, before })
    return perform(call, script)
  }

  function perform(call: ForeseenCall, script: Uint8Array): boolean {
    const view = new DataView(script.buffer, script.byteOffset, script.length)
    const addressAt = (position: number) => call.accounts[script[position] as number]?.address ?? mailbox
    for (let at = 0; at < script.length; ) {
      switch (script[at]) {
        case operations.cpi: {
          const [program = 0, metas = 0, signers = 0] = script.subarray(at + 1, at + 4)
          const data = at + 6 + 2 * metas
          const end = data + view.getUint16(at + 4, true)
          const listed = Array.from({ length: metas }, (_, i) => {
            const flags = script[at + 7 + 2 * i] as number
            return { address: addressAt(at + 6 + 2 * i), isWritable: (flags & 1) !== 0, isSigner: (flags & 2) !== 0 }
          })
          const address = program === self ? call.program : addressAt(at + 1)
          const called = {
            program: address,
            accounts: listed,
            data: script.subarray(data, end),
            height: call.height + 1,
          }
          if (!expect(called)) return false
          at = behindSeeds(script, end, signers)
          break
        }
        case operations.write: {
          const end = at + 8 + view.getUint16(at + 2, true)
          if (
            !write(accounts, addressAt(at + 1), {
              offset: view.getUint32(at + 4, true),
              bytes: script.subarray(at + 8, end),
            })
          )
            return false
          at = end
          break
        }
        case operations.lamports:
          moveLamports(accounts, {
            from: addressAt(at + 1),
            to: addressAt(at + 2),
            lamports: view.getBigUint64(at + 4, true),
          })
          at += 12
          break
        case operations.log:
        case operations.logData:
        case operations.returnData:
          at += 4 + view.getUint16(at + 2, true)
          break
        case operations.resize:
          resize(accounts, addressAt(at + 1), view.getUint32(at + 4, true))
          at += 8
          break
        case operations.consume:
          at += 8
          break
        case operations.assign:
          assign(accounts, addressAt(at + 1), encodeBase58(script.subarray(at + 4, at + 36)) as Address)
          at += 36
          break
        default:
          return false
      }
    }
    return true
  }

  try {
    const isWhole = instructions.every(({ program, accounts, data }) => expect({ program, accounts, data, height: 1 }))
    return { scripts: foreseen, isWhole, accounts, calls }
  } catch {
    // Some account does not fit its call. The run itself shows the result.
    return { scripts: foreseen, isWhole: false, accounts, calls }
  }
}

function isEvent(data: Uint8Array): boolean {
  return eventTag.every((byte, i) => data[i] === byte)
}

function behindSeeds(script: Uint8Array, start: number, signers: number): number {
  let at = start
  for (let signer = 0; signer < signers; signer++) {
    const seeds = script[at++] as number
    for (let seed = 0; seed < seeds; seed++) at += 1 + (script[at] as number)
  }
  return at
}

const named = new ByteWriter()

/** Builds the invocation as the effects program reports it, with the same digest that `effects.c` computes. */
function nameInvocation(
  { program, accounts, data }: Call,
  shadow: Shadow,
): { readonly digest: string; readonly invocation: Invocation } {
  const distinct = new Map<Address, { position: number; isSigner: boolean; isWritable: boolean }>()
  for (const { address, isSigner, isWritable } of accounts) {
    const known = distinct.get(address)
    if (known === undefined) distinct.set(address, { position: distinct.size, isSigner, isWritable })
    else {
      known.isSigner ||= isSigner
      known.isWritable ||= isWritable
    }
  }
  const given: InvocationAccount[] = []
  named.clear().address(program).fixed(data)
  named.fixed(Uint8Array.from(accounts, ({ address }) => distinct.get(address)?.position ?? 0))
  for (const length of [data.length, accounts.length, 0, 0]) named.u64(BigInt(length))
  for (const [address, { isSigner, isWritable }] of distinct) {
    const { owner, lamports, executable, data: held } = shadow.get(address) ?? absent
    const shown = executable || held.length > maxData ? absent.data : held
    given.push({ address, owner, lamports, isSigner, isWritable, isExecutable: executable, data: shown })
    named
      .u8(0xff)
      .u8(isSigner ? 1 : 0)
      .u8(isWritable ? 1 : 0)
      .u8(executable ? 1 : 0)
      .u32(0)
    named.address(address).address(owner)
    named.u64(BigInt.asUintN(64, lamports)).u64(BigInt(held.length)).fixed(shown)
  }
  const digest = hash('sha256', named.view(), 'hex')
  const byPosition = accounts.map(({ address }) => given[distinct.get(address)?.position ?? 0] as InvocationAccount)
  return { digest, invocation: { program, data, accounts: byPosition } }
}
