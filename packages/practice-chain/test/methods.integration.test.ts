import { zstdDecompressSync } from 'node:zlib'
import {
  type Address,
  address,
  type Base58EncodedBytes,
  generateKeyPairSigner,
  getAddressFromPublicKey,
  type KeyPairSigner,
  lamports,
  type Signature,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  associatedTokenAddress,
  decodeBase58,
  encodeBase64,
  rentExemption,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { program as cpmmProgram, poolStateLayout } from '@tern/venues/raydiumCpmm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, post, sol, startChain } from './rpcClients.ts'

let on: Awaited<ReturnType<typeof startChain>>
let rpc: typeof on.rpc
let payer: KeyPairSigner
/** A transfer of 1 SOL that has landed. */
let transfer: Signature
let receiver: Address

beforeAll(async () => {
  on = await startChain()
  rpc = on.rpc
  payer = await on.fundedSigner()
  receiver = (await generateKeyPairSigner()).address
  transfer = await on.send(payer, [transferTo(receiver, sol)])
  await on.until(transfer)
})
afterAll(() => on.chain.close())

const transferTo = (destination: Address, amount: bigint) =>
  getTransferSolInstruction({ source: payer, destination, amount: lamports(amount) })
const nobody = address('Nobody1111111111111111111111111111111111112')
const token = (symbol: string) => {
  const found = on.chain.world.find(one => one.symbol === symbol)
  if (found === undefined) expect.fail(`no ${symbol}`)
  return found
}
const call = (method: string, ...params: unknown[]) => on.call(method, ...params)

describe('the chain itself', () => {
  it('names itself and never as a cluster', async () => {
    const version = (await call('getVersion')).result
    expect(version).toEqual({
      'solana-core': expect.any(String),
      'feature-set': expect.any(Number),
      'tern-practice': expect.any(String),
    })
    const genesis = await rpc.getGenesisHash().send()
    expect(decodeBase58(genesis).length).toBe(32)
    expect(genesis).toBe(on.chain.genesisHash)
    expect(decodeBase58((await rpc.getIdentity().send()).identity).length).toBe(32)
    expect(await rpc.getHealth().send()).toBe('ok')
  })

  it('moves on, finalized 32 slots behind', async () => {
    const processed = await rpc.getSlot({ commitment: 'processed' }).send()
    const confirmed = await rpc.getSlot({ commitment: 'confirmed' }).send()
    const height = await rpc.getBlockHeight({ commitment: 'processed' }).send()
    expect(confirmed).toBeGreaterThanOrEqual(processed - 1n)
    expect(height).toBeGreaterThan(0n)
    for (let now = processed; now <= processed; now = await rpc.getSlot({ commitment: 'processed' }).send())
      await new Promise(resolve => setTimeout(resolve, 20))
  })

  it('has finalized what is 32 slots behind, which is what is meant when nothing is said', async () => {
    const quick = await startChain({ world: 'empty', slotMs: 2 })
    while ((await quick.rpc.getSlot({ commitment: 'processed' }).send()) <= 40n)
      await new Promise(resolve => setTimeout(resolve, 20))
    const ask = (id: number, method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id, method, params })
    const answers = (await post(quick.chain, [
      ask(1, 'getSlot', { commitment: 'processed' }),
      ask(2, 'getSlot'),
      ask(3, 'getSlot', { commitment: 'finalized' }),
      ask(4, 'getBlockHeight', { commitment: 'finalized' }),
    ])) as { result: number }[]
    const [newest = 0, ...behind] = answers.map(({ result }) => result)
    expect(behind).toEqual([newest - 32, newest - 32, newest - 32])
    await quick.chain.close()
  })

  it('tells the epoch', async () => {
    const info = await rpc.getEpochInfo().send()
    expect(info).toEqual({
      absoluteSlot: expect.any(BigInt),
      blockHeight: expect.any(BigInt),
      epoch: expect.any(BigInt),
      slotIndex: expect.any(BigInt),
      slotsInEpoch: expect.any(BigInt),
      transactionCount: expect.any(BigInt),
    })
  })

  it('knows its blockhashes', async () => {
    const { context, value } = await rpc.getLatestBlockhash().send()
    expect(value.lastValidBlockHeight).toBeGreaterThan(await rpc.getBlockHeight().send())
    expect(context.slot).toBeGreaterThan(0n)
    expect((await rpc.isBlockhashValid(value.blockhash).send()).value).toBe(true)
    const other = (await generateKeyPairSigner()).address as string as typeof value.blockhash
    expect((await rpc.isBlockhashValid(other).send()).value).toBe(false)
  })

  it('asks rent as every cluster does', async () => {
    for (const bytes of [0n, 165n, 182n])
      expect(await rpc.getMinimumBalanceForRentExemption(bytes).send()).toBe(rentExemption(Number(bytes)))
  })

  it('refuses a client that has seen a later slot', async () => {
    const minContextSlot = 1_000_000_000n
    await expectRefusal(
      rpc.getBalance(receiver, { minContextSlot }).send(),
      SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
    )
    expect((await call('getSlot', { minContextSlot: 1e9 })).error).toMatchObject({
      code: -32016,
      message: 'Minimum context slot has not been reached',
      data: { contextSlot: expect.any(Number) },
    })
  })

  it('tells fees and performance from what landed', async () => {
    const fees = await rpc.getRecentPrioritizationFees([payer.address]).send()
    expect(fees.length).toBeGreaterThan(0)
    expect(fees.length).toBeLessThanOrEqual(150)
    for (const { slot, prioritizationFee } of fees)
      expect([slot > 0n || slot === 0n, prioritizationFee]).toEqual([true, 0n])
    await expectRefusal(
      rpc.getRecentPrioritizationFees(new Array(129).fill(receiver)).send(),
      SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
      /max 128/,
    )
    expect(Array.isArray(await rpc.getRecentPerformanceSamples(5).send())).toBe(true)
    await expectRefusal(rpc.getRecentPerformanceSamples(721).send(), SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)
  })
})

