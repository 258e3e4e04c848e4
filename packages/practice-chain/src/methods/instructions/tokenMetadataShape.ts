import { createHash } from 'node:crypto'
import { type InstructionData, instructionData } from './instructionData.ts'
import { type InstructionShape, present } from './instructionShape.ts'

/** The first eight bytes of a hash of the instruction's name identify it (`spl-token-metadata-interface`). */
const discriminator = (name: string): string =>
  createHash('sha256').update(`spl_token_metadata_interface:${name}`).digest('hex').slice(0, 16)

const both = ['metadata', 'updateAuthority']
const fields = ['name', 'symbol', 'uri']

function field(next: InstructionData): string | undefined {
  const kind = next.u8()
  return kind === 3 ? next.text(4) : fields[kind]
}

function optionalU64(next: InstructionData): bigint | null {
  return next.u8() === 1 ? next.u64() : null
}

const shapes: ReadonlyMap<string, (next: InstructionData) => InstructionShape | undefined> = new Map<
  string,
  (next: InstructionData) => InstructionShape | undefined
>([
  [
    discriminator('initialize_account'),
    next => ({
      type: 'initializeTokenMetadata',
      accounts: [...both, 'mint', 'mintAuthority'],
      info: { name: next.text(4), symbol: next.text(4), uri: next.text(4) },
    }),
  ],
  [
    discriminator('updating_field'),
    next => {
      const changed = field(next)
      if (changed === undefined) return undefined
      return { type: 'updateTokenMetadataField', accounts: both, info: { field: changed, value: next.text(4) } }
    },
  ],
  [
    discriminator('remove_key_ix'),
    next => {
      const idempotent = next.u8() === 1
      return { type: 'removeTokenMetadataKey', accounts: both, info: { idempotent, key: next.text(4) } }
    },
  ],
  [
    discriminator('update_the_authority'),
    next => ({
      type: 'updateTokenMetadataAuthority',
      accounts: both,
      info: { newAuthority: next.nonZeroAddress() },
    }),
  ],
  [
    discriminator('emitter'),
    next => {
      const start = optionalU64(next)
      return {
        type: 'emitTokenMetadata',
        accounts: ['metadata'],
        info: { ...present('start', start), ...present('end', optionalU64(next)) },
      }
    },
  ],
])

/** Parses an instruction on the metadata that a mint carries itself. */
export function tokenMetadataShape(data: Uint8Array): InstructionShape | undefined {
  const next = instructionData(data.subarray(8))
  const shape = shapes.get(Buffer.from(data.subarray(0, 8)).toString('hex'))?.(next)
  return next.isWhole() ? shape : undefined
}
