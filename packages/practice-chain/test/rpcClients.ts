import {
  appendTransactionMessageInstructions,
  type Commitment,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  isSolanaError,
  type KeyPairSigner,
  lamports,
  pipe,
  type SolanaErrorCode,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { expect } from 'vitest'
import { type PracticeChain, type PracticeChainOptions, startPracticeChain } from '../src/index.ts'

export const sol = 1_000_000_000n

/** A running chain with kit's own clients. */
export async function startChain(options: PracticeChainOptions = {}) {
  const chain = await startPracticeChain({ slotMs: 50, ...options })
  return { chain, ...connect(chain) }
}

/** kit's clients of a chain, and helpers that most tests use. */
export function connect(chain: PracticeChain) {
  const rpc = createSolanaRpc(chain.rpcUrl)
  const subscriptions = createSolanaRpcSubscriptions(chain.wsUrl)

  async function sign(payer: KeyPairSigner, instructions: readonly Instruction[]) {
    const { value: blockhash } = await rpc.getLatestBlockhash().send()
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      m => setTransactionMessageFeePayerSigner(payer, m),
      m => setTransactionMessageLifetimeUsingBlockhash(blockhash, m),
      m => appendTransactionMessageInstructions(instructions, m),
    )
    const transaction = await signTransactionMessageWithSigners(message)
    return {
      transaction,
      wire: getBase64EncodedWireTransaction(transaction),
      signature: getSignatureFromTransaction(transaction),
    }
  }

  async function send(payer: KeyPairSigner, instructions: readonly Instruction[]) {
    const { wire } = await sign(payer, instructions)
    return rpc.sendTransaction(wire, { encoding: 'base64' }).send()
  }

  async function until(signature: Awaited<ReturnType<typeof send>>, commitment: Commitment = 'confirmed') {
    const reached: readonly (Commitment | undefined)[] =
      commitment === 'finalized' ? ['finalized'] : ['confirmed', 'finalized']
    for (;;) {
      const { value } = await rpc.getSignatureStatuses([signature], { searchTransactionHistory: true }).send()
      const status = value[0]?.confirmationStatus
      if (reached.includes(status ?? undefined)) return
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }

  async function fundedSigner(amount = 10n * sol): Promise<KeyPairSigner> {
    const signer = await generateKeyPairSigner()
    await until(await rpc.requestAirdrop(signer.address, lamports(amount)).send())
    return signer
  }

  /** Sends a call by method and parameters, valid or not, without kit. */
  const call = async (method: string, ...params: unknown[]) =>
    (await post(chain, { jsonrpc: '2.0', id: 1, method, params })) as {
      result?: unknown
      error?: { code: number; message: string; data?: unknown }
    }

  return { rpc, subscriptions, sign, send, until, fundedSigner, call }
}

/** Sends a JSON-RPC body without any client, exactly as given. */
export async function post(chain: PracticeChain, body: unknown): Promise<unknown> {
  const response = await fetch(chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return response.json()
}

/** Expects kit's error with this code. */
export async function expectRefusal(sent: Promise<unknown>, code: SolanaErrorCode, text?: RegExp): Promise<void> {
  const error = await sent.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  expect(isSolanaError(error, code), String(error)).toBe(true)
  if (text !== undefined) expect(String(error)).toMatch(text)
}
