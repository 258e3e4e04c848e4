import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  partiallySignTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { encodeBase58, isTernError, memoProgram } from '@tern/core'
import { lighthouseProgram } from '@tern/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkTransaction, maxEncodedLength } from './checkTransaction.ts'
import { relayedPrograms } from './relayedPrograms.ts'

const memo = (data: Uint8Array, programAddress: Address = memoProgram): Instruction => ({ programAddress, data })

function messageOf(payer: Address, instruction: Instruction) {
  return pipe(
    createTransactionMessage({ version: 0 }),
    m => setTransactionMessageFeePayer(payer, m),
    m =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: '11111111111111111111111111111111' as Blockhash, lastValidBlockHeight: 1n },
        m,
      ),
    m => appendTransactionMessageInstruction(instruction, m),
  )
}

async function encode(payer: KeyPairSigner, instruction: Instruction, signers: readonly KeyPairSigner[] = [payer]) {
  const compiled = compileTransaction(messageOf(payer.address, instruction))
  const signed = await partiallySignTransaction(
    signers.map(({ keyPair }) => keyPair),
    compiled,
  )
  return { encoded: getBase64EncodedWireTransaction(signed), signature: signed.signatures[payer.address] }
}

const codeOf = (encoded: string) => {
  try {
    checkTransaction(encoded, 3, relayedPrograms)
  } catch (error) {
    if (!isTernError(error)) throw error
    expect(error.facts).toMatchObject({ index: 3 })
    return error.code
  }
}

describe('checkTransaction', async () => {
  const payer = await generateKeyPairSigner()
  const good = await encode(payer, memo(Uint8Array.of(1, 2, 3)))

  it('accepts a signed transaction of known programs, and returns its first signature', () => {
    const checked = checkTransaction(good.encoded, 0, relayedPrograms)
    expect(Buffer.from(checked.bytes).toString('base64')).toBe(good.encoded)
    expect(checked.signature).toBe(encodeBase58(new Uint8Array(good.signature ?? [])))
  })

  it('accepts the largest transaction that fits into a packet', async () => {
    const { encoded } = await encode(payer, memo(new Uint8Array(1059)))
    expect(encoded.length).toBeLessThanOrEqual(maxEncodedLength)
    expect(codeOf(encoded)).toBeUndefined()
  })

  it('F20 refuses a transaction without the fee payer’s signature', async () => {
    expect(codeOf((await encode(payer, memo(Uint8Array.of(1)), [])).encoded)).toBe('relayer/signatureInvalid')
  })

  it('refuses a transaction without another signer’s signature', async () => {
    const other = await generateKeyPairSigner()
    const instruction: Instruction = {
      programAddress: memoProgram,
      accounts: [{ address: other.address, role: AccountRole.READONLY_SIGNER }],
      data: Uint8Array.of(1),
    }
    expect(codeOf((await encode(payer, instruction, [payer])).encoded)).toBe('relayer/signatureInvalid')
    expect(codeOf((await encode(payer, instruction, [payer, other])).encoded)).toBeUndefined()
  })

  it('F20 refuses an unknown program', async () => {
    const stranger = (await generateKeyPairSigner()).address
    expect(codeOf((await encode(payer, memo(Uint8Array.of(1), stranger))).encoded)).toBe('relayer/unknownProgram')
  })

  it('accepts a wallet’s guard instructions', async () => {
    expect(codeOf((await encode(payer, memo(Uint8Array.of(5), lighthouseProgram))).encoded)).toBeUndefined()
  })

  it('refuses a transaction without instructions', async () => {
    const compiled = compileTransaction(
      pipe(
        createTransactionMessage({ version: 0 }),
        m => setTransactionMessageFeePayer(payer.address, m),
        m =>
          setTransactionMessageLifetimeUsingBlockhash(
            { blockhash: '11111111111111111111111111111111' as Blockhash, lastValidBlockHeight: 1n },
            m,
          ),
      ),
    )
    const signed = await partiallySignTransaction([payer.keyPair], compiled)
    expect(codeOf(getBase64EncodedWireTransaction(signed))).toBe('relayer/badTransaction')
  })

  it('accepts accounts from lookup tables', async () => {
    const table = address('AddressLookupTab1e1111111111111111111111111')
    const looked = (await generateKeyPairSigner()).address
    const message = compressTransactionMessageUsingAddressLookupTables(
      messageOf(payer.address, {
        programAddress: memoProgram,
        accounts: [{ address: looked, role: AccountRole.READONLY }],
        data: Uint8Array.of(1),
      }),
      { [table]: [looked] },
    )
    const signed = await partiallySignTransaction([payer.keyPair], compileTransaction(message))
    expect(codeOf(getBase64EncodedWireTransaction(signed))).toBeUndefined()
  })

  it.each([
    ['text', 'not base64 at all!'],
    ['base64url', good.encoded.replaceAll('+', '-').replaceAll('/', '_').replace(/.$/, '_')],
    ['no padding', `${Buffer.from([1, 2]).toString('base64').replaceAll('=', '')}`],
    ['nothing', ''],
    ['zeros', Buffer.alloc(200).toString('base64')],
    ['a byte left over', Buffer.concat([Buffer.from(good.encoded, 'base64'), Buffer.of(0)]).toString('base64')],
  ])('refuses %s', (_, encoded) => {
    expect(codeOf(encoded)).toBe('relayer/badTransaction')
  })

  it('F20 refuses a transaction with any changed bit', () => {
    const bytes = Buffer.from(good.encoded, 'base64')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length * 8 - 1 }), bit => {
        const changed = Buffer.from(bytes)
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(codeOf(changed.toString('base64'))).toMatch(/^relayer\//)
      }),
      { numRuns: 2000 },
    )
  })

  it('answers any bytes with its own error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1300 }), bytes => {
        expect(codeOf(Buffer.from(bytes).toString('base64'))).toMatch(/^relayer\//)
      }),
      { numRuns: 2000 },
    )
  })
})
