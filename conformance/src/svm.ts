import {
  AccountRole,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  type EncodedAccount,
  generateKeyPairSigner,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  associatedTokenProgram,
  type Clock,
  systemProgram,
} from '@tern/core'
import { mintLayout, tokenAccountLayout, transferFeeConfigLayout } from '@tern/core/internal'
import { FailedTransactionMetadata, LiteSVM, type Clock as SvmClock, type TransactionMetadata } from 'litesvm'

/** A sent transaction's result: its log, and the program's own error number or the runtime's error text. */
export interface Outcome {
  readonly logs: readonly string[]
  /** The data of each call that a program made, in order, including events. */
  readonly inner: readonly Uint8Array[]
  readonly error: string | undefined
  /** The number of a program's own error, if that is the failure. */
  readonly programError: number | undefined
  /** The return data of the last program. */
  readonly returned: Uint8Array
  /** The used compute units, including the payer's other instructions. */
  readonly units: number
}

/** A LiteSVM with a single payer: the real runtime and token programs, and any loaded programs. */
export interface Svm {
  readonly payer: KeyPairSigner
  load(program: Address, path: string): void
  place(address: Address, owner: Address, data: Uint8Array, lamportsAbove?: bigint): void
  /** Empties an account. */
  remove(address: Address): void
  /** Sends lamports to an address that holds none. */
  give(address: Address, amount: bigint): void
  read(address: Address): AccountSnapshot | null
  readAll(addresses: readonly Address[]): AccountSet
  clock(): Clock
  setClock(clock: { slot?: bigint; unixTimestamp: bigint; epoch: bigint }): void
  send(instructions: readonly Instruction[]): Promise<Outcome>
}

export async function startSvm(): Promise<Svm> {
  const svm = new LiteSVM()
  const payer = await generateKeyPairSigner()
  svm.airdrop(payer.address, lamports(1_000_000_000_000n))
  const read = (address: Address): AccountSnapshot | null => {
    const account = svm.getAccount(address)
    if (!account.exists) return null
    const { programAddress, executable, data } = account
    // A copy: the program writes to its accounts, but a snapshot must not change.
    return { owner: programAddress, lamports: account.lamports, executable, data: Uint8Array.from(data), slot: 1n }
  }
  return {
    payer,
    load: (program, path) => svm.addProgramFromFile(program, path),
    place(address, owner, data, lamportsAbove = 0n) {
      const rent = svm.minimumBalanceForRentExemption(BigInt(data.length))
      const account: EncodedAccount = {
        address,
        programAddress: owner,
        executable: false,
        lamports: lamports(rent + lamportsAbove),
        space: BigInt(data.length),
        data,
      }
      svm.setAccount(account)
    },
    remove(address) {
      svm.setAccount({
        ...{ address, programAddress: systemProgram, executable: false },
        ...{ lamports: lamports(0n), space: 0n, data: new Uint8Array() },
      })
    },
    give: (address, amount) => svm.airdrop(address, lamports(amount)),
    read,
    readAll: addresses => new Map(addresses.map(address => [address, read(address)])),
    clock() {
      const { slot, unixTimestamp, epoch } = svm.getClock()
      return { slot, unixTimestamp, epoch }
    },
    setClock({ slot, unixTimestamp, epoch }) {
      const clock: SvmClock = svm.getClock()
      if (slot !== undefined) clock.slot = slot
      clock.unixTimestamp = unixTimestamp
      clock.epoch = epoch
      svm.setClock(clock)
    },
    async send(instructions) {
      svm.expireBlockhash()
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        m => setTransactionMessageFeePayerSigner(payer, m),
        m => svm.setTransactionMessageLifetimeUsingLatestBlockhash(m),
        m => appendTransactionMessageInstructions(instructions, m),
      )
      const result = svm.sendTransaction(await signTransactionMessageWithSigners(message))
      if (!(result instanceof FailedTransactionMetadata))
        return {
          ...{ logs: result.logs(), inner: innerData(result), error: undefined, programError: undefined },
          returned: Uint8Array.from(result.returnData().data()),
          units: Number(result.computeUnitsConsumed()),
        }
      const text = result.toString()
      const custom = /custom program error: 0x([0-9a-f]+)/.exec(result.meta().logs().join('\n'))?.[1]
      return {
        logs: result.meta().logs(),
        inner: [],
        returned: new Uint8Array(),
        error: text,
        programError: custom === undefined ? undefined : Number.parseInt(custom, 16),
        units: Number(result.meta().computeUnitsConsumed()),
      }
    },
  }
}

