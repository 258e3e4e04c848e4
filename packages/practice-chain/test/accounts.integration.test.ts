import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import {
  type Address,
  address,
  type Base58EncodedBytes,
  fetchAddressesForLookupTables,
  generateKeyPairSigner,
  getAddressFromPublicKey,
  type KeyPairSigner,
  lamports,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
} from '@solana/kit'
import {
  getCreateAccountInstruction,
  getInitializeNonceAccountInstruction,
  getTransferSolInstruction,
} from '@solana-program/system'
import {
  addressLookupTableProgram,
  decodeBase58,
  encodeBase64,
  rentExemption,
  systemProgram,
  tokenProgram,
} from '@tern/core'
import { lookupTableHeaderLayout } from '@tern/core/internal'
import { program as cpmmProgram } from '@tern/venues/raydiumCpmm'
import { poolStateLayout } from '@tern/venues/raydiumCpmm/internal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, sol, startChain } from './rpcClients.ts'

let on: Awaited<ReturnType<typeof startChain>>
let rpc: typeof on.rpc
let payer: KeyPairSigner
/** An account that got 1 SOL. */
let receiver: Address

beforeAll(async () => {
  on = await startChain()
  rpc = on.rpc
  payer = await on.fundedSigner()
  receiver = (await generateKeyPairSigner()).address
  await on.until(await on.send(payer, [transferTo(receiver, sol)]))
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

  it('are refused if they do not fit the encoding', async () => {
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

  it('of a program can be searched by size and content', async () => {
    const { mint, pool } = token('FERN')
    const isFirst = poolStateLayout.offsets.token_0_mint
    const dataSize = BigInt(poolStateLayout.size)
    const pools = await rpc.getProgramAccounts(cpmmProgram, { encoding: 'base64', filters: [{ dataSize }] }).send()
    expect(pools.map(({ pubkey }) => pubkey).sort()).toEqual(
      on.chain.world
        .filter(one => one.protocol === 'raydium_cpmm')
        .map(one => one.pool)
        .sort(),
    )
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

  it('of a token program can be searched by holder and by mint, as wallets do', async () => {
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
    for (const program of [tokenProgram, token('OTTR').program]) {
      const pools = on.chain.world.filter(one => one.stage === 'pool' && one.program === program)
      const { result } = await call('getProgramAccounts', program, { encoding: 'base64', filters })
      expect(result).toHaveLength(pools.length)
    }
  })

  it('of a program can be searched by bytes in every encoding, and are sorted by address', async () => {
    const { mint } = token('KITE')
    const raw = decodeBase58(mint)
    const memcmp = (bytes: unknown, encoding?: string) => ({
      memcmp: { offset: 0, bytes, ...(encoding && { encoding }) },
    })
    const find = async (...filters: unknown[]) =>
      (
        await call('getProgramAccounts', tokenProgram, {
          encoding: 'base64',
          filters,
          dataSlice: { offset: 0, length: 0 },
        })
      ).result as { pubkey: string; account: { data: unknown; space: number } }[]
    const found = await find({ dataSize: 165 }, memcmp(mint))
    expect(found.length).toBeGreaterThan(1)
    expect(found[0]?.account).toMatchObject({ data: ['', 'base64'], space: 165 })
    for (const same of [
      memcmp(mint, 'base58'),
      memcmp(Buffer.from(raw).toString('base64'), 'base64'),
      memcmp([...raw]),
      memcmp([...raw], 'bytes'),
    ])
      expect(await find({ dataSize: 165 }, same)).toEqual(found)
    expect(await find('tokenAccountState', memcmp(mint))).toEqual(found)
    expect(await find({ memcmp: { offset: 1e6, bytes: '' } })).toEqual([])
    const everything = await find()
    const inOrder = everything.map(({ pubkey }) => Buffer.from(decodeBase58(pubkey)))
    expect(inOrder).toEqual(inOrder.toSorted(Buffer.compare))
    const unsorted = { encoding: 'base64', sortResults: false, dataSlice: { offset: 0, length: 0 } }
    expect((await call('getProgramAccounts', tokenProgram, unsorted)).result).toHaveLength(everything.length)

    for (const [filter, message] of [
      [memcmp('0'), "Invalid param: Base58DecodeError(InvalidCharacter { character: '0', index: 0 })"],
      [memcmp('a', 'base64'), 'Invalid param: Base64DecodeError(InvalidPadding)'],
      [memcmp('1'.repeat(129)), 'Invalid param: DataTooLarge'],
      [memcmp('1'.repeat(176)), 'Invalid param: DataTooLarge'],
      [memcmp(new Array(129).fill(0)), 'Invalid param: DataTooLarge'],
      [memcmp([256]), 'Invalid params: invalid value: integer `256`, expected u8.'],
      [{ memcmp: { bytes: '' } }, 'Invalid params: missing field `offset`.'],
      [{ memcmp: { offset: 0 } }, 'Invalid params: missing field `bytes`.'],
      [memcmp('', 'hex'), 'Invalid params: unknown variant `hex`, expected one of `base58`, `base64`, `bytes`.'],
      [
        { size: 5 },
        'Invalid params: unknown variant `size`, expected one of `dataSize`, `memcmp`, `tokenAccountState`.',
      ],
    ] as const)
      expect((await call('getProgramAccounts', tokenProgram, { filters: [filter] })).error).toEqual({
        code: -32602,
        message,
      })
    expect((await call('getProgramAccounts', tokenProgram)).error?.code).toBe(-32600)
  })

  it('of a token program are parsed, including mints', async () => {
    const { result } = await call('getProgramAccounts', tokenProgram, { encoding: 'jsonParsed', withContext: true })
    const { value } = result as { value: { account: { data: { parsed: { type: string } } } }[] }
    expect(new Set(value.map(({ account }) => account.data.parsed.type))).toEqual(new Set(['account', 'mint']))
  })
})

async function holderOf(mint: Address) {
  const { value } = await rpc.getTokenLargestAccounts(mint).send()
  const smallest = value.at(-1)
  if (smallest === undefined) expect.fail('no holder')
  return smallest
}

describe('nonces and lookup tables', () => {
  it('are parsed, so that kit finds a table’s addresses', async () => {
    const snapshotsDir = await mkdtemp(join(tmpdir(), 'tern-snapshots-'))
    const { address: table } = await generateKeyPairSigner()
    const header = lookupTableHeaderLayout.encode({
      type: 1,
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 5n,
      lastExtendedStartIndex: 0,
      hasAuthority: true,
      authority: nobody,
      padding: new Uint8Array(2),
    })
    const data = [encodeBase64(Buffer.concat([header, decodeBase58(receiver), decodeBase58(nobody)])), 'base64']
    const account = { owner: addressLookupTableProgram, lamports: 2_000_000, data, executable: false }
    await writeFile(join(snapshotsDir, 'table.json'), JSON.stringify({ pubkey: table, account }))
    const recorded = await startChain({ world: 'empty', snapshotsDir })
    expect(await fetchAddressesForLookupTables([table], recorded.rpc)).toEqual({ [table]: [receiver, nobody] })
    const { value } = await recorded.rpc.getAccountInfo(table, { encoding: 'jsonParsed' }).send()
    expect(value?.data).toMatchObject({
      program: 'address-lookup-table',
      parsed: { type: 'lookupTable', info: { authority: nobody, deactivationSlot: '18446744073709551615' } },
    })
    await recorded.chain.close()
    await rm(snapshotsDir, { recursive: true })
  })

  it('of the system program are parsed', async () => {
    const nonce = await generateKeyPairSigner()
    const opened = await on.send(payer, [
      getCreateAccountInstruction({
        payer,
        newAccount: nonce,
        lamports: lamports(rentExemption(80)),
        space: 80,
        programAddress: systemProgram,
      }),
      getInitializeNonceAccountInstruction({ nonceAccount: nonce.address, nonceAuthority: payer.address }),
    ])
    await on.until(opened)
    const { value } = await rpc.getAccountInfo(nonce.address, { encoding: 'jsonParsed' }).send()
    expect(value?.data).toEqual({
      program: 'nonce',
      parsed: {
        type: 'initialized',
        info: {
          authority: payer.address,
          blockhash: expect.any(String),
          feeCalculator: { lamportsPerSignature: '5000' },
        },
      },
      space: 80n,
    })
  })
})
