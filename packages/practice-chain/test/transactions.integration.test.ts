import {
  type Address,
  address,
  type Base64EncodedWireTransaction,
  generateKeyPairSigner,
  type KeyPairSigner,
  lamports,
  type Signature,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { getCreateAssociatedTokenIdempotentInstructionAsync } from '@solana-program/token'
import {
  associatedTokenProgram,
  decodeBase58,
  encodeBase58,
  encodeBase64,
  systemProgram,
  tokenProgram,
} from '@tern/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signRaw } from './rawTransaction.ts'
import { expectRefusal, sol, startChain } from './rpcClients.ts'

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
const call = (method: string, ...params: unknown[]) => on.call(method, ...params)

describe('transactions', () => {
  it('land, pay their fee and can be read in every encoding', async () => {
    const status = (await rpc.getSignatureStatuses([transfer]).send()).value[0]
    expect(status).toMatchObject({ err: null, status: { Ok: null }, slot: expect.any(BigInt) })
    const json = await rpc.getTransaction(transfer, { encoding: 'json', maxSupportedTransactionVersion: 0 }).send()
    expect(json).toMatchObject({
      version: 0,
      slot: status?.slot,
      meta: {
        err: null,
        fee: 5_000n,
        innerInstructions: [],
        loadedAddresses: { readonly: [], writable: [] },
        preTokenBalances: [],
        postTokenBalances: [],
        rewards: [],
        status: { Ok: null },
      },
      transaction: {
        message: {
          accountKeys: [payer.address, receiver, '11111111111111111111111111111111'],
          header: { numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1, numRequiredSignatures: 1 },
          instructions: [{ accounts: [0, 1], programIdIndex: 2 }],
          addressTableLookups: [],
        },
        signatures: [transfer],
      },
    })
    expect(json?.meta?.postBalances).toEqual([9n * sol - 5_000n, sol, 1n])
    expect(json?.meta?.logMessages).toContain('Program 11111111111111111111111111111111 success')
    expect(json?.meta?.computeUnitsConsumed).toBe(150n)
    const base64 = await rpc.getTransaction(transfer, { encoding: 'base64', maxSupportedTransactionVersion: 0 }).send()
    const base58 = await rpc.getTransaction(transfer, { encoding: 'base58', maxSupportedTransactionVersion: 0 }).send()
    expect(encodeBase64(decodeBase58(base58?.transaction[0] ?? ''))).toBe(base64?.transaction[0])
    const parsed = await rpc
      .getTransaction(transfer, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 })
      .send()
    expect(parsed?.transaction.message.accountKeys).toEqual([
      { pubkey: payer.address, signer: true, source: 'transaction', writable: true },
      { pubkey: receiver, signer: false, source: 'transaction', writable: true },
      { pubkey: '11111111111111111111111111111111', signer: false, source: 'transaction', writable: false },
    ])
    expect((await call('getTransaction', transfer, { commitment: 'confirmed' })).error).toMatchObject({ code: -32015 })
    expect((await call('getTransaction', transfer, { commitment: 'processed' })).error).toMatchObject({ code: -32602 })
    expect((await call('getTransaction', '1'.repeat(64))).result).toBeNull()
  })

  it('can be searched by address, in pages', async () => {
    const signatures = [transfer]
    for (let i = 0; i < 3; i++) {
      signatures.unshift(await on.send(payer, [transferTo(receiver, 1n + BigInt(i))]))
      await on.until(signatures[0] ?? transfer)
    }
    const all = await rpc.getSignaturesForAddress(receiver).send()
    expect(all.map(({ signature }) => signature)).toEqual(signatures)
    expect(all[0]).toMatchObject({ err: null, memo: null, blockTime: expect.any(BigInt), slot: expect.any(BigInt) })
    const [first, second, third] = signatures
    const page = (config: { before?: Signature; until?: Signature; limit?: number }) =>
      rpc.getSignaturesForAddress(receiver, config).send()
    expect((await page({ limit: 2 })).map(({ signature }) => signature)).toEqual([first, second])
    expect((await page({ before: second ?? transfer, limit: 1 })).map(({ signature }) => signature)).toEqual([third])
    expect((await page({ until: third ?? transfer })).map(({ signature }) => signature)).toEqual([first, second])
    await expectRefusal(page({ limit: 1001 }), SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)
    expect((await call('getSignaturesForAddress', receiver, { commitment: 'processed' })).error?.code).toBe(-32602)
  })

  it('form blocks', async () => {
    const record = await rpc.getTransaction(transfer, { encoding: 'base64', maxSupportedTransactionVersion: 0 }).send()
    const slot = record?.slot ?? 0n
    const block = await rpc.getBlock(slot, { maxSupportedTransactionVersion: 0, encoding: 'json' }).send()
    expect(block).toMatchObject({ parentSlot: slot - 1n, blockTime: record?.blockTime, rewards: [] })
    expect(block?.transactions.map(({ transaction }) => transaction.signatures[0])).toContain(transfer)
    const before = await rpc
      .getBlock(slot - 1n, { maxSupportedTransactionVersion: 0, transactionDetails: 'none' })
      .send()
    expect(before?.blockhash).toBe(block?.previousBlockhash)
    expect(before).not.toHaveProperty('transactions')
    const signatures = await rpc
      .getBlock(slot, { maxSupportedTransactionVersion: 0, transactionDetails: 'signatures' })
      .send()
    expect(signatures?.signatures).toContain(transfer)
    const accounts = await rpc
      .getBlock(slot, { maxSupportedTransactionVersion: 0, transactionDetails: 'accounts' })
      .send()
    expect(accounts?.transactions[0]?.transaction.accountKeys[0]).toMatchObject({ signer: true, writable: true })
    expect(await rpc.getBlockTime(slot).send()).toBe(record?.blockTime)
    await expectRefusal(
      rpc.getBlockTime(1_000_000_000n).send(),
      SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE,
    )
    expect((await call('getBlock', 1e9)).error).toEqual({
      code: -32004,
      message: 'Block not available for slot 1000000000',
    })
  })

  it('are refused by the preflight at no cost', async () => {
    const { wire } = await on.sign(payer, [transferTo(receiver, 1_000n * sol)])
    const before = (await rpc.getBalance(payer.address).send()).value
    await expectRefusal(
      rpc.sendTransaction(wire, { encoding: 'base64' }).send(),
      SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
    )
    expect((await call('sendTransaction', wire, { encoding: 'base64' })).error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
      data: { err: { InstructionError: [0, { Custom: 1 }] }, logs: expect.any(Array), unitsConsumed: 150 },
    })
    expect((await rpc.getBalance(payer.address).send()).value).toBe(before)

    const signature = await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    await on.until(signature)
    expect((await rpc.getSignatureStatuses([signature]).send()).value[0]?.err).toEqual({
      InstructionError: [0n, { Custom: 1n }],
    })
    expect((await rpc.getBalance(payer.address).send()).value).toBe(before - 5_000n)
  })

  it('are refused if sent twice, unsigned, forged, malformed or too large', async () => {
    const { wire, signature } = await on.sign(payer, [transferTo(receiver, 2_000n)])
    expect(await rpc.sendTransaction(wire, { encoding: 'base64' }).send()).toBe(signature)
    expect((await call('sendTransaction', wire, { encoding: 'base64' })).error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: This transaction has already been processed',
      data: { err: 'AlreadyProcessed' },
    })
    expect((await call('sendTransaction', wire, { encoding: 'base64', skipPreflight: true })).result).toBe(signature)

    const fresh = await on.sign(payer, [transferTo(receiver, 2_001n)])
    const forged = Buffer.from(fresh.wire, 'base64')
    forged[10] = (forged[10] ?? 0) ^ 1
    await expectRefusal(
      rpc.sendTransaction(forged.toString('base64') as Base64EncodedWireTransaction, { encoding: 'base64' }).send(),
      SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
    )
    const base64 = { encoding: 'base64' }
    for (const wrong of [
      ['AAAA', base64],
      ['####', base64],
      [wire.slice(0, 40), base64],
      [wire, {}],
      [wire, { encoding: 'hex' }],
      ['A'.repeat(1648), base64],
      [Buffer.alloc(1233).toString('base64'), base64],
      [5],
    ])
      expect([wrong, (await call('sendTransaction', ...wrong)).error?.code]).toEqual([wrong, -32602])
  })

  it('are refused as forged even if they have landed before', async () => {
    const { wire } = await on.sign(payer, [transferTo(receiver, 2_002n)])
    await rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    const forged = Buffer.from(wire, 'base64')
    forged[10] = (forged[10] ?? 0) ^ 1
    const text = forged.toString('base64')
    const refusal = { code: -32003, message: 'Transaction signature verification failure' }
    expect((await call('sendTransaction', text, { encoding: 'base64' })).error).toEqual(refusal)
    const verified = { encoding: 'base64', sigVerify: true }
    expect((await call('simulateTransaction', text, verified)).error).toEqual(refusal)
    expect((await call('simulateTransaction', wire, verified)).result).toMatchObject({
      value: { err: 'AlreadyProcessed', unitsConsumed: 0, loadedAccountsDataSize: 0, logs: [] },
    })
    // Without preflight, the forged copy is dropped silently, and nothing lands.
    const dropped = encodeBase58(forged.subarray(1, 65))
    expect((await call('sendTransaction', text, { encoding: 'base64', skipPreflight: true })).result).toBe(dropped)
    expect((await rpc.getSignatureStatuses([dropped as Signature]).send()).value).toEqual([null])
  })

  it('are refused before they run if their tables or numbers are wrong', async () => {
    const { value } = await rpc.getLatestBlockhash().send()
    const lookups = [{ table: nobody, writable: [0], readonly: [] }]
    const instructions = [{ program: 1, accounts: [0, 2], data: new Uint8Array(12) }]
    const { blockhash } = value
    const others = [systemProgram]
    const unknown = await signRaw({ signers: [payer], others, readonlyOthers: 1, blockhash, instructions, lookups })
    const beyond = await signRaw({
      ...{ signers: [payer], others, readonlyOthers: 1, blockhash },
      instructions: [{ program: 9, accounts: [], data: new Uint8Array() }],
    })
    for (const [wire, why] of [
      [unknown, "Transaction loads an address table account that doesn't exist"],
      [beyond, 'Transaction failed to sanitize accounts offsets correctly'],
    ] as const)
      for (const [method, config] of [
        ['sendTransaction', {}],
        ['sendTransaction', { skipPreflight: true }],
        ['simulateTransaction', { replaceRecentBlockhash: true }],
      ] as const)
        expect((await call(method, encodeBase64(wire), { encoding: 'base64', ...config })).error).toEqual({
          code: -32602,
          message: `invalid transaction: ${why}`,
        })
  })

  it('are refused if the client has seen a later slot than this node', async () => {
    const { wire } = await on.sign(payer, [transferTo(receiver, 2_003n)])
    for (const method of ['sendTransaction', 'simulateTransaction'])
      expect((await call(method, wire, { encoding: 'base64', minContextSlot: 1e9 })).error).toMatchObject({
        code: -32016,
        data: { contextSlot: expect.any(Number) },
      })
  })

  it('show inner instructions in their programs’ terms', async () => {
    const { mint } = on.chain.world.find(({ program }) => program === tokenProgram) ?? expect.fail('no token')
    const open = await getCreateAssociatedTokenIdempotentInstructionAsync({ payer, owner: receiver, mint })
    const ata = open.accounts[1].address
    const { wire } = await on.sign(payer, [open])
    const config = {
      encoding: 'base64',
      innerInstructions: true,
      accounts: { addresses: [ata], encoding: 'jsonParsed' },
    }
    const { result } = await call('simulateTransaction', wire, config)
    const { value: simulated } = result as { value: { innerInstructions: unknown; loadedAccountsDataSize: number } }
    const info = { source: payer.address, account: ata, wallet: receiver, mint, systemProgram, tokenProgram }
    const inner = [
      {
        index: 0,
        instructions: [
          {
            parsed: { type: 'getAccountDataSize', info: { mint, extensionTypes: ['immutableOwner'] } },
            program: 'spl-token',
            programId: tokenProgram,
            stackHeight: 2,
          },
          { parsed: { type: 'createAccount', info: { space: 165, owner: tokenProgram } }, program: 'system' },
          { parsed: { type: 'initializeImmutableOwner', info: { account: ata } } },
          { parsed: { type: 'initializeAccount3', info: { account: ata, mint, owner: receiver } } },
        ],
      },
    ]
    expect(simulated).toMatchObject({
      err: null,
      innerInstructions: inner,
      accounts: [
        {
          space: 165,
          data: { program: 'spl-token', parsed: { type: 'account', info: { mint, tokenAmount: { amount: '0' } } } },
        },
      ],
    })
    // Two programs, their code included, and the existing accounts.
    expect(simulated.loadedAccountsDataSize).toBeGreaterThan(100_000)

    const signature = await rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    await on.until(signature)
    const parsed = { encoding: 'jsonParsed', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
    expect((await call('getTransaction', signature, parsed)).result).toMatchObject({
      transaction: {
        message: {
          instructions: [
            {
              parsed: { type: 'createIdempotent', info },
              program: 'spl-associated-token-account',
              programId: associatedTokenProgram,
              stackHeight: 1,
            },
          ],
        },
      },
      meta: {
        innerInstructions: inner,
        preTokenBalances: [],
        // A block keeps no float for 0.
        postTokenBalances: [
          { mint, owner: receiver, programId: tokenProgram, uiTokenAmount: { amount: '0', uiAmount: null } },
        ],
      },
    })
    const json = { ...parsed, encoding: 'json' }
    expect((await call('getTransaction', signature, json)).result).toMatchObject({
      meta: {
        innerInstructions: [
          { index: 0, instructions: [{ programIdIndex: expect.any(Number), stackHeight: 2 }, {}, {}, {}] },
        ],
      },
    })
    // The encoding alone, as clients sent it before the method had options. Such clients get only final transactions.
    expect((await call('getTransaction', signature, 'base64')).result).toBeNull()
  })

  it('are accepted in base58 too', async () => {
    const { wire, signature } = await on.sign(payer, [transferTo(receiver, 3_000n)])
    expect((await call('sendTransaction', encodeBase58(Buffer.from(wire, 'base64')))).result).toBe(signature)
  })

  it('have a fee before they are sent', async () => {
    const { wire } = await on.sign(payer, [transferTo(receiver, 4_000n)])
    const message = Buffer.from(wire, 'base64').subarray(65).toString('base64')
    expect((await call('getFeeForMessage', message)).result).toMatchObject({ value: 5_000 })
    expect((await call('getFeeForMessage', 'AAAA')).error?.code).toBe(-32602)
  })

  it('can be simulated without effect', async () => {
    const { wire } = await on.sign(payer, [transferTo(nobody, sol)])
    const { value } = await rpc
      .simulateTransaction(wire, {
        encoding: 'base64',
        sigVerify: true,
        innerInstructions: true,
        accounts: { addresses: [nobody, payer.address], encoding: 'base64' },
      })
      .send()
    expect(value).toMatchObject({ err: null, unitsConsumed: 150n, returnData: null, innerInstructions: [] })
    expect(value.logs).toContain('Program 11111111111111111111111111111111 success')
    expect(value.accounts[0]).toMatchObject({ lamports: sol, data: ['', 'base64'] })
    expect((await rpc.getBalance(nobody).send()).value).toBe(0n)

    const failing = await on.sign(payer, [transferTo(nobody, 1_000n * sol)])
    const failed = await rpc.simulateTransaction(failing.wire, { encoding: 'base64' }).send()
    expect(failed.value).toMatchObject({ err: { InstructionError: [0n, { Custom: 1n }] }, accounts: null })
  })

  it('can be simulated with the current blockhash, and unsigned', async () => {
    const { wire } = await on.sign(payer, [transferTo(nobody, sol)])
    const unsigned = Buffer.from(wire, 'base64')
    unsigned.fill(0, 1, 65)
    const text = unsigned.toString('base64') as Base64EncodedWireTransaction
    const { value } = await rpc.simulateTransaction(text, { encoding: 'base64', replaceRecentBlockhash: true }).send()
    expect(value.err).toBeNull()
    expect(value.replacementBlockhash).toMatchObject({
      blockhash: expect.any(String),
      lastValidBlockHeight: expect.any(BigInt),
    })
    await expectRefusal(
      rpc.simulateTransaction(text, { encoding: 'base64', sigVerify: true }).send(),
      SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
    )
    const both = { encoding: 'base64', sigVerify: true, replaceRecentBlockhash: true }
    expect((await call('simulateTransaction', wire, both)).error?.code).toBe(-32602)
    const inBase58 = { encoding: 'base64', accounts: { addresses: [nobody], encoding: 'base58' } }
    expect((await call('simulateTransaction', wire, inBase58)).error?.code).toBe(-32602)
    const tooMany = { encoding: 'base64', accounts: { addresses: new Array(9).fill(nobody), encoding: 'base64' } }
    expect((await call('simulateTransaction', wire, tooMany)).error?.code).toBe(-32602)
  })

  it('that were never sent have no status', async () => {
    const { signature } = await on.sign(payer, [transferTo(receiver, 5_000n)])
    expect((await rpc.getSignatureStatuses([signature]).send()).value).toEqual([null])
    await expectRefusal(
      rpc.getSignatureStatuses(new Array(257).fill(transfer)).send(),
      SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
      /max 256/,
    )
  })
})

describe('airdrops', () => {
  it('bring up to 100 SOL a call', async () => {
    const { address: poor } = await generateKeyPairSigner()
    await on.until(await rpc.requestAirdrop(poor, lamports(100n * sol)).send())
    expect((await rpc.getBalance(poor).send()).value).toBe(100n * sol)
    await expectRefusal(
      rpc.requestAirdrop(poor, lamports(100n * sol + 1n)).send(),
      SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
    )
    expect((await call('requestAirdrop', (await generateKeyPairSigner()).address, 1)).error).toMatchObject({
      code: -32603,
      message: expect.stringMatching(/rent/i),
    })
    await expectRefusal(rpc.requestAirdrop(poor, lamports(0n)).send(), SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)
  })
})
