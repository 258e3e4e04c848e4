import {
  AuthorityType,
  approve,
  burn,
  closeAccount,
  createAccount,
  createAssociatedTokenAccountIdempotent,
  createInitializeMintInstruction,
  createInitializeTransferFeeConfigInstruction,
  createMint,
  createSyncNativeInstruction,
  createTransferCheckedWithFeeInstruction,
  ExtensionType,
  freezeAccount,
  getAccount,
  getMint,
  getMintLen,
  getOrCreateAssociatedTokenAccount,
  getTransferFeeAmount,
  getTransferFeeConfig,
  harvestWithheldTokensToMint,
  mintTo,
  NATIVE_MINT,
  revoke,
  setAuthority,
  setTransferFee,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  thawAccount,
  transfer,
  transferChecked,
  withdrawWithheldTokensFromAccounts,
  withdrawWithheldTokensFromMint,
} from '@solana/spl-token'
import { Keypair, LAMPORTS_PER_SOL, SystemProgram, sendAndConfirmTransaction, Transaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, startCluster } from './startCluster.ts'

let on: Cluster
let connection: Cluster['connection']
let payer: Keypair

beforeAll(async () => {
  on = await startCluster({ world: 'empty' })
  connection = on.connection
  payer = await on.fund(50)
})
afterAll(() => on.chain.close())

describe.each([
  ['SPL Token', TOKEN_PROGRAM_ID],
  ['Token-2022', TOKEN_2022_PROGRAM_ID],
])('@solana/spl-token on %s', (_, program) => {
  const confirm = { commitment: 'confirmed' } as const
  const read = (account: Parameters<typeof getAccount>[1]) => getAccount(connection, account, 'confirmed', program)

  it('creates a mint and accounts, mints, transfers, burns and closes', async () => {
    const owner = await on.fund(1)
    const mint = await createMint(
      connection,
      payer,
      payer.publicKey,
      payer.publicKey,
      6,
      Keypair.generate(),
      confirm,
      program,
    )
    const mine = await getOrCreateAssociatedTokenAccount(
      connection,
      payer,
      mint,
      payer.publicKey,
      false,
      'confirmed',
      confirm,
      program,
    )
    const theirs = await createAssociatedTokenAccountIdempotent(
      connection,
      payer,
      mint,
      owner.publicKey,
      confirm,
      program,
    )
    const spare = await createAccount(connection, payer, mint, payer.publicKey, Keypair.generate(), confirm, program)
    await mintTo(connection, payer, mint, mine.address, payer, 1_000_000_000_001n, [], confirm, program)
    await transfer(connection, payer, mine.address, theirs, payer, 1n, [], confirm, program)
    await transferChecked(connection, payer, mine.address, mint, spare, payer, 999n, 6, [], confirm, program)
    expect([(await read(mine.address)).amount, (await read(theirs)).amount, (await read(spare)).amount]).toEqual([
      999_999_999_001n,
      1n,
      999n,
    ])
    await burn(connection, payer, spare, mint, payer, 999n, [], confirm, program)
    const before = await connection.getBalance(owner.publicKey)
    await closeAccount(connection, payer, spare, owner.publicKey, payer, [], confirm, program)
    expect(await connection.getAccountInfo(spare)).toBeNull()
    expect((await connection.getBalance(owner.publicKey)) - before).toBeGreaterThanOrEqual(2_039_280)
    expect((await getMint(connection, mint, 'confirmed', program)).supply).toBe(999_999_999_002n)
    expect((await connection.getTokenSupply(mint)).value.uiAmountString).toBe('999999.999002')
  })

  it('delegates, freezes, thaws, and gives up authorities', async () => {
    const delegate = await on.fund(1)
    const mint = await createMint(
      connection,
      payer,
      payer.publicKey,
      payer.publicKey,
      0,
      Keypair.generate(),
      confirm,
      program,
    )
    const [from, to] = await Promise.all(
      [payer.publicKey, delegate.publicKey].map(owner =>
        createAssociatedTokenAccountIdempotent(connection, payer, mint, owner, confirm, program),
      ),
    )
    if (from === undefined || to === undefined) expect.fail('two accounts')
    await mintTo(connection, payer, mint, from, payer, 100n, [], confirm, program)
    await approve(connection, payer, from, delegate.publicKey, payer, 30n, [], confirm, program)
    await transfer(connection, delegate, from, to, delegate, 20n, [], confirm, program)
    expect(await read(from)).toMatchObject({ amount: 80n, delegatedAmount: 10n })
    await revoke(connection, payer, from, payer, [], confirm, program)
    await expect(transfer(connection, delegate, from, to, delegate, 1n, [], confirm, program)).rejects.toThrow(/0x4/)
    await freezeAccount(connection, payer, from, mint, payer, [], confirm, program)
    await expect(transfer(connection, payer, from, to, payer, 1n, [], confirm, program)).rejects.toThrow(/0x11/)
    await thawAccount(connection, payer, from, mint, payer, [], confirm, program)
    await transfer(connection, payer, from, to, payer, 1n, [], confirm, program)
    await setAuthority(connection, payer, mint, payer, AuthorityType.MintTokens, null, [], confirm, program)
    await expect(mintTo(connection, payer, mint, from, payer, 1n, [], confirm, program)).rejects.toThrow(/0x5/)
    expect((await getMint(connection, mint, 'confirmed', program)).mintAuthority).toBeNull()
  })
})

