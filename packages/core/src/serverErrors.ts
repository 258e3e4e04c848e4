import { type TernError as Base, type ErrorCode, knowing } from './errors.ts'
import { hostCatalogue } from './hostErrors.ts'
import { tradeCatalogue } from './tradeErrors.ts'
import { walletCatalogue } from './walletErrors.ts'

/** The errors of whoever serves, or is a chain to practise on, as those in `errors.ts`: no page loads them. */
export const serverCatalogue = {
  'bundle/notBundle': (_: { what: string }) => `Not a wallet bundle: ${_.what}`,
  'bundle/notProved': (_: object) =>
    'Only who holds a key of the stored wallets may change their file: unlock, then try again',
  'bundle/revConflict': (_: { rev: number }) => `The stored bundle is at revision ${_.rev}: read it before changing it`,
  'practice/airdropFailed': (f: { why: string }) => `The faucet could not pay: ${f.why}`,
  'practice/chainDamaged': (f: { file: string; why: string }) => `${f.file} is damaged: ${f.why}`,
  'practice/journalFailed': (f: { file: string; why: string }) =>
    `The practice chain cannot write ${f.file} (${f.why}): it stands still until there is room and Tern is started again`,
  'practice/notLinkable': (f: { why: string }) => `The object file cannot be linked: ${f.why}`,
  'practice/programFailed': (f: { code: number | 'panic'; logs: readonly string[] }) =>
    `A program failed with error ${f.code}`,
  'practice/proxy': (f: { name: string; why: string }) => `${f.name} ${f.why}`,
  'practice/recordedAccount': (f: { file: string; why: string }) => `${f.file} holds no recorded account: ${f.why}`,
  'practice/refused': (f: { code: number; message: string; data?: Readonly<Record<string, unknown>> | string }) =>
    f.message,
  'practice/rollback': (f: { slots: bigint; most: bigint }) =>
    `${f.slots} slots cannot be rolled back: 1 to ${f.most} can, the rest is final`,
  'practice/scriptTooLong': (f: { bytes: number; most: number }) =>
    `The effects of an invocation take ${f.bytes} of at most ${f.most} bytes`,
  'practice/travel': (_: object) => 'The chain travels forward only, by one slot or more, and not beyond 2⁵³',
  'config/badValue': (_: { name: string; why: string }) => `${_.name} ${_.why}`,
  'config/mainnet': (_: { genesisHash: string }) =>
    'RPC_URL is mainnet: real money. Tern refuses it unless TERN_MAINNET=i-know',
  'config/portInUse': (_: { name: string; port: number }) => `${_.name} ${_.port} is in use: choose another`,
  'config/upstream': (_: { why: string }) => `RPC_URL does not answer as a Solana node does: ${_.why}`,
  'database/locked': (_: { dataDir: string; pid: number | undefined }) =>
    `DATA_DIR ${_.dataDir} is in use by ${_.pid === undefined ? 'a process of another container' : `process ${_.pid}`}: stop it, or choose another directory`,
  'database/unavailable': (_: { why: string }) => `The database does not answer: ${_.why}`,
  'http/badRequest': (_: { what: string }) => `The request is not understood: ${_.what}`,
  'http/bodyTooLarge': (_: { mostBytes: number }) => `The body is larger than ${_.mostBytes} bytes`,
  'http/crossSite': (_: { origin: string }) => 'Requests that change something must come from this site',
  'http/methodNotAllowed': (_: { allowed: string }) => `Only ${_.allowed} here`,
  'http/notFound': (_: { path: string }) => 'There is nothing here',
  'http/notJson': (_: { contentType: string }) => 'The body must be JSON, sent as application/json',
  'http/tooManyRequests': (_: { retryAfterSeconds: number }) => 'Too many requests: try again shortly',
  'http/unknownHost': (_: { host: string }) =>
    'This server is not known by that name: set PUBLIC_HOST to the name it is reached by',
  'gateway/answer': (_: { method: string; why: string }) => `The node gave no proper answer to ${_.method}: ${_.why}`,
  'gateway/methodNotFound': (_: { method: string }) => 'Method not found',
  'gateway/otherChain': (_: { expected: string; actual: string }) =>
    `The node is of another chain now (genesis hash ${_.actual.slice(0, 44)}): nothing is sent`,
  'gateway/subscriptionLimit': (_: { most: number }) => `No more than ${_.most} subscriptions on one socket`,
  'gateway/unreachable': (_: { method: string }) => 'The node cannot be reached',
  'relayer/badTransaction': (_: { index: number; why: string }) => `Transaction ${_.index} is refused: ${_.why}`,
  'relayer/signatureInvalid': (_: { index: number; signer: string }) =>
    `Transaction ${_.index} is refused: ${_.signer} has not signed it`,
  'relayer/skipped': (_: Record<never, never>) => 'skipRelayer is set: nothing was sent',
  'relayer/unknownProgram': (_: { index: number; program: string }) =>
    `Transaction ${_.index} is refused: program ${_.program} is not one this relayer sends to`,
  'relayer/unknownProvider': (_: { index: number; provider: string }) =>
    `Transaction ${_.index} is refused: provider ${_.provider} is not known here`,
} as const

/** The same class for those who throw these errors: whoever takes it from here has their texts, and all others. */
export const TernError = knowing({ ...tradeCatalogue, ...walletCatalogue, ...hostCatalogue, ...serverCatalogue })
export type TernError<C extends ErrorCode = ErrorCode> = Base<C>
