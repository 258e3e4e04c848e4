import { type Address, TernError } from '@tern/core'
import { ByteWriter } from '../bank/byteWriter.ts'

/** Stands for the simulated program itself in a CPI. Anchor's `emit_cpi!` sends events by such a call. */
export const self = 0xff

/** The first bytes of a call that carries an event of Anchor's `emit_cpi!`. */
export const eventTag = Uint8Array.of(0xe4, 0x45, 0xa5, 0x2e, 0x51, 0xcb, 0x9a, 0x1d)

/** An account of a CPI, by its position in the instruction's own accounts. */
export interface CpiAccount {
  readonly position: number
  readonly isWritable?: boolean
  readonly isSigner?: boolean
}

/** A call of another program: its position, its accounts and the instruction's data. */
interface Cpi {
  readonly program: number
  readonly accounts: readonly CpiAccount[]
  readonly data: Uint8Array
}

/** Max bytes of a script: the room for it in the effects program's heap. */
const maxBytes = 0x8000 - 0x4ca8
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
 * The effects of an invocation, in order, in the encoding that the effects program reads.
 * An account is named by its position in the instruction's own accounts. The program of a CPI must be among these
 * accounts.
 * Move lamports after the CPIs: the runtime checks the sum at each CPI.
 * If the runtime refuses an effect, the transaction fails, as it would on chain.
 */
export class Script {
  readonly #written = new ByteWriter(Buffer.allocUnsafe(2_048))
  #waits = false

  /** `true` if the script ends in `await`. No effect can follow. */
  get waits(): boolean {
    return this.#waits
  }

  /** @param signers for each program address that signs: its seeds, bump included. */
  cpi({ program, accounts, data }: Cpi, signers: readonly (readonly Uint8Array[])[] = []): this {
    const written = this.#written.u8(operations.cpi).u8(program).u8(accounts.length).u8(signers.length)
    written.u16(data.length)
    for (const { position, isWritable, isSigner } of accounts)
      written.u8(position).u8((isWritable ? 1 : 0) | (isSigner ? 2 : 0))
    written.fixed(data)
    for (const seeds of signers) {
      written.u8(seeds.length)
      for (const seed of seeds) written.u8(seed.length).fixed(seed)
    }
    return this
  }

  /** Overwrites bytes of an account that the program owns. */
  write(position: number, offset: number, data: Uint8Array): this {
    this.#written.u8(operations.write).u8(position).u16(data.length).u32(offset).fixed(data)
    return this
  }

  /** Takes lamports from an account that the program owns. */
  moveLamports(from: number, to: number, amount: bigint): this {
    this.#written.u8(operations.lamports).u8(from).u8(to).u8(0).u64(amount)
    return this
  }

  /** Writes a line `Program log: …`. */
  log(text: string): this {
    return this.#addBytes(operations.log, Buffer.from(text))
  }

  /** Writes a line `Program data: …`. Anchor's `emit!` writes events this way. */
  logData(data: Uint8Array): this {
    return this.#addBytes(operations.logData, data)
  }

  /** Ends the invocation with a custom error, so the transaction fails. */
  fail(code: number): this {
    this.#head(operations.fail).u64(BigInt(code))
    return this
  }

  /** Ends the invocation like a panic of the program: it fails to complete. */
  panic(): this {
    this.#written.u8(operations.panic)
    return this
  }

  /** Sets the length of an account that the program owns. New bytes are zero. */
  resize(position: number, length: number): this {
    this.#head(operations.resize, position).u32(length)
    return this
  }

  returnData(data: Uint8Array): this {
    return this.#addBytes(operations.returnData, data)
  }

  /** Spins until the invocation has consumed about `units` compute units, CPIs included. */
  consume(units: number): this {
    this.#head(operations.consume).u32(units)
    return this
  }

  /** Gives a zeroed account of the program to a new owner. */
  assign(position: number, owner: Address): this {
    this.#head(operations.assign, position).address(owner)
    return this
  }

  /**
   * Ends this script, but not the invocation. The program is asked again: it gets the accounts after these effects,
   * the last return data, and this note.
   */
  await(note: Uint8Array): this {
    this.#written.u8(operations.await).fixed(note)
    this.#waits = true
    return this
  }

  /** Adds the effects of another script at the end. */
  append(other: Script): this {
    this.#written.fixed(other.#written.view())
    this.#waits = other.#waits
    return this
  }

  /**
   * @returns the encoded script. The bytes stay valid only until the next effect is added.
   * @throws TernError `practice/scriptTooLong` if the effects program's heap cannot hold it.
   */
  bytes(): Uint8Array {
    const bytes = this.#written.view()
    if (bytes.length > maxBytes) throw new TernError('practice/scriptTooLong', { bytes: bytes.length, max: maxBytes })
    return bytes
  }

  #head(operation: number, position = 0): ByteWriter {
    return this.#written.u8(operation).u8(position).u16(0)
  }

  #addBytes(operation: number, data: Uint8Array): this {
    this.#written.u8(operation).u8(0).u16(data.length).fixed(data)
    return this
  }
}