describe('@solana/spl-token', () => {
  it('wraps and unwraps lamports', async () => {
    const owner = await on.fund(5)
    const account = await createAssociatedTokenAccountIdempotent(connection, payer, NATIVE_MINT, owner.publicKey)
    const wrap = new Transaction().add(
      SystemProgram.transfer({ fromPubkey: owner.publicKey, toPubkey: account, lamports: LAMPORTS_PER_SOL }),
      createSyncNativeInstruction(account),
    )
    await sendAndConfirmTransaction(connection, wrap, [owner])
    expect((await getAccount(connection, account)).amount).toBe(BigInt(LAMPORTS_PER_SOL))
    const before = await connection.getBalance(owner.publicKey)
    await closeAccount(connection, payer, account, owner.publicKey, owner)
    expect((await connection.getBalance(owner.publicKey)) - before).toBe(LAMPORTS_PER_SOL + 2_039_280)
  })

  it('pays a transfer fee, and collects it', async () => {
    const program = TOKEN_2022_PROGRAM_ID
    const confirm = { commitment: 'confirmed' } as const
    const mint = Keypair.generate()
    const space = getMintLen([ExtensionType.TransferFeeConfig])
    const make = new Transaction().add(
      SystemProgram.createAccount({
        fromPubkey: payer.publicKey,
        newAccountPubkey: mint.publicKey,
        space,
        lamports: await connection.getMinimumBalanceForRentExemption(space),
        programId: program,
      }),
      createInitializeTransferFeeConfigInstruction(
        mint.publicKey,
        payer.publicKey,
        payer.publicKey,
        250,
        5_000n,
        program,
      ),
      createInitializeMintInstruction(mint.publicKey, 6, payer.publicKey, null, program),
    )
    await sendAndConfirmTransaction(connection, make, [payer, mint])
    const config = getTransferFeeConfig(await getMint(connection, mint.publicKey, 'confirmed', program))
    expect(config?.newerTransferFee).toMatchObject({ transferFeeBasisPoints: 250, maximumFee: 5_000n })

    const owner = await on.fund(1)
    const create = (of: Keypair) =>
      createAssociatedTokenAccountIdempotent(connection, payer, mint.publicKey, of.publicKey, confirm, program)
    const [from, to] = [await create(payer), await create(owner)]
    await mintTo(connection, payer, mint.publicKey, from, payer, 1_000_000n, [], confirm, program)
    // 2.5% of 10,001, rounded up, is 251. The fee on the rest is at most 5,000.
    await transferChecked(connection, payer, from, mint.publicKey, to, payer, 10_001n, 6, [], confirm, program)
    const received = await getAccount(connection, to, 'confirmed', program)
    expect([received.amount, getTransferFeeAmount(received)?.withheldAmount]).toEqual([9_750n, 251n])
    const exact = new Transaction().add(
      createTransferCheckedWithFeeInstruction(
        from,
        mint.publicKey,
        to,
        payer.publicKey,
        900_000n,
        6,
        5_000n,
        [],
        program,
      ),
    )
    await sendAndConfirmTransaction(connection, exact, [payer])
    const after = await getAccount(connection, to, 'confirmed', program)
    expect([after.amount, getTransferFeeAmount(after)?.withheldAmount]).toEqual([904_750n, 5_251n])
    const wrong = new Transaction().add(
      createTransferCheckedWithFeeInstruction(from, mint.publicKey, to, payer.publicKey, 1_000n, 6, 1n, [], program),
    )
    await expect(sendAndConfirmTransaction(connection, wrong, [payer])).rejects.toThrow(/0x1f|custom program error/)

    await harvestWithheldTokensToMint(connection, payer, mint.publicKey, [to], confirm, program)
    await withdrawWithheldTokensFromMint(connection, payer, mint.publicKey, from, payer, [], confirm, program)
    expect((await getAccount(connection, from, 'confirmed', program)).amount).toBe(89_999n + 5_251n)
    await transferChecked(connection, payer, from, mint.publicKey, to, payer, 40n, 6, [], confirm, program)
    await withdrawWithheldTokensFromAccounts(connection, payer, mint.publicKey, from, payer, [], [to], confirm, program)
    expect((await getAccount(connection, from, 'confirmed', program)).amount).toBe(89_999n + 5_251n - 39n)

    await setTransferFee(connection, payer, mint.publicKey, payer, [], 500, 9n, confirm, program)
    const changed = getTransferFeeConfig(await getMint(connection, mint.publicKey, 'confirmed', program))
    const { epoch } = await connection.getEpochInfo()
    expect(changed?.newerTransferFee).toMatchObject({
      epoch: BigInt(epoch + 2),
      transferFeeBasisPoints: 500,
      maximumFee: 9n,
    })
    expect(changed?.olderTransferFee).toMatchObject({ transferFeeBasisPoints: 250 })
  })
})
