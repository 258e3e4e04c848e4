import { TernError } from '@tern/core'
import * as v from 'valibot'
import type { AccountOwners } from './accountOwners.ts'
import type { Reply } from './caller.ts'
import { addressesOf, phraseOf } from './foreignSecrets.ts'
import { createKeystore } from './keystore.ts'
import type { Keystore } from './keystoreDuties.ts'
import { createLockTimer, type SignerClocks } from './lockTimer.ts'
import { practicePhrase } from './practiceWallet.ts'
import { requestSchema, signingSchema } from './requests.ts'
import { sentError } from './sentError.ts'
import {
  closedIn,
  fieldsOf,
  givenAway,
  isLock,
  refuseMalformed,
  type SignerRequest,
  zeroSecrets,
} from './signerMessages.ts'
import { createSignerPages, type SignerPort } from './signerPages.ts'

/** How the signer and its pages notice each other's end: each holds a Web Lock while it lives. */
export interface Lives {
  /** The signer's lock. The pages receive its name. */
  readonly life: string
  /** Settles once no page holds the lock. Without it, the signer ends with its page. */
  readonly whenFree?: (lock: string) => Promise<unknown>
}

/** A signer that serves every connected page. */
export interface Signer {
  /** Serves a page. The page alone gets the answers to its requests; every page gets the notices. */
  connect(port: SignerPort): void
  /** Locks if it is time to. It also runs before each request, in case a timer is late. */
  look(): void
  /** Locks, unless the wallets were unlocked after `saidAtMs` (milliseconds since 1970). */
  lock(saidAtMs: number): void
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
  const pages = createSignerPages(keystore, life)
  const timer = createLockTimer({ now, steady })
  let pageCount = 0
  let lastOpeningMs = 0
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
    const isIdle = !keystore.isPractice && timer.isIdle()
    const isClosed = whenFree !== undefined && pageCount === 0 && timer.isClosed()
    if (!isIdle && !isClosed) return
    lock()
    pages.notify()
  }

  /** Counts a page until it is gone. A page that crashes says nothing, but the browser frees its lock. */
  async function count(port: SignerPort, gone: Promise<unknown>): Promise<void> {
    pageCount++
    // A page that the browser kept for going back may have missed a notice.
    pages.add(port)
    await gone.catch(() => undefined)
    pageCount--
    timer.notePage()
    pages.remove(port)
    // No page can store these wallets any more.
    if (maker === port) lock()
    pages.notify()
  }

  /** Checks if a lock request is older than the last request to unlock or create. A sleeping tab may send it late. */
  const isLate = ({ saidAtMs }: { readonly saidAtMs?: unknown }) =>
    typeof saidAtMs === 'number' && saidAtMs < lastOpeningMs

  /** Answers a request. The keystore has a duty of the same name for every call that is not listed here. */
  function answer(request: SignerRequest, owners: AccountOwners | undefined): unknown {
    switch (request.call) {
      case 'derive':
        return addressesOf(request)
      case 'revealPhrase':
        return phraseOf(request)
      case 'practicePhrase':
        return practicePhrase(request.wallet).then(secret => ({ secret }))
      case 'lock':
        return isLate(request) ? null : keystore.lock()
      case 'autoLock':
        timer.setRule(request.rule)
        return null
      case 'presence':
        timer.notePresence(request)
        return null
      case 'admit':
        admit(request.port)
        return null
      default: {
        const duty: (ask: never, owners?: AccountOwners) => unknown = keystore[request.call]
        return duty(request as never, owners)
      }
    }
  }

  async function reply(
    data: unknown,
    request: v.SafeParseResult<typeof requestSchema | typeof signingSchema>,
    { locksBefore, owners }: { readonly locksBefore: number; readonly owners: AccountOwners | undefined },
  ): Promise<Reply | undefined> {
    if (!request.success) return refuseMalformed(data, v.getDotPath(request.issues[0]) ?? '')
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
      if (!hadKeys && keystore.hasKeys) timer.notePresence({ isActive: true, isInSight: true })
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
        pages.notify()
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
      pages.notify()
    },
    connect(port) {
      look()
      timer.notePage()
      pages.add(port)
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