describe('accounts', () => {
  it('are read in every encoding', async () => {
    const { mint } = token('KITE')
    const { value: base64 } = await rpc.getAccountInfo(mint, { encoding: 'base64' }).send()
    expect(base64).toMatchObject({ executable: false, lamports: rentExemption(82), owner: tokenProgram, space: 82n })
    const bytes = Buffer.from(base64?.data[0] ?? '', 'base64')
    expect(bytes.length).toBe(82)
    const { value: base58 } = await rpc.getAccountInfo(mint, { encoding: 'base58' }).send()
    expect(decodeBase58(base58?.data[0] ?? '')).toEqual(new Uint8Array(bytes))
    const { value: bare } = await rpc.getAccountInfo(mint).send()
    expect(bare?.data).toBe(base58?.data[0])
    const { value: packed } = await rpc.getAccountInfo(mint, { encoding: 'base64+zstd' }).send()
    expect(zstdDecompressSync(Buffer.from(packed?.data[0] ?? '', 'base64'))).toEqual(bytes)
    const { value: slice } = await rpc
      .getAccountInfo(mint, { encoding: 'base64', dataSlice: { offset: 44, length: 2 } })
      .send()
    expect([slice?.data, slice?.space]).toEqual([[encodeBase64(bytes.subarray(44, 46)), 'base64'], 82n])
    expect((await rpc.getAccountInfo(nobody, { encoding: 'base64' }).send()).value).toBeNull()
    const raw = (await call('getAccountInfo', mint, { encoding: 'base64' })).result
    expect(raw).toMatchObject({ context: { apiVersion: expect.any(String) }, value: { rentEpoch: 2 ** 64 } })
  })

  it('are refused when they cannot be read that way', async () => {
    expect((await call('getAccountInfo', token('KITE').pool)).error).toEqual({
      code: -32600,
      message: 'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    })
    for (const wrong of [
      ['1'],
      ['0OIl'],
      [5],
      [nobody, { encoding: 'hex' }],
      [nobody, { commitment: 'soon' }],
      [nobody, { dataSlice: { offset: -1, length: 1 } }],
      [nobody, 'base64'],
      [],
    ])
      expect([wrong, (await call('getAccountInfo', ...wrong)).error?.code]).toEqual([wrong, -32602])
  })

  it('of tokens and mints are parsed on request', async () => {
    const { mint, program } = token('OTTR')
    const { value: parsedMint } = await rpc.getAccountInfo(mint, { encoding: 'jsonParsed' }).send()
    expect(parsedMint?.data).toMatchObject({
      program: 'spl-token-2022',
      parsed: {
        type: 'mint',
        info: {
          decimals: 6,
          freezeAuthority: null,
          mintAuthority: null,
          isInitialized: true,
          supply: '500000000000000',
          extensions: [
            { extension: 'transferFeeConfig', state: { newerTransferFee: { transferFeeBasisPoints: 300 } } },
            { extension: 'metadataPointer', state: { metadataAddress: mint } },
            { extension: 'tokenMetadata', state: { name: 'Otter Post', symbol: 'OTTR', additionalMetadata: [] } },
          ],
        },
      },
    })
    const holder = await holderOf(mint)
    const { value: parsedAccount } = await rpc.getAccountInfo(holder.address, { encoding: 'jsonParsed' }).send()
    expect(parsedAccount?.data).toMatchObject({
      program: 'spl-token-2022',
      parsed: {
        type: 'account',
        info: {
          isNative: false,
          mint,
          state: 'initialized',
          tokenAmount: { amount: holder.amount, decimals: 6 },
          extensions: [
            { extension: 'immutableOwner' },
            { extension: 'transferFeeAmount', state: { withheldAmount: 0n } },
          ],
        },
      },
    })
    expect(program).toBe('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
    const { value: plain } = await rpc.getAccountInfo(payer.address, { encoding: 'jsonParsed' }).send()
    expect(plain?.data).toEqual(['', 'base64'])
  })

  it('come a hundred at a time', async () => {
    const asked = [payer.address, nobody, token('KITE').mint]
    const { value } = await rpc.getMultipleAccounts(asked).send()
    expect(value.map(account => account?.owner ?? null)).toEqual([
      '11111111111111111111111111111111',
      null,
      tokenProgram,
    ])
    expect((await rpc.getMultipleAccounts(new Array(100).fill(nobody)).send()).value.length).toBe(100)
    await expectRefusal(
      rpc.getMultipleAccounts(new Array(101).fill(nobody)).send(),
      SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
      /max 100/,
    )
  })

  it('have balances', async () => {
    expect((await rpc.getBalance(receiver).send()).value).toBe(sol)
    expect((await rpc.getBalance(nobody).send()).value).toBe(0n)
  })

  it('of a program are found by size and content', async () => {
    const { mint, pool } = token('FERN')
    const isFirst = poolStateLayout.offsets.token_0_mint
    const dataSize = BigInt(poolStateLayout.size)
    const pools = await rpc.getProgramAccounts(cpmmProgram, { encoding: 'base64', filters: [{ dataSize }] }).send()
    expect(pools.map(({ pubkey }) => pubkey).sort()).toEqual(on.chain.world.map(one => one.pool).sort())
    const found = []
    for (const offset of [isFirst, isFirst + 32]) {
      const memcmp = {
        offset: BigInt(offset),
        bytes: mint as string as Base58EncodedBytes,
        encoding: 'base58',
      } as const
      found.push(
        ...(await rpc
          .getProgramAccounts(cpmmProgram, {
            encoding: 'base64',
            filters: [{ dataSize }, { memcmp }],
            dataSlice: { offset: 0, length: 8 },
          })
          .send()),
      )
    }
    expect(found.map(({ pubkey }) => pubkey)).toEqual([pool])
    expect(Buffer.from(found[0]?.account.data[0] ?? '', 'base64').length).toBe(8)
    const withContext = await rpc
      .getProgramAccounts(cpmmProgram, { withContext: true, encoding: 'base64', filters: [{ dataSize }] })
      .send()
    expect([withContext.context.slot > 0n, withContext.value.length]).toEqual([true, 12])
    const filters = new Array(5).fill({ dataSize })
    await expectRefusal(
      rpc.getProgramAccounts(cpmmProgram, { encoding: 'base64', filters }).send(),
      SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
    )
    for (const wrong of [
      [{}],
      [{ memcmp: { offset: 0, bytes: '0' } }],
      'all',
      [{ memcmp: { offset: 0, bytes: '2'.repeat(200) } }],
    ])
      expect([wrong, (await call('getProgramAccounts', cpmmProgram, { filters: wrong })).error?.code]).toEqual([
        wrong,
        -32602,
      ])
  })

  it('of a token program are found by holder and by mint, as wallets ask', async () => {
    const { mint } = token('KITE')
    const holder = await holderOf(mint)
    const { value } = await rpc.getAccountInfo(holder.address, { encoding: 'jsonParsed' }).send()
    const { parsed } = (value?.data ?? {}) as { parsed: { info: { owner: Address } } }
    const { owner } = parsed.info
    const byOwner = (offset: bigint, bytes: string) => [
      { dataSize: 165n },
      { memcmp: { offset, bytes: bytes as Base58EncodedBytes, encoding: 'base58' as const } },
    ]
    const held = await rpc.getProgramAccounts(tokenProgram, { encoding: 'base64', filters: byOwner(32n, owner) }).send()
    expect(held.map(({ pubkey }) => pubkey)).toEqual([holder.address])
    const all = await rpc.getProgramAccounts(tokenProgram, { encoding: 'base64', filters: byOwner(0n, mint) }).send()
    expect(all.length).toBe(6)

    const maker = await getAddressFromPublicKey(on.chain.marketMaker.publicKey)
    const filters = ['tokenAccountState', { memcmp: { offset: 32, bytes: maker } }]
    for (const [program, count] of [
      [tokenProgram, 10],
      [token('OTTR').program, 2],
    ])
      expect((await call('getProgramAccounts', program, { encoding: 'base64', filters })).result).toHaveLength(
        Number(count),
      )
  })
})

async function holderOf(mint: Address) {
  const { value } = await rpc.getTokenLargestAccounts(mint).send()
  const smallest = value.at(-1)
  if (smallest === undefined) expect.fail('no holder')
  return smallest
}

describe('tokens', () => {
  it('are listed by wallet, of one mint or of one program', async () => {
    const { mint } = token('GULL')
    const maker = await getAddressFromPublicKey(on.chain.marketMaker.publicKey)
    const { value: one } = await rpc.getTokenAccountsByOwner(maker, { mint }, { encoding: 'jsonParsed' }).send()
    expect(one.map(({ account }) => account.data.parsed.info.mint)).toEqual([mint])
    const program = (programId: Address) =>
      rpc.getTokenAccountsByOwner(maker, { programId }, { encoding: 'base64' }).send()
    expect((await program(tokenProgram)).value.length).toBe(10)
    expect((await program(token('GULL').program)).value.length).toBe(2)
    await expectRefusal(program(nobody), SOLANA_ERROR__JSON_RPC__INVALID_PARAMS, /unrecognized Token program id/)
    await expectRefusal(
      rpc.getTokenAccountsByOwner(maker, { mint: nobody }, { encoding: 'base64' }).send(),
      SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
      /could not find mint/,
    )
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
  it('is there', async () => {
    const account = await rpc.getAccountInfo(wrappedNativeMint, { encoding: 'jsonParsed' }).send()
    expect(account.value?.data).toMatchObject({ parsed: { type: 'mint', info: { decimals: 9 } } })
    expect(await associatedTokenAddress(payer.address, wrappedNativeMint, tokenProgram)).toBeTypeOf('string')
  })
})
