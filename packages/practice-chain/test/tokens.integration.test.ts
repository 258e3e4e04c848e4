import {
  type Address,
  address,
  generateKeyPairSigner,
  getAddressFromPublicKey,
  type KeyPairSigner,
  lamports,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
} from '@solana/kit'
import { getCreateAccountInstruction } from '@solana-program/system'
import {
  getApproveInstruction,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getInitializeMint2Instruction,
  getMintToInstruction,
} from '@solana-program/token'
import { associatedTokenAddress, rentExemption, tokenProgram, wrappedNativeMint } from '@tern/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, startChain } from './rpcClients.ts'

let on: Awaited<ReturnType<typeof startChain>>
let rpc: typeof on.rpc
let payer: KeyPairSigner

beforeAll(async () => {
  on = await startChain()
  rpc = on.rpc
  payer = await on.fundedSigner()
})
afterAll(() => on.chain.close())

const nobody = address('Nobody1111111111111111111111111111111111112')
const token = (symbol: string) => {
  const found = on.chain.world.find(one => one.symbol === symbol)
  if (found === undefined) expect.fail(`no ${symbol}`)
  return found
}
const call = (method: string, ...params: unknown[]) => on.call(method, ...params)

describe('tokens', () => {
  it('are listed by wallet, for a mint or a program', async () => {
    const { mint } = token('GULL')
    const maker = await getAddressFromPublicKey(on.chain.marketMaker.publicKey)
    const { value: one } = await rpc.getTokenAccountsByOwner(maker, { mint }, { encoding: 'jsonParsed' }).send()
    expect(one.map(({ account }) => account.data.parsed.info.mint)).toEqual([mint])
    const program = (programId: Address) =>
      rpc.getTokenAccountsByOwner(maker, { programId }, { encoding: 'base64' }).send()
    // It holds some of every token that is in a pool.
    const inPools = (program: Address) =>
      on.chain.world.filter(one => one.stage === 'pool' && one.program === program).length
    for (const programId of [tokenProgram, token('GULL').program])
      expect((await program(programId)).value.length).toBe(inPools(programId))
    expect(inPools(token('GULL').program)).toBeGreaterThan(1)
    await expectRefusal(program(nobody), SOLANA_ERROR__JSON_RPC__INVALID_PARAMS, /unrecognized Token program id/)
    await expectRefusal(
      rpc.getTokenAccountsByOwner(maker, { mint: nobody }, { encoding: 'base64' }).send(),
      SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
      /could not find mint/,
    )
  })

  it('are listed by delegate', async () => {
    const { mint } = token('KITE')
    const [delegate, mintKey] = [await generateKeyPairSigner(), await generateKeyPairSigner()]
    const rent = lamports(rentExemption(82))
    const ata = await associatedTokenAddress(payer.address, mintKey.address, tokenProgram)
    const owner = payer.address
    const spent = await on.send(payer, [
      getCreateAccountInstruction({
        payer,
        newAccount: mintKey,
        lamports: rent,
        space: 82,
        programAddress: tokenProgram,
      }),
      getInitializeMint2Instruction({ mint: mintKey.address, decimals: 2, mintAuthority: owner }),
      await getCreateAssociatedTokenIdempotentInstructionAsync({ payer, owner, mint: mintKey.address }),
      getMintToInstruction({ mint: mintKey.address, token: ata, mintAuthority: payer, amount: 500n }),
      getApproveInstruction({ source: ata, delegate: delegate.address, owner: payer, amount: 150n }),
    ])
    await on.until(spent)
    const parsed = { encoding: 'jsonParsed' } as const
    const by = async (filter: { mint: Address } | { programId: Address }) =>
      (await rpc.getTokenAccountsByDelegate(delegate.address, filter, parsed).send()).value
    const found = await by({ mint: mintKey.address })
    expect(found).toMatchObject([
      {
        pubkey: ata,
        account: {
          data: {
            parsed: {
              info: {
                delegate: delegate.address,
                delegatedAmount: { amount: '150', uiAmount: 1.5 },
                tokenAmount: { amount: '500' },
              },
            },
          },
        },
      },
    ])
    expect(await by({ programId: tokenProgram })).toEqual(found)
    expect(await by({ programId: token('OTTR').program })).toEqual([])
    expect(await by({ mint })).toEqual([])
    for (const [filter, message] of [
      [{ mint: nobody }, 'Invalid param: could not find mint'],
      [{ mint: token('KITE').pool }, 'Invalid param: Token mint could not be unpacked'],
      [{ programId: nobody }, 'Invalid param: unrecognized Token program id'],
      [{ owner: nobody }, 'Invalid params: unknown variant `owner`, expected `mint` or `programId`.'],
    ])
      for (const method of ['getTokenAccountsByDelegate', 'getTokenAccountsByOwner'])
        expect((await call(method, delegate.address, filter)).error).toEqual({ code: -32602, message })
  })

  it('are shown with their mint’s multiplier', async () => {
    const { mint } = token('GULL')
    const [{ value: supply }, { value: largest }] = await Promise.all([
      rpc.getTokenSupply(mint).send(),
      rpc.getTokenLargestAccounts(mint).send(),
    ])
    expect(supply).toEqual({ amount: '100000000000000', decimals: 6, uiAmount: 1e9, uiAmountString: '1000000000' })
    const [first] = largest
    const { value: balance } = await rpc.getTokenAccountBalance(first?.address ?? nobody).send()
    expect(BigInt(balance.uiAmountString)).toBe(BigInt(balance.amount) / 100_000n)
    const maker = await getAddressFromPublicKey(on.chain.marketMaker.publicKey)
    const { value: held } = await rpc.getTokenAccountsByOwner(maker, { mint }, { encoding: 'jsonParsed' }).send()
    const { amount, uiAmountString } = held[0]?.account.data.parsed.info.tokenAmount ?? expect.fail('none held')
    expect(BigInt(uiAmountString)).toBe(BigInt(amount) / 100_000n)
  })

  it('have balances, a supply and largest holders', async () => {
    const { mint } = token('MOSS')
    const { value: supply } = await rpc.getTokenSupply(mint).send()
    expect(supply).toEqual({ amount: '1000000000000000', decimals: 6, uiAmount: 1e9, uiAmountString: '1000000000' })
    const { value: largest } = await rpc.getTokenLargestAccounts(mint).send()
    expect(largest[0]).toMatchObject({ amount: '350000000000000', uiAmountString: '350000000' })
    const amounts = largest.map(({ amount }) => BigInt(amount))
    expect(amounts).toEqual([...amounts].sort((a, b) => (a > b ? -1 : 1)))
    expect(amounts.reduce((sum, amount) => sum + amount)).toBe(BigInt(supply.amount))
    const [first] = largest
    const { value: balance } = await rpc.getTokenAccountBalance(first?.address ?? nobody).send()
    expect(balance).toEqual({
      amount: '350000000000000',
      decimals: 6,
      uiAmount: 350_000_000,
      uiAmountString: '350000000',
    })
    await expectRefusal(
      rpc.getTokenAccountBalance(nobody).send(),
      SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
      /could not find account/,
    )
    await expectRefusal(
      rpc.getTokenAccountBalance(mint).send(),
      SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
      /not a Token account/,
    )
    await expectRefusal(
      rpc.getTokenSupply(payer.address).send(),
      SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
      /not a Token mint/,
    )
  })
})

describe('the wrapped-native mint', () => {
  it('exists', async () => {
    const account = await rpc.getAccountInfo(wrappedNativeMint, { encoding: 'jsonParsed' }).send()
    expect(account.value?.data).toMatchObject({ parsed: { type: 'mint', info: { decimals: 9 } } })
    expect(await associatedTokenAddress(payer.address, wrappedNativeMint, tokenProgram)).toBeTypeOf('string')
  })
})
