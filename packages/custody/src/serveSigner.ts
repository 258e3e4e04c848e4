import { type Address, TernError } from '@tern/core'
import * as v from 'valibot'
import type { AccountOwners } from './accountOwners.ts'
import { type AutoLock, isTimeToLock, standardAutoLock, steadyClock } from './autoLock.ts'
import type { Reply } from './caller.ts'
import { addressesOf, phraseOf } from './foreignSecrets.ts'
import { createKeystore } from './keystore.ts'
import type { Keystore } from './keystoreDuties.ts'
import { practicePhrase } from './practiceWallet.ts'
import { type Notice, requestSchema, signingSchema } from './requests.ts'
import { sentError } from './sentError.ts'

/** The end of a channel that serves the signer: a worker's global scope or a `MessagePort`. */
export interface SignerPort {
  postMessage(message: unknown, transfer?: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
}

/** The fields of a message that no schema has checked yet. `page`: the Web Lock that a page of the vault holds. */
interface Unchecked {
  readonly id?: unknown
  readonly call?: unknown
  readonly page?: unknown
  readonly secret?: unknown
}

/** Reads the fields of any value. A field that `data` lacks is `undefined`, also if `data` is not an object. */
const fieldsOf = (data: unknown): Unchecked => Object(data)
const isLock = (data: unknown): data is { readonly saidAtMs?: unknown } => fieldsOf(data).call === 'lock'

/** Levels of a request that may hold a secret: `secretKeys[0].secretKey`. */
const secretLevels = 3

/** Zero-fills every byte array of a refused message, because any field may hold a secret. */
function zeroSecrets(data: unknown, levels = secretLevels): void {
  if (data instanceof Uint8Array) data.fill(0)
  else if (levels > 0) for (const value of Object.values(fieldsOf(data))) zeroSecrets(value, levels - 1)
}

/** Returns the secret of an answer for transfer, so that no copy stays in the signer. */
function givenAway(message: Reply): Transferable[] {
  const { secret } = fieldsOf('answer' in message ? message.answer : undefined)
  return secret instanceof Uint8Array ? [secret.buffer] : []
}

type Parsed = ReturnType<typeof v.safeParse<typeof requestSchema | typeof signingSchema>>

/** Lists the token accounts that the messages of a request close without a trade, by their terms. */
const closedIn = (request: v.InferOutput<typeof requestSchema>): readonly Address[] =>
  request.call === 'sign' || request.call === 'readTrades'
    ? request.messages.flatMap(({ terms: { closes = [], receive, spend } }) =>
        receive.length + spend.length === 0 ? closes : [],
      )
    : []

/** How the signer and its pages notice each other's end: each holds a Web Lock while it lives. */
export interface Lives {
  /** The signer's lock. The pages receive its name. */
  readonly life: string
  /** Settles once no page holds the lock. Without it, the signer ends with its page. */
  readonly whenFree?: (lock: string) => Promise<unknown>
}

/** Longer than a reload. After this time without a page, the person is away. */
const closedMs = 15_000

/** A signer that serves every connected page. */
export interface Signer {
  /** Serves a page. The page alone gets the answers to its requests; every page gets the notices. */
  connect(port: SignerPort): void
  /** Locks if it is time to. It also runs before each request, in case a timer is late. */
  look(): void
  /** Locks, unless the wallets were unlocked after `saidAtMs` (milliseconds since 1970). */
  lock(saidAtMs: number): void
}

/** A signer's clocks, in milliseconds. Unset: the machine's clocks. */
interface SignerClocks {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A clock that the user cannot set. It may stop while the machine sleeps. */
  readonly steady: () => number
}

/**
 * Creates a signer with its own keystore. It answers the requests of all pages in turn, never two at a time.
 * The same firewall checks every page's requests. A passphrase goes from its page straight to the signer.
 * It locks after a time without a user. The timer runs here, so a frozen or sleeping page cannot delay it.
 * If pages share it, it also locks 15 s after the last page is gone.
 */
export function createSigner(
  {
    life,
    whenFree,
    now = Date.now,
    steady = now === Date.now ? () => performance.now() : now,
  }: Partial<Lives & SignerClocks> = {},
  keystore: Keystore = createKeystore(),
): Signer {
  const ports = new Set<SignerPort>()
  let reported = ''

  const notice = (): Notice => ({
    open: keystore.addresses,
    signedLamports: keystore.signedLamports,
    ...(life !== undefined && { life }),
  })

  function notifyAll(): void {
    const state = `${keystore.addresses.join()} ${keystore.signedLamports}`
    if (state === reported) return
    reported = state
    for (const port of ports) port.postMessage(notice())
  }

  let rule: AutoLock = standardAutoLock
  const elapsed = steadyClock(now, steady)
  let lastActivityMs = elapsed()
  let lastInSightMs = elapsed()
  let lastOpeningMs = 0
  let pages = 0
  let lastPageMs = elapsed()
  /** The page that has created wallets but not stored its bundle yet. */
  let maker: SignerPort | undefined
  /** Counts locks. A request from before a lock signs nothing after it. */
  let locks = 0

  function lock(): void {
    locks++
    maker = undefined
    keystore.lock()
  }

  function look(): void {
    if (!keystore.hasKeys) return
    const isIdle = !keystore.isPractice && isTimeToLock(rule, { lastActivityMs, lastInSightMs }, elapsed())
    const isClosed = whenFree !== undefined && pages === 0 && elapsed() - lastPageMs >= closedMs
    if (!isIdle && !isClosed) return
    lock()
    notifyAll()
  }

  /** Counts a page until it is gone. A page that crashes says nothing, but the browser frees its lock. */
  async function count(port: SignerPort, gone: Promise<unknown>): Promise<void> {
    pages++
    // A page that the browser kept for going back may have missed a notice.
    ports.add(port)
    port.postMessage(notice())
    await gone.catch(() => undefined)
    pages--
    lastPageMs = elapsed()
    ports.delete(port)
    // No page can store these wallets any more.
    if (maker === port) lock()
    notifyAll()
  }

  function noteOpened(hadKeys: boolean): void {
    if (hadKeys || !keystore.hasKeys) return
    lastActivityMs = lastInSightMs = elapsed()
  }

  /** Checks if a lock request is older than the last request to unlock or create. A sleeping tab may send it late. */
  const isLate = ({ saidAtMs }: { readonly saidAtMs?: unknown }) =>
    typeof saidAtMs === 'number' && saidAtMs < lastOpeningMs

  function answer(request: v.InferOutput<typeof requestSchema>, owners: AccountOwners | undefined): unknown {
    switch (request.call) {
      case 'payees':
        return keystore.payees(request)
      case 'create':
        return keystore.create(request)
      case 'createOfPhrase':
        return keystore.createOfPhrase(request)
      case 'addWallet':
        return keystore.addWallet(request)
      case 'importWallets':
        return keystore.importWallets(request)
      case 'replaceLock':
        return keystore.replaceLock(request)
      case 'addPasskey':
        return keystore.addPasskey(request)
      case 'removePasskey':
        return keystore.removePasskey(request)
      case 'changeWallet':
        return keystore.changeWallet(request)
      case 'keep':
        return keystore.keep(request)
      case 'approve':
        return keystore.approve(request)
      case 'prove':
        return keystore.prove(request)
      case 'exportKey':
        return keystore.exportKey(request)
      case 'unlock':
        return keystore.unlock(request)
      case 'derive':
        return addressesOf(request)
      case 'importKeys':
        return keystore.importKeys(request)
      case 'givePhrase':
        return keystore.givePhrase(request)
      case 'revealPhrase':
        return phraseOf(request)
      case 'practise':
        return keystore.practise(request)
      case 'openPractice':
        return keystore.openPractice(request)
      case 'practicePhrase':
        return practicePhrase(request.wallet).then(secret => ({ secret }))
      case 'lock':
        return isLate(request) ? null : keystore.lock()
      case 'autoLock':
        rule = request.rule
        return null
      case 'presence':
        if (request.isActive) lastActivityMs = elapsed()
        if (request.isInSight) lastInSightMs = elapsed()
        return null
      case 'limits':
        return keystore.limits(request)
      case 'sign':
        return keystore.sign(request, owners)
      case 'admit':
        admit(request.port)
        return null
      case 'readTrades':
        return keystore.readTrades(request, owners)
      case 'readUnits':
        return keystore.readUnits(request)
      case 'readWithdrawal':
        return keystore.readWithdrawal(request)
      case 'withdraw':
        return keystore.withdraw(request)
    }
  }

  async function reply(
    data: unknown,
    request: Parsed,
    { locksBefore, owners }: { readonly locksBefore: number; readonly owners: AccountOwners | undefined },
  ): Promise<Reply | undefined> {
    if (!request.success) {
      zeroSecrets(data)
      const { id } = fieldsOf(data)
      if (typeof id !== 'number') return undefined
      const at = v.getDotPath(request.issues[0]) ?? ''
      return { id, error: sentError(new TernError('wallet/requestMalformed', { at }), 'request') }
    }
    const { id, call } = request.output
    look()
    const hadKeys = keystore.hasKeys
    // Without this check, an unlock from before the lock could run in between, and the request would sign.
    if (locks !== locksBefore && (call === 'sign' || call === 'withdraw')) {
      zeroSecrets(data)
      return { id, error: sentError(new TernError('wallet/locked', { address: request.output.address }), call) }
    }
    try {
      return { id, answer: await answer(request.output, owners) }
    } catch (error) {
      return { id, error: sentError(error, call) }
    } finally {
      noteOpened(hadKeys)
    }
  }

  let turn: Promise<void> = Promise.resolve()

  /**
   * Answers a request in its turn. If it closes token accounts without a trade, first asks the server for their owners.
   * Other requests do not wait for the server.
   */
  function serve(schema: typeof requestSchema | typeof signingSchema, data: unknown, port: SignerPort): void {
    const locksBefore = locks
    const request = v.safeParse(schema, data, { abortEarly: true })
    const takeTurn = (owners?: AccountOwners) => {
      turn = turn.then(async () => {
        const message = await reply(data, request, { locksBefore, owners })
        notifyAll()
        if (message) port.postMessage(message, givenAway(message))
      })
    }
    const closed = request.success ? closedIn(request.output) : []
    if (closed.length === 0) takeTurn()
    else void keystore.readOwners(closed).then(takeTurn)
  }

  /** Serves a port with `SigningCalls` alone. Notices go to the page that brought the port. */
  function admit(port: MessagePort): void {
    port.addEventListener('message', ({ data }) => {
      serve(signingSchema, data, port)
    })
    port.start()
  }

  return {
    look,
    lock(saidAtMs) {
      if (isLate({ saidAtMs })) return
      lock()
      notifyAll()
    },
    connect(port) {
      look()
      lastPageMs = elapsed()
      ports.add(port)
      port.postMessage(notice())
      port.addEventListener('message', ({ data }) => {
        const { call, page } = fieldsOf(data)
        if (whenFree && typeof page === 'string') return void count(port, whenFree(page))
        // A lock takes effect at once, so waiting requests sign nothing. It also runs in its turn, after an unlock in progress.
        if (isLock(data) && !isLate(data)) lock()
        const isMaking = call === 'create' || call === 'createOfPhrase'
        if (isMaking || call === 'unlock') lastOpeningMs = now()
        if (isMaking) maker = port
        // These calls forget the made wallets. With `keep`, their own page reports that it has stored the bundle.
        else if (call === 'unlock' || call === 'practise' || (call === 'keep' && port === maker)) maker = undefined
        serve(requestSchema, data, port)
      })
    },
  }
}
