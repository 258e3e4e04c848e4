import { rentExemption, systemProgram } from '@tern/core'
import { addressBytes, address as addressField, struct } from '@tern/core/internal'
import { mayhemProgram } from '@tern/venues/pumpfun/internal'
import { Script } from '../../effects/script.ts'
import { checkProgram, checkSeeds, checkSigner, checkWritable, nameAccounts } from '../anchor.ts'
import { anchorProgram } from '../anchorProgram.ts'
import { createAccount } from '../tokenCalls.ts'

/** *Modelled*: the real account's layout is not published, and only the mayhem program reads it. */
const stateLayout = struct(
  'MayhemState',
  40,
  { mint: addressField },
  { discriminator: [0xb1, 0xfd, 0xbf, 0x7d, 0xcb, 0x16, 0x86, 0x6b] },
)

/**
 * The account of the program's parameters, in its length on mainnet.
 * *Modelled*: its content is not published, and only the mayhem program reads it.
 */
export const globalParams = new Uint8Array(318)
globalParams.set([0x79, 0xc1, 0xf8, 0x57, 0xc3, 0x38, 0x4c, 0x0b])

/**
 * The discriminator of the call from `create_v2`: payer (signs), global_params, sol_vault, mayhem_state, mint, system.
 */
export const initializeMayhemState = Uint8Array.of(0x9d, 0xbd, 0x5e, 0x48, 0x55, 0x45, 0xcc, 0x2d)

/**
 * The program that trades mayhem coins by itself. Only the part that a launch needs: it registers the coin.
 * `create_v2` mints its tokens, as many as the curve begins with. This program never trades here.
 */
export const mayhem = anchorProgram(mayhemProgram, [
  {
    name: 'InitializeMayhemState',
    discriminator: initializeMayhemState,
    modelledUnits: 20_000,
    execute(invocation) {
      const names = ['payer', 'global_params', 'sol_vault', 'mayhem_state', 'mint', 'system_program'] as const
      const a = nameAccounts(invocation, names)
      checkSigner(a.payer)
      checkSeeds(a.global_params, mayhemProgram, 'global-params')
      checkSeeds(a.sol_vault, mayhemProgram, 'sol-vault')
      const seeds = checkSeeds(a.mayhem_state, mayhemProgram, 'mayhem-state', addressBytes(a.mint.address))
      checkWritable(a.mayhem_state)
      checkProgram(a.system_program, systemProgram)
      const script = new Script()
      const space = stateLayout.size
      const { system_program: system, payer, mayhem_state: account } = a
      createAccount(script, { system, payer, account, owner: mayhemProgram, space, rent: rentExemption(space) }, [
        seeds,
      ])
      return script.write(account.position, 0, stateLayout.encode({ mint: a.mint.address }))
    },
  },
])
