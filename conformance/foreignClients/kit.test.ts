import {
  type Address,
  addSignersToTransactionMessage,
  airdropFactory,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  assertIsTransactionWithDurableNonceLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  type DevnetUrl,
  devnet,
  generateKeyPairSigner,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
  type Nonce,
  pipe,
  sendAndConfirmDurableNonceTransactionFactory,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  fetchNonce,
  getCreateAccountInstruction,
  getInitializeNonceAccountInstruction,
  getNonceSize,
  getTransferSolInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const sol = 1_000_000_000n
const commitment = 'confirmed'
const stop = new AbortController()
const abortSignal = stop.signal

let chain: PracticeChain
let rpc: ReturnType<typeof createSolanaRpc<DevnetUrl>>
let rpcSubscriptions: ReturnType<typeof createSolanaRpcSubscriptions<DevnetUrl>>
let payer: KeyPairSigner

beforeAll(async () => {
  chain = await startPracticeChain({ slotMs: 50 })
  rpc = createSolanaRpc(devnet(chain.rpcUrl))
  rpcSubscriptions = createSolanaRpcSubscriptions(devnet(chain.wsUrl))
  payer = await generateKeyPairSigner()
  const airdrop = airdropFactory({ rpc, rpcSubscriptions })
  await airdrop({ commitment, lamports: lamports(50n * sol), recipientAddress: payer.address })
})
afterAll(async () => {
  stop.abort()
  await chain.close()
})

async function sign(instructions: readonly Instruction[]) {
  const { value: blockhash } = await rpc.getLatestBlockhash().send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    m => setTransactionMessageFeePayerSigner(payer, m),
    m => setTransactionMessageLifetimeUsingBlockhash(blockhash, m),
    m => appendTransactionMessageInstructions(instructions, m),
  )
  const transaction = await signTransactionMessageWithSigners(message)
  assertIsTransactionWithBlockhashLifetime(transaction)
  return transaction
}

async function send(instructions: readonly Instruction[]) {
  const transaction = await sign(instructions)
  const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })
  await sendAndConfirm(transaction, { commitment })
  return getSignatureFromTransaction(transaction)
}

const transfer = (destination: Address, amount: bigint) =>
  getTransferSolInstruction({ source: payer, destination, amount: lamports(amount) })

/** Returns the first notification that `wanted` accepts. */
async function first<T>(notifications: AsyncIterable<T>, wanted: (one: T) => boolean = () => true): Promise<T> {
  for await (const one of notifications) if (wanted(one)) return one
  expect.fail('the subscription ended')
}

