import { type Address, encodeBase58, nonceAccountAddress, systemProgram, tokenProgram } from '@tern/core'
import { addressBytes, recentBlockhashesSysvar, rentSysvar } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { checkMessage } from '../test/checkMessage.ts'
import { compileMessage, type PlainInstruction, system, u32, u64 } from '../test/compileMessage.ts'

const address = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [wallet, attacker, other] = [1, 2, 3].map(address) as [Address, Address, Address]
const [own, second] = await Promise.all([nonceAccountAddress(wallet, 0), nonceAccountAddress(wallet, 1)])
const attackers = await nonceAccountAddress(attacker, 0)

/** Encodes `createAccountWithSeed` by the layout of the System program. */
const create = ({
  account = own,
  base = wallet,
  by = wallet,
  seed = 'tern-nonce-0',
  seedLength = BigInt(seed.length),
  space = 80n,
  owner = systemProgram,
} = {}) =>
  system(
    [
      ...u32(9),
      ...addressBytes(base),
      ...u64(seedLength),
      ...new TextEncoder().encode(seed),
      ...u64(space),
      ...addressBytes(owner),
    ],
    { address: account, as: 'w' },
    signer(by),
  )
const fund = ({ account = own, from = wallet, lamports = 1_500_000n, more = [] as readonly number[] } = {}) =>
  system(
    [...u32(2), ...u64(lamports), ...more],
    { address: from, as: from === wallet ? 'ws' : 'w' },
    { address: account, as: 'w' },
  )
const initialise = (authority: Address = wallet, account = own) =>
  system(
    [...u32(6), ...addressBytes(authority)],
    { address: account, as: 'w' },
    { address: recentBlockhashesSysvar },
    { address: rentSysvar },
  )
/** An authority other than the wallet does not sign here: the firewall refuses foreign signers before it reads an instruction. */
const signer = (authority: Address) => ({ address: authority, ...(authority === wallet && { as: 's' as const }) })
const advance = (account = own, authority: Address = wallet, more: readonly number[] = []) =>
  system([...u32(4), ...more], { address: account, as: 'w' }, { address: recentBlockhashesSysvar }, signer(authority))
const withdraw = ({ account = own, to = wallet, authority = wallet, more = [] as readonly number[] } = {}) =>
  system(
    [...u32(5), ...u64(1_500_000n), ...more],
    { address: account, as: 'w' },
    { address: to, as: 'w' },
    { address: recentBlockhashesSysvar },
    { address: rentSysvar },
    signer(authority),
  )
const authorise = system(
  [...u32(7), ...addressBytes(attacker)],
  { address: own, as: 'w' },
  { address: wallet, as: 's' },
)

const verdict = (...instructions: readonly PlainInstruction[]) =>
  checkMessage(compileMessage(wallet, instructions).bytes, wallet, [])

describe('the firewall lets through, for the wallet’s own nonce account,', () => {
  it.each<[string, readonly PlainInstruction[]]>([
    ['its opening', [create(), fund(), initialise()]],
    ['its use', [advance()]],
    ['its closing', [withdraw()]],
  ])('%s', async (_, instructions) => {
    expect(await verdict(...instructions)).toBeUndefined()
  })
})

describe('the firewall refuses', () => {
  it.each<[string, readonly PlainInstruction[], string]>([
    ['another nonce account of the wallet', [create({ account: second, seed: 'tern-nonce-1' })], 'not the wallet’s'],
    ['somebody else’s, opened', [create({ account: attackers, base: attacker })], 'not the wallet’s'],
    ['one that another wallet derives', [create({ base: attacker })], 'created for another wallet'],
    ['one that another wallet signs for', [create({ by: attacker }), initialise()], 'for another wallet'],
    ['one that another wallet pays', [create(), fund({ from: attacker }), initialise()], 'out of another wallet'],
    ['one that is given more than it needs', [create(), fund({ lamports: 10_000_001n }), initialise()], '0.01 SOL'],
    ['a gift with something behind it', [create(), fund({ more: [0] }), initialise()], 'malformed'],
    ['lamports for one that is not opened', [fund()], 'a transfer to'],
    ['lamports for one that is opened already', [create(), fund(), initialise(), fund()], 'a transfer to'],
    ['lamports for another', [create(), fund({ account: second }), initialise()], 'a transfer to'],
    ['one of another size', [create({ space: 165n }), initialise()], 'malformed'],
    ['a seed that ends elsewhere than it says', [create({ seedLength: 4n }), initialise()], 'malformed'],
    ['one that anybody could become the owner of', [create()], 'without an owner'],
    ['an owner for one that was not created here', [initialise()], 'not created here'],
    ['another owner', [create(), initialise(attacker)], 'made for another wallet'],
    ['an owner for another account', [create(), initialise(wallet, second)], 'not the wallet’s'],
    ['the use of another’s', [advance(attackers)], 'not the wallet’s'],
    ['its use by another', [advance(own, attacker)], 'another wallet'],
    ['a use with something behind it', [advance(own, wallet, [0])], 'malformed'],
    ['its lamports sent to another', [withdraw({ to: attacker })], 'in favour of another wallet'],
    ['its lamports taken by another', [withdraw({ authority: attacker })], 'another wallet'],
    ['a closing with something behind it', [withdraw({ more: [0] })], 'malformed'],
    ['another authority', [authorise], 'no trade needs'],
    ['one of a token program', [create({ owner: tokenProgram }), initialise()], 'for an unknown program'],
    ['one that another address is made of', [create({ account: other })], 'not the wallet’s'],
  ])('%s', async (_, instructions, reason) => {
    expect(await verdict(...instructions)).toContain(reason)
  })

  it('the use of its own account in a lookup table', async () => {
    const { bytes } = compileMessage(wallet, [advance()], { looked: [own], tail: [1, ...addressBytes(other), 1, 0, 0] })
    expect(await checkMessage(bytes, wallet, [])).toContain('lookup tables')
  })
})
