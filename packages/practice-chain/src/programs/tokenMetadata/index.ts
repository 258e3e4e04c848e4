import { metadataProgram, rentExemption, systemProgram, TernError } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import { nameAccounts, readMint } from '../anchor.ts'
import { findProgramAddress } from '../findProgramAddress.ts'
import type { SimulatedProgram } from '../simulatedProgram.ts'
import { transferLamports } from '../tokenCalls.ts'
import { decodeCreateMetadata, encodeMetadataAccount, longestTexts, metadataSize } from './layout.ts'

/** Metaplex's fee for a metadata account, in addition to its rent. */
const createFee = 10_000_000n
/** *Modelled*: compute units of a success. */
const modelledUnits = 40_000
/** The runtime's `InvalidInstructionData`. */
const invalidInstructionData = 3 * 2 ** 32

/** `MetadataError` (mpl-token-metadata, error.rs). */
const errors = {
  AlreadyInitialized: [3, 'Already initialized'],
  InvalidMetadataKey: [5, "Metadata's key must match seed of ['metadata', program id, mint] provided"],
  InvalidMintAuthority: [10, 'Mint authority provided does not match the authority on the mint'],
  NameTooLong: [11, 'Name too long'],
  SymbolTooLong: [12, 'Symbol too long'],
  UriTooLong: [13, 'URI too long'],
} as const

function refuse(name: keyof typeof errors): never {
  const [code, message] = errors[name]
  throw new TernError('practice/programFailed', { code, logs: [message] })
}

const names = ['metadata', 'mint', 'mint_authority', 'payer', 'update_authority', 'system_program'] as const

/** `CreateMetadataAccountV3` of a fungible token without creators and collection. Other instructions are invalid. */
function execute(invocation: Invocation): Script {
  const created = decodeCreateMetadata(invocation.data)
  if (created === undefined) throw new TernError('practice/programFailed', { code: invalidInstructionData, logs: [] })
  const {
    metadata,
    mint,
    mint_authority,
    payer,
    update_authority,
    system_program: system,
  } = nameAccounts(invocation, names)
  const base = [Buffer.from('metadata'), addressBytes(metadataProgram), addressBytes(mint.address)]
  const { address, seeds } = findProgramAddress(metadataProgram, base)
  const edition = findProgramAddress(metadataProgram, [...base, Buffer.from('edition')])
  if (metadata.address !== address) refuse('InvalidMetadataKey')
  if (metadata.owner !== systemProgram) refuse('AlreadyInitialized')
  if (!mint_authority.isSigner || readMint(mint).mintAuthority !== mint_authority.address)
    refuse('InvalidMintAuthority')
  if (Buffer.byteLength(created.name) > longestTexts.name) refuse('NameTooLong')
  if (Buffer.byteLength(created.symbol) > longestTexts.symbol) refuse('SymbolTooLong')
  if (Buffer.byteLength(created.uri) > longestTexts.uri) refuse('UriTooLong')

  const script = new Script().log('IX: Create Metadata Accounts v3')
  transferLamports(script, system, { from: payer, to: metadata, lamports: rentExemption(metadataSize) + createFee })
  const own = [{ position: metadata.position, isWritable: true, isSigner: true }]
  const space = new Uint8Array(8)
  new DataView(space.buffer).setBigUint64(0, BigInt(metadataSize), true)
  script.log('Allocate space for the account')
  script.cpi({ program: system.position, accounts: own, data: Buffer.concat([Uint8Array.of(8, 0, 0, 0), space]) }, [
    seeds,
  ])
  script.log('Assign the account to the owning program')
  script.cpi(
    {
      program: system.position,
      accounts: own,
      data: Buffer.concat([Uint8Array.of(1, 0, 0, 0), addressBytes(metadataProgram)]),
    },
    [seeds],
  )
  const bump = edition.seeds.at(-1)?.[0] ?? 0
  script.write(
    metadata.position,
    0,
    encodeMetadataAccount(created, {
      mint: mint.address,
      updateAuthority: update_authority.address,
      editionBump: bump,
    }),
  )
  return script.consume(modelledUnits)
}

/** Metaplex's token metadata, as far as a launch needs it. */
export const tokenMetadata: SimulatedProgram = { address: metadataProgram, execute }
