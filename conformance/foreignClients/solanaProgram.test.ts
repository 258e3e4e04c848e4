import {
  type Address,
  airdropFactory,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createAddressWithSeed,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  devnet,
  generateKeyPairSigner,
  type Instruction,
  isSolanaError,
  type KeyPairSigner,
  lamports,
  pipe,
  SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  getAllocateInstruction,
  getAssignInstruction,
  getCreateAccountInstruction,
  getCreateAccountWithSeedInstruction,
  getTransferSolInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system'
import {
  AccountState,
  fetchMint,
  fetchToken,
  findAssociatedTokenPda,
  getBurnCheckedInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToCheckedInstruction,
  getTransferCheckedInstruction,
  TOKEN_ERROR__INSUFFICIENT_FUNDS,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const sol = 1_000_000_000n
const commitment = 'confirmed'
let chain: PracticeChain
let payer: KeyPairSigner
let rpc: ReturnType<typeof connect>['rpc']
let send: (instructions: readonly Instruction[]) => Promise<void>

function connect(chain: PracticeChain) {
  const rpc = createSolanaRpc(devnet(chain.rpcUrl))
  const rpcSubscriptions = createSolanaRpcSubscriptions(devnet(chain.wsUrl))
  return {
    rpc,
    airdrop: airdropFactory({ rpc, rpcSubscriptions }),
    sendAndConfirm: sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions }),
  }
}

beforeAll(async () => {
  chain = await startPracticeChain({ world: 'empty', slotMs: 50 })
  const connected = connect(chain)
  rpc = connected.rpc
  payer = await generateKeyPairSigner()
  await connected.airdrop({ commitment, lamports: lamports(50n * sol), recipientAddress: payer.address })
  send = async instructions => {
    const { value: blockhash } = await rpc.getLatestBlockhash().send()
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      m => setTransactionMessageFeePayerSigner(payer, m),
      m => setTransactionMessageLifetimeUsingBlockhash(blockhash, m),
      m => appendTransactionMessageInstructions(instructions, m),
    )
    const transaction = await signTransactionMessageWithSigners(message)
    assertIsTransactionWithBlockhashLifetime(transaction)
    await connected.sendAndConfirm(transaction, { commitment })
  }
})
afterAll(() => chain.close())

const accountOf = async (address: Address) =>
  (await rpc.getAccountInfo(address, { commitment, encoding: 'base64' }).send()).value

describe('@solana-program/system', () => {
  it('creates, allocates, assigns and pays', async () => {
    const [made, bare] = [await generateKeyPairSigner(), await generateKeyPairSigner()]
    const rent = await rpc.getMinimumBalanceForRentExemption(100n).send()
    await send([
      getCreateAccountInstruction({
        payer,
        newAccount: made,
        lamports: rent,
        space: 100,
        programAddress: TOKEN_PROGRAM_ADDRESS,
      }),
      getTransferSolInstruction({ source: payer, destination: bare.address, amount: rent }),
      getAllocateInstruction({ newAccount: bare, space: 100 }),
      getAssignInstruction({ account: bare, programAddress: TOKEN_PROGRAM_ADDRESS }),
    ])
    const expected = { lamports: rent, owner: TOKEN_PROGRAM_ADDRESS, space: 100n }
    expect([await accountOf(made.address), await accountOf(bare.address)]).toMatchObject([expected, expected])
  })

  it('creates at a seed', async () => {
    const seed = 'practice'
    const newAccount = await createAddressWithSeed({
      baseAddress: payer.address,
      programAddress: TOKEN_PROGRAM_ADDRESS,
      seed,
    })
    const amount = await rpc.getMinimumBalanceForRentExemption(165n).send()
    const base = payer.address
    await send([
      getCreateAccountWithSeedInstruction({
        payer,
        newAccount,
        baseAccount: payer,
        base,
        seed,
        amount,
        space: 165,
        programAddress: TOKEN_PROGRAM_ADDRESS,
      }),
    ])
    expect(await accountOf(newAccount)).toMatchObject({ owner: TOKEN_PROGRAM_ADDRESS, space: 165n })
    expect((await accountOf(payer.address))?.owner).toBe(SYSTEM_PROGRAM_ADDRESS)
  })

  it('cannot leave an account below its rent', async () => {
    const { address } = await generateKeyPairSigner()
    const poor = send([getTransferSolInstruction({ source: payer, destination: address, amount: lamports(1n) })])
    await expect(poor).rejects.toMatchObject({
      cause: { message: expect.stringContaining('insufficient funds for rent') },
    })
  })
})

describe('@solana-program/token', () => {
  it('makes a token, mints, transfers, burns and closes', async () => {
    const mint = await generateKeyPairSigner()
    const owner = await generateKeyPairSigner()
    const space = getMintSize()
    const rent = await rpc.getMinimumBalanceForRentExemption(BigInt(space)).send()
    const [mine] = await findAssociatedTokenPda({
      mint: mint.address,
      owner: payer.address,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    })
    const [theirs] = await findAssociatedTokenPda({
      mint: mint.address,
      owner: owner.address,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    })
    await send([
      getCreateAccountInstruction({
        payer,
        newAccount: mint,
        lamports: rent,
        space,
        programAddress: TOKEN_PROGRAM_ADDRESS,
      }),
      getInitializeMint2Instruction({ mint: mint.address, decimals: 9, mintAuthority: payer.address }),
      await getCreateAssociatedTokenIdempotentInstructionAsync({ payer, mint: mint.address, owner: payer.address }),
      await getCreateAssociatedTokenIdempotentInstructionAsync({ payer, mint: mint.address, owner: owner.address }),
      getMintToCheckedInstruction({
        mint: mint.address,
        token: mine,
        mintAuthority: payer,
        amount: 1_000n,
        decimals: 9,
      }),
    ])
    await send([
      getTransferCheckedInstruction({
        source: mine,
        mint: mint.address,
        destination: theirs,
        authority: payer,
        amount: 300n,
        decimals: 9,
      }),
      getBurnCheckedInstruction({ account: mine, mint: mint.address, authority: payer, amount: 100n, decimals: 9 }),
    ])
    expect((await fetchToken(rpc, mine, { commitment })).data).toMatchObject({
      amount: 600n,
      state: AccountState.Initialized,
    })
    expect((await fetchToken(rpc, theirs, { commitment })).data).toMatchObject({ amount: 300n, owner: owner.address })
    expect((await fetchMint(rpc, mint.address, { commitment })).data).toMatchObject({ supply: 900n, decimals: 9 })

    const tooMuch = await send([
      getTransferCheckedInstruction({
        source: mine,
        mint: mint.address,
        destination: theirs,
        authority: payer,
        amount: 601n,
        decimals: 9,
      }),
    ]).catch((error: unknown) => error)
    const cause = (tooMuch as Error).cause
    expect(isSolanaError(cause, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM) && cause.context.code).toBe(
      TOKEN_ERROR__INSUFFICIENT_FUNDS,
    )

    await send([
      getBurnCheckedInstruction({ account: mine, mint: mint.address, authority: payer, amount: 600n, decimals: 9 }),
      getCloseAccountInstruction({ account: mine, destination: owner.address, owner: payer }),
    ])
    expect(await accountOf(mine)).toBeNull()
    expect((await rpc.getBalance(owner.address, { commitment }).send()).value).toBe(2_039_280n)
  })
})
