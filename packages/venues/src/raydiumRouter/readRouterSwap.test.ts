import { type Address, memoProgram } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import golden from '../../fixtures/raydiumRouter/goldenInstructions.json' with { type: 'json' }
import { readEffects } from '../effects/index.ts'
import { poolPrograms, program } from './addresses.ts'

type Name = keyof typeof golden.instructions
const names = Object.keys(golden.instructions) as Name[]
/** The program refuses the form of Raydium's own client for stable pools. */
const readable = names.filter(name => !name.startsWith('router.local') || !name.includes('stable'))

const instructionOf = (name: Name) => {
  const { accounts, data } = golden.instructions[name]
  return {
    program,
    accounts: accounts.map(([, address]) => address as Address),
    data: Uint8Array.from(Buffer.from(data, 'hex')),
    roleOf: new Map(accounts.map(([role, address]) => [address as string, `${role}`])),
  }
}

describe('the effects of a route', () => {
  it.each(readable)('are the input of its first hop and the output of its last hop: %s', name => {
    const { roleOf, ...instruction } = instructionOf(name)
    const isExactIn = name.includes('exactIn')
    const read = readEffects(instruction) ?? expect.fail('not read')
    const role = (address: string) => roleOf.get(address)
    expect(read).toMatchObject({ kind: 'swap', mode: isExactIn ? 'exactIn' : 'exactOut', programFee: 0n })
    expect(read.walletPlaces.map(place => role(`${instruction.accounts[place]}`))).toEqual(['wallet'])
    const [take = expect.fail(), bring = expect.fail()] = [read.takes[0], read.brings[0]]
    expect([role(take.account), role(take.mint), take.max]).toEqual(['userIn', 'mintIn', isExactIn ? 1_000n : 1_100n])
    expect([role(bring.account), role(bring.mint), bring.min]).toEqual(['userOut', 'mintOut', isExactIn ? 900n : 950n])
    expect(read.opens.map(({ mint }) => role(`${mint}`)).sort()).toEqual(['mintMid', 'mintOut'])
    for (const one of [take.account, take.mint, bring.account, bring.mint, ...read.opens.map(({ account }) => account)])
      expect(read.named).toContain(one)
  })

  it('are not read of a route with an account or a byte more or less, or with another program of a pool', () => {
    for (const name of readable.filter(one => !one.includes('clmm'))) {
      const { program, accounts, data } = instructionOf(name)
      const read = (change: Partial<{ accounts: readonly Address[]; data: Uint8Array }>) =>
        readEffects({ program, accounts, data, ...change })
      for (const [at, account] of accounts.entries()) {
        expect(read({ accounts: accounts.toSpliced(at, 1) }), `without ${at}`).toBeUndefined()
        expect(read({ accounts: accounts.toSpliced(at, 0, memoProgram) }), `more at ${at}`).toBeUndefined()
        expect(read({ accounts: accounts.toSpliced(at, 1, poolPrograms.clmm) }), `a pool at ${at}`).toBeUndefined()
        if (Object.values(poolPrograms).includes(account))
          expect(read({ accounts: accounts.toSpliced(at, 1, memoProgram) }), `no pool at ${at}`).toBeUndefined()
      }
      expect(read({ data: data.slice(0, -1) })).toBeUndefined()
      expect(read({ data: Uint8Array.of(...data, 0) })).toBeUndefined()
      for (const tag of [2, 4, 5, 255]) expect(read({ data: Uint8Array.of(tag, ...data.slice(1)) })).toBeUndefined()
    }
  })

  it('name the paying account, after any other change', () => {
    const all = fc.constantFrom(...readable)
    fc.assert(
      fc.property(all, fc.nat(60), fc.nat(60), (name, from, to) => {
        const { program, accounts, data } = instructionOf(name)
        const moved = accounts.with(to % accounts.length, accounts[from % accounts.length] as Address)
        const read = readEffects({ program, accounts: moved, data })
        if (read === undefined) return
        const [take, bring] = [read.takes[0], read.brings[0]]
        expect(take?.account).not.toBe(bring?.account)
        expect(moved).toContain(take?.account)
        expect(read.opens.map(({ account }) => account)).not.toContain(take?.account)
      }),
    )
  })
})
