import { type Address, addressBytes, TernError } from '@tern/core'

/** A CPI to the simulated program itself: how Anchor's `emit_cpi!` sends an event. */
export const self = 0xff

/** How the data of a call begins that is an event: Anchor's `emit_cpi!`. */
export const eventTag = Uint8Array.of(0xe4, 0x45, 0xa5, 0x2e, 0x51, 0xcb, 0x9a, 0x1d)

/** An account of a CPI: its position in the instruction's own accounts. */
export interface CpiAccount {
  readonly position: number
  readonly isWritable?: boolean
  readonly isSigner?: boolean
}

/** What fits the effects program's heap. */
const longest = 0x8000 - 0x4ca8
export const operations = {
  cpi: 1,
  write: 2,
  lamports: 3,
  log: 4,
  logData: 5,
  fail: 6,
  resize: 7,
  returnData: 8,
  consume: 9,
  assign: 10,
  panic: 11,
  await: 12,
} as const

/**
 * The effects of one invocation, in order, as the effects program reads them. Accounts are named by their position in the
 * instruction's own accounts; a CPI's program must be among them. Move lamports after the CPIs: the runtime checks the sum at
 * each. An effect that the runtime refuses fails the transaction, as it would on chain.
 */
export class Script {
  readonly #parts: Uint8Array[] = []
  #length = 0
  #waits = false

  /** Whether it ends in `await`, behind which nothing can follow. */
  get waits(): boolean {
    return this.#waits
  }

  /** `signers` are the seeds, bump included, of each program address that signs. */
  cpi(
    program: number,
    accounts: readonly CpiAccount[],
    data: Uint8Array,
    signers: readonly (readonly Uint8Array[])[] = [],
  ): this {
    this.#add([operations.cpi, program, accounts.length, signers.length, data.length & 0xff, data.length >> 8])
    for (const { position, isWritable, isSigner } of accounts)
      this.#add([position, (isWritable ? 1 : 0) | (isSigner ? 2 : 0)])
    this.#add(data)
    for (const seeds of signers) {
      this.#add([seeds.length])
      for (const seed of seeds) this.#add([seed.length], seed)
    }
    return this
  }

  /** Overwrites bytes of an account that the program owns. */
  write(position: number, offset: number, data: Uint8Array): this {
    return this.#add([operations.write, position, data.length & 0xff, data.length >> 8], number(offset, 4), data)
  }

  /** Takes lamports from an account that the program owns. */
  moveLamports(from: number, to: number, amount: bigint): this {
    return this.#add([operations.lamports, from, to, 0], number(amount, 8))
  }

  /** One line `Program log: …`. */
  log(text: string): this {
    return this.#addBytes(operations.log, new TextEncoder().encode(text))
  }

  /** One line `Program data: …`: how Anchor's `emit!` writes an event. */
  logData(data: Uint8Array): this {
    return this.#addBytes(operations.logData, data)
  }

  /** Ends the invocation, and with it the transaction, with a custom error. */
  fail(code: number): this {
    return this.#add([operations.fail, 0, 0, 0], number(code, 8))
  }

  /** Ends the invocation as a panic of the program does: it fails to complete. */
  panic(): this {
    return this.#add([operations.panic])
  }

  /** Gives an account that the program owns this length; new bytes are zero. */
  resize(position: number, length: number): this {
    return this.#add([operations.resize, position, 0, 0], number(length, 4))
  }

  returnData(data: Uint8Array): this {
    return this.#addBytes(operations.returnData, data)
  }

  /** Spins until the invocation has consumed about so many compute units, CPIs included. */
  consume(units: number): this {
    return this.#add([operations.consume, 0, 0, 0], number(units, 4))
  }

  /** Gives an account that the program owns, zeroed, to another. */
  assign(position: number, owner: Address): this {
    return this.#add([operations.assign, position, 0, 0], addressBytes(owner))
  }

  /**
   * Ends this script, but not the invocation: the program is asked again, with the accounts as these effects leave them, what
   * was last returned, and this note.
   */
  await(note: Uint8Array): this {
    this.#add([operations.await], note)
    this.#waits = true
    return this
  }

  /** Behind these effects, another script's. */
  append(other: Script): this {
    this.#add(...other.#parts)
    this.#waits = other.#waits
    return this
  }

  /** @throws TernError `practice/scriptTooLong`. */
  bytes(): Uint8Array {
    if (this.#length > longest) throw new TernError('practice/scriptTooLong', { bytes: this.#length, most: longest })
    const bytes = Buffer.allocUnsafe(this.#length)
    let at = 0
    for (const part of this.#parts) {
      bytes.set(part, at)
      at += part.length
    }
    return bytes
  }

  #addBytes(operation: number, data: Uint8Array): this {
    return this.#add([operation, 0, data.length & 0xff, data.length >> 8], data)
  }

  #add(...parts: readonly (readonly number[] | Uint8Array)[]): this {
    for (const part of parts) {
      const bytes = Buffer.from(part)
      this.#parts.push(bytes)
      this.#length += bytes.length
    }
    return this
  }
}

function number(value: number | bigint, size: 4 | 8): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true)
  return bytes.subarray(0, size)
}