const innerData = (landed: TransactionMetadata): readonly Uint8Array[] =>
  landed.innerInstructions().flatMap(calls => calls.map(call => call.instruction().data()))

/** Token-2022's transfer fee: `bps` before `sinceEpoch`, `newerBps` from then on, always at most `maximum`. */
export interface TransferFees {
  readonly bps: number
  readonly newerBps: number
  readonly sinceEpoch: bigint
  readonly maximum: bigint
}

/** Places a mint whose authority is the payer. With fees, it is a Token-2022 mint. */
export async function placeMint(svm: Svm, program: Address, decimals: number, fees?: TransferFees): Promise<Address> {
  const extension = fees && transferFees(svm.payer.address, fees)
  return placeExtendedMint(svm, program, decimals, extension)
}

/** Like `placeMint`, with any single Token-2022 extension. */
export async function placeExtendedMint(
  svm: Svm,
  program: Address,
  decimals: number,
  extension?: { readonly type: number; readonly value: Uint8Array },
): Promise<Address> {
  const mint = (await generateKeyPairSigner()).address
  const base = mintLayout.encode({
    mintAuthorityOption: 1,
    mintAuthority: svm.payer.address,
    supply: 0n,
    decimals,
    isInitialized: true,
    freezeAuthorityOption: 0,
    freezeAuthority: systemProgram,
  })
  svm.place(mint, program, extension === undefined ? base : extended(base, extension))
  return mint
}

function transferFees(authority: Address, fees: TransferFees) {
  const value = transferFeeConfigLayout.encode({
    transferFeeConfigAuthority: authority,
    withdrawWithheldAuthority: authority,
    withheldAmount: 0n,
    olderTransferFee: { epoch: 0n, maximumFee: fees.maximum, transferFeeBasisPoints: fees.bps },
    newerTransferFee: { epoch: fees.sinceEpoch, maximumFee: fees.maximum, transferFeeBasisPoints: fees.newerBps },
  })
  return { type: 1, value }
}

function extended(base: Uint8Array, { type, value }: { readonly type: number; readonly value: Uint8Array }) {
  const data = new Uint8Array(166 + 4 + value.length)
  data.set(base)
  data[165] = 1
  data.set([type, 0, value.length, 0], 166)
  data.set(value, 170)
  return data
}

/** Opens the payer's associated account of `mint` and mints `amount` into it. */
export function fund(payer: Address, mint: Address, account: Address, program: Address, amount: bigint): Instruction[] {
  const data = new Uint8Array(9)
  data[0] = 7
  new DataView(data.buffer).setBigUint64(1, amount, true)
  return [
    {
      programAddress: associatedTokenProgram,
      accounts: [
        { address: payer, role: AccountRole.WRITABLE_SIGNER },
        { address: account, role: AccountRole.WRITABLE },
        { address: payer, role: AccountRole.READONLY },
        { address: mint, role: AccountRole.READONLY },
        { address: systemProgram, role: AccountRole.READONLY },
        { address: program, role: AccountRole.READONLY },
      ],
      data: Uint8Array.of(1),
    },
    {
      programAddress: program,
      accounts: [
        { address: mint, role: AccountRole.WRITABLE },
        { address: account, role: AccountRole.WRITABLE },
        { address: payer, role: AccountRole.READONLY_SIGNER },
      ],
      data,
    },
  ]
}

/** The balance of a token account of either program; 0 if it does not exist. */
export function balanceOf(svm: Svm, account: Address): bigint {
  const snapshot = svm.read(account)
  return snapshot === null ? 0n : tokenAccountLayout.view(snapshot.data, 'atLeast').amount
}