describe('@solana/kit', () => {
  it('airdrops, sends and confirms', async () => {
    const { address } = await generateKeyPairSigner()
    const signature = await send([transfer(address, sol)])
    expect((await rpc.getBalance(address, { commitment }).send()).value).toBe(sol)
    const landed = await rpc
      .getTransaction(signature, { commitment, maxSupportedTransactionVersion: 0, encoding: 'json' })
      .send()
    // 720 for the signature, 600 for two locks, 3 for 12 bytes, 150 used, 8 for a page of accounts.
    expect(landed?.meta).toMatchObject({ err: null, fee: 5000n, computeUnitsConsumed: 150n, costUnits: 1481n })
    expect((await rpc.getBalance(payer.address, { commitment }).send()).value).toBe(49n * sol - 5000n)
  })

  it('reports a failure with its own error', async () => {
    const { address } = await generateKeyPairSigner()
    const error = await send([transfer(address, 1_000n * sol)]).catch((cause: unknown) => cause)
    expect(String((error as Error).cause)).toBe('SolanaError: Custom program error: #1 (instruction #1)')
  })

  it('waits for roots too', async () => {
    const { address } = await generateKeyPairSigner()
    const transaction = await sign([transfer(address, sol)])
    const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })
    await sendAndConfirm(transaction, { commitment: 'finalized' })
    expect((await rpc.getBalance(address, { commitment: 'finalized' }).send()).value).toBe(sol)
  })

  it('is notified of accounts, programs, logs, signatures, slots and roots', async () => {
    const { address } = await generateKeyPairSigner()
    const on = { abortSignal }
    const [accounts, programs, logs, slots, roots] = await Promise.all([
      rpcSubscriptions.accountNotifications(address, { commitment, encoding: 'base64' }).subscribe(on),
      rpcSubscriptions.programNotifications(SYSTEM_PROGRAM_ADDRESS, { commitment, encoding: 'base64' }).subscribe(on),
      rpcSubscriptions.logsNotifications({ mentions: [address] }, { commitment }).subscribe(on),
      rpcSubscriptions.slotNotifications().subscribe(on),
      rpcSubscriptions.rootNotifications().subscribe(on),
    ])
    const notifications = Promise.all([
      first(accounts),
      first(programs, ({ value }) => value.pubkey === address),
      first(logs),
      first(slots),
      first(roots),
    ])
    const transaction = await sign([transfer(address, sol)])
    const signature = getSignatureFromTransaction(transaction)
    const signatures = await rpcSubscriptions.signatureNotifications(signature, { commitment }).subscribe(on)
    const confirmed = first(signatures)
    await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(transaction, { commitment })
    const [account, program, log, slot, root] = await notifications
    expect(account.value).toMatchObject({ lamports: sol, owner: SYSTEM_PROGRAM_ADDRESS, data: ['', 'base64'] })
    expect(program.value.account.lamports).toBe(sol)
    expect(log.value).toEqual({
      err: null,
      signature,
      logs: [`Program ${SYSTEM_PROGRAM_ADDRESS} invoke [1]`, `Program ${SYSTEM_PROGRAM_ADDRESS} success`],
    })
    expect((await confirmed).value).toEqual({ err: null })
    expect(slot.parent).toBe(slot.slot - 1n)
    expect(root).toBeLessThan(slot.slot)
    const { value } = await rpc.getSignatureStatuses([signature]).send()
    expect(account.context.slot).toBe(value[0]?.slot)
  })

  it('sends and confirms with a durable nonce, once', async () => {
    const nonceAccount = await generateKeyPairSigner()
    const space = BigInt(getNonceSize())
    const rent = await rpc.getMinimumBalanceForRentExemption(space).send()
    await send([
      getCreateAccountInstruction({
        payer,
        newAccount: nonceAccount,
        lamports: rent,
        space,
        programAddress: SYSTEM_PROGRAM_ADDRESS,
      }),
      getInitializeNonceAccountInstruction({ nonceAccount: nonceAccount.address, nonceAuthority: payer.address }),
    ])
    const { data: before } = await fetchNonce(rpc, nonceAccount.address, { commitment })
    const { address } = await generateKeyPairSigner()
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      m => setTransactionMessageFeePayerSigner(payer, m),
      m =>
        setTransactionMessageLifetimeUsingDurableNonce(
          {
            nonce: before.blockhash as string as Nonce,
            nonceAccountAddress: nonceAccount.address,
            nonceAuthorityAddress: payer.address,
          },
          m,
        ),
      m => appendTransactionMessageInstructions([transfer(address, sol)], m),
      m => addSignersToTransactionMessage([payer], m),
    )
    const transaction = await signTransactionMessageWithSigners(message)
    assertIsTransactionWithDurableNonceLifetime(transaction)
    const sendAndConfirm = sendAndConfirmDurableNonceTransactionFactory({ rpc, rpcSubscriptions })
    await sendAndConfirm(transaction, { commitment })
    expect((await rpc.getBalance(address, { commitment }).send()).value).toBe(sol)
    const { data: after } = await fetchNonce(rpc, nonceAccount.address, { commitment })
    expect(after.blockhash).not.toBe(before.blockhash)
    await expect(sendAndConfirm(transaction, { commitment })).rejects.toThrow()
    expect((await rpc.getBalance(address, { commitment }).send()).value).toBe(sol)
  })
})
