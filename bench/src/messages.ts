import {
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getSignatureFromTransaction,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
} from '@solana/kit'
import { Keypair, PublicKey, TransactionInstruction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import {
  compileMessage,
  computeBudgetInstructions,
  createAssociatedAccountInstruction,
  transferInstruction,
} from '@tern/chain'
import {
  type Address,
  associatedTokenAddress,
  encodeBase58,
  keyPairOwner,
  type Message,
  tokenProgram,
} from '@tern/core'
import { encodeSwapBaseInput, type SwapAccounts } from '@tern/venues/raydiumCpmm'
import { over, type Race } from './measure.ts'
import { median, type Target } from './target.ts'

type Instructions = Parameters<typeof compileMessage>[0]['instructions']

const addressOf = (byte: number) => encodeBase58(new Uint8Array(32).map((_, i) => (i * 7 + byte) % 256)) as Address

/** Builds the instructions of a buy in a CPMM pool: compute budget, a transfer as fee, token account and swap. */
async function instructionsOfBuy(payer: Address): Promise<Instructions> {
  const mint = addressOf(40)
  const account = await associatedTokenAddress(payer, mint, tokenProgram)
  const names = [
    ...['payer', 'authority', 'amm_config', 'pool_state', 'input_token_account', 'output_token_account'],
    ...['input_vault', 'output_vault', 'input_token_program', 'output_token_program'],
    ...['input_token_mint', 'output_token_mint', 'observation_state'],
  ]
  const accounts = Object.fromEntries(names.map((name, i) => [name, name === 'payer' ? payer : addressOf(50 + i)]))
  return [
    ...computeBudgetInstructions({ unitLimit: 150_000, priorityFeeLamports: 50_000n }),
    transferInstruction(payer, addressOf(3), 1_000_000n),
    createAssociatedAccountInstruction({ address: account, owner: payer, mint, tokenProgram }),
    encodeSwapBaseInput(accounts as unknown as SwapAccounts, 99_000_000n, 1n),
  ] as Instructions
}

const cases = 8
const hashes = Array.from({ length: cases }, (_, i) => addressOf(i))

/** Generates a wallet, and opens its key with each of the three libraries. */
async function openWallet() {
  const seed = crypto.getRandomValues(new Uint8Array(32))
  const legacy = Keypair.fromSeed(seed)
  const secret = Uint8Array.from([...pkcs8Head, ...seed])
  const privateKey = await crypto.subtle.importKey('pkcs8', secret, 'Ed25519', false, ['sign'])
  const publicKey = await crypto.subtle.importKey('raw', new Uint8Array(legacy.publicKey.toBytes()), 'Ed25519', true, [
    'verify',
  ])
  const keyPair = { privateKey, publicKey }
  return { legacy, keyPair, owner: await keyPairOwner(keyPair) }
}

/** The PKCS #8 prefix of an Ed25519 key's 32 bytes. */
const pkcs8Head = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32]

async function openLibraries() {
  const { legacy, keyPair, owner } = await openWallet()
  const instructions = await instructionsOfBuy(owner.address)
  const theirs = instructions.map(
    ({ programAddress, accounts = [], data = new Uint8Array() }) =>
      new TransactionInstruction({
        programId: new PublicKey(programAddress),
        keys: accounts.map(({ address, role }) => ({
          pubkey: new PublicKey(address),
          isSigner: role >= 2,
          isWritable: role % 2 === 1,
        })),
        data: Buffer.from(data as Uint8Array),
      }),
  )
  const tern = (blockhash: string): Message =>
    compileMessage({
      feePayer: owner.address,
      lifetime: { kind: 'blockhash', blockhash, lastValidBlockHeight: 150n },
      instructions,
    })
  const web3 = (recentBlockhash: string) =>
    new TransactionMessage({
      payerKey: legacy.publicKey,
      recentBlockhash,
      instructions: theirs,
    }).compileToV0Message()
  const kit = (blockhash: string) =>
    compileTransaction(
      pipe(
        createTransactionMessage({ version: 0 }),
        message => setTransactionMessageFeePayer(owner.address, message),
        message =>
          setTransactionMessageLifetimeUsingBlockhash(
            { blockhash: blockhash as Blockhash, lastValidBlockHeight: 150n },
            message,
          ),
        message => appendTransactionMessageInstructions(instructions, message),
      ),
    )
  return { legacy, keyPair, owner, tern, web3, kit }
}

type Libraries = Awaited<ReturnType<typeof openLibraries>>

/**
 * Compares lengths only: each library may order accounts of the same kind as it likes. @throws TypeError if the lengths
 * differ.
 */
function assertSame({ tern, web3, kit }: Libraries, blockhash: string): void {
  const lengths = [tern(blockhash).bytes, kit(blockhash).messageBytes, web3(blockhash).serialize()].map(
    bytes => bytes.length,
  )
  if (new Set(lengths).size > 1) throw new TypeError(`messages of ${lengths.join(', ')} bytes`)
}

export async function races(): Promise<readonly (readonly Race[])[]> {
  const libraries = await openLibraries()
  assertSame(libraries, hashes[0] ?? '')
  const tern = over(hashes, hash => libraries.tern(hash).bytes)
  const name = 'message of a buy'
  return [
    [
      { name, rival: '@solana/web3.js', cases, tern, theirs: over(hashes, hash => libraries.web3(hash).serialize()) },
      { name, rival: '@solana/kit', cases, tern, theirs: over(hashes, hash => libraries.kit(hash).messageBytes) },
    ],
  ]
}

const rounds = 61
const inARound = 24

/** Measures the time from instructions to signed bytes and their signature in base58, the libraries in turns. */
export async function* measureSigning(): AsyncGenerator<Target> {
  const libraries = await openLibraries()
  const { legacy, keyPair, owner, tern, web3, kit } = libraries
  const runs = {
    tern: async (hash: string) => (await owner.signTransactions([tern(hash)]))[0]?.signature,
    async web3(hash: string) {
      const transaction = new VersionedTransaction(web3(hash))
      transaction.sign([legacy])
      transaction.serialize()
      return encodeBase58(transaction.signatures[0] ?? new Uint8Array())
    },
    async kit(hash: string) {
      const transaction = await signTransaction([keyPair], kit(hash))
      getTransactionEncoder().encode(transaction)
      return getSignatureFromTransaction(transaction)
    },
  }
  const took: Record<keyof typeof runs, number[]> = { tern: [], web3: [], kit: [] }
  const order = ['tern', 'web3', 'kit'] as const
  for (let round = -3; round < rounds; round++)
    for (const who of round % 2 === 0 ? order : order.toReversed()) {
      const began = performance.now()
      for (let i = 0; i < inARound; i++) await runs[who](hashes[(round + 3 + i) % cases] ?? '')
      if (round >= 0) took[who].push((performance.now() - began) / inARound)
    }
  const microseconds = (who: keyof typeof runs) => `${(median(took[who]) * 1_000).toFixed(0)} µs`
  for (const [who, rival] of [
    ['web3', '@solana/web3.js'],
    ['kit', '@solana/kit'],
  ] as const)
    yield {
      name: `build and sign a buy, times as fast as ${rival}`,
      unit: 'x',
      value: median(took.tern.map((ms, round) => (took[who][round] ?? 0) / ms)),
      detail: `${microseconds('tern')} against ${microseconds(who)}, ${rounds} rounds in turns`,
      target: 1,
      is: 'atLeast',
    }
}
