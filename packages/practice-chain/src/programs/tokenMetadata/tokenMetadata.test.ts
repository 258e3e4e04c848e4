import { AccountRole } from '@solana/kit'
import {
  type Address,
  decodeMetadata,
  metadataAddress,
  metadataProgram,
  rentExemption,
  systemProgram,
  tokenProgram,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { openBank } from '../../../test/openBank.ts'
import { type Instruction, newSigner, sign } from '../../../test/transactions.ts'
import { encodeMint } from '../../world/tokenAccounts.ts'
import { encodeCreateMetadata, type NewMetadata } from './layout.ts'

const { READONLY, READONLY_SIGNER, WRITABLE, WRITABLE_SIGNER } = AccountRole
const text = { name: 'Arctic Tern', symbol: 'TERN', uri: 'https://practice.tern.invalid/tern.json', isMutable: true }

async function open() {
  const { bank, payer } = await openBank()
  const mint = (await newSigner()).address
  const data = encodeMint(5n, 6, payer.address)
  bank.setAccount(mint, { owner: tokenProgram, lamports: rentExemption(82), executable: false, data })
  const metadata = await metadataAddress(mint)
  const create = (created: NewMetadata, change: { metadata?: Address; authority?: AccountRole } = {}): Instruction => ({
    programAddress: metadataProgram,
    accounts: [
      { address: change.metadata ?? metadata, role: WRITABLE },
      { address: mint, role: READONLY },
      { address: payer.address, role: change.authority ?? READONLY_SIGNER },
      { address: payer.address, role: WRITABLE_SIGNER },
      { address: payer.address, role: READONLY },
      { address: systemProgram, role: READONLY },
    ],
    data: encodeCreateMetadata(created),
  })
  const submit = async (instruction: Instruction) => {
    const wire = await sign(bank.latestBlockhash().blockhash, [payer], [instruction])
    const result = await bank.submit(wire, { preflight: 'skip' })
    const record = result.accepted ? bank.transaction(result.signature) : null
    await bank.tick()
    return record?.err
  }
  return { bank, payer, mint, metadata, create, submit }
}

const custom = (code: number) => ({ InstructionError: [0, { Custom: code }] })

describe('token metadata', () => {
  it('has Metaplex’s layout: the texts padded, the fee in the account and flagged', async () => {
    const { bank, payer, mint, metadata, create, submit } = await open()
    expect(await submit(create(text))).toBe(null)
    const account = bank.account(metadata)
    if (account === null) throw new TypeError('no metadata')
    expect(account.lamports).toBe(15_115_600n)
    expect(account.data).toHaveLength(607)
    expect(decodeMetadata(metadata, account)).toEqual({
      address: metadata,
      updateAuthority: payer.address,
      mint,
      name: text.name,
      symbol: text.symbol,
      uri: text.uri,
      sellerFeeBasisPoints: 0,
      creators: [],
      primarySaleHappened: false,
      isMutable: true,
    })
    // Key, two addresses, three padded texts, the fee, no creators, not sold, mutable, then the edition's bump and its
    // kind.
    const behind = 1 + 64 + 36 + 14 + 204 + 2 + 1 + 1 + 1
    expect([...account.data.subarray(behind, behind + 2)]).toEqual([1, expect.any(Number)])
    expect([...account.data.subarray(behind + 2, behind + 4)]).toEqual([1, 2])
    expect(account.data.at(-1)).toBe(1)
    expect(account.data.subarray(33, 65)).toEqual(addressBytes(mint))
    expect(await submit(create({ ...text, isMutable: false }))).toEqual(custom(3))
  })

  it('is refused under another address, without the mint’s authority, and with a text that is too long', async () => {
    const { mint, create, submit } = await open()
    expect(await submit(create(text, { metadata: mint }))).toEqual(custom(5))
    expect(await submit(create({ ...text, name: 'x'.repeat(33) }))).toEqual(custom(11))
    expect(await submit(create({ ...text, symbol: 'x'.repeat(11) }))).toEqual(custom(12))
    expect(await submit(create({ ...text, uri: 'x'.repeat(201) }))).toEqual(custom(13))
    const { data = new Uint8Array(), ...rest } = create(text)
    expect(await submit({ ...rest, data: data.subarray(0, 9) })).toEqual({
      InstructionError: [0, 'InvalidInstructionData'],
    })
  })
})
