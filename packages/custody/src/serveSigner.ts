import { TernError } from '@tern/core'
import * as v from 'valibot'
import { type AutoLock, isTimeToLock, standardAutoLock, steadyClock } from './autoLock.ts'
import type { Reply } from './caller.ts'
import { addressesOf, phraseOf } from './foreignSecrets.ts'
import { createKeystore } from './keystore.ts'
import type { Keystore } from './keystoreDuties.ts'
import { practicePhrase } from './practiceWallet.ts'
import { type Notice, requestSchema, signingSchema } from './requests.ts'
import { sentError } from './sentError.ts'

/** The side of a message channel that the signer is served on: a worker's global scope or a `MessagePort`. */
export interface SignerPort {
  postMessage(message: unknown, transfer?: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
}

const callIn = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'call' in data ? data.call : undefined
const isLock = (data: unknown): data is { readonly saidAtMs?: unknown } => callIn(data) === 'lock'
const openings: readonly unknown[] = ['unlock', 'create', 'createOfPhrase']
const isOpening = (data: unknown) => openings.includes(callIn(data))

/** A passphrase in what is no request, under whatever name. */
function zeroSecrets(data: unknown): void {
  if (typeof data !== 'object' || data === null) return
  for (const value of Object.values(data)) if (value instanceof Uint8Array) value.fill(0)
}

/** What goes to a page with an answer and stays with nobody else. */
function givenAway(message: Reply): Transferable[] {
  const answer = 'answer' in message ? message.answer : undefined
  const holdsSecret = typeof answer === 'object' && answer !== null && 'secret' in answer
  return holdsSecret && answer.secret instanceof Uint8Array ? [answer.secret.buffer] : []
}

/** One signer for the pages that connect to it. */
export interface Signer {
  /** Serves a page. What it asks is answered on its own port only; what is open, all pages are told. */
  connect(port: SignerPort): void
  /** Locks if it is time to. Every request looks first, so that what is late locks all the same. */
  look(): void
}

/**
 * A signer with a keystore of its own, which answers every request of every page, one after another. Each page's requests
 * pass the same firewall, whoever unlocked; a passphrase goes from the page where it was typed straight to the signer.
 * It locks by itself when nobody has been there for long enough: here, where no page that is frozen or asleep holds it up.
 * @param steady a clock that nobody sets, in milliseconds; it may stand still while the machine sleeps.
 * @param life the Web Lock that it holds while it lives, told to its pages.
 */
export function createSigner(
  life?: string,
  keystore: Keystore = createKeystore(),
  now: () => number = Date.now,
  steady: () => number = now === Date.now ? () => performance.now() : now,
): Signer {
  const ports = new Set<SignerPort>()
  let told = ''

  const notice = (): Notice => ({
    open: keystore.addresses,
    signedLamports: keystore.signedLamports,
    ...(life !== undefined && { life }),
  })

  function tellAll(): void {
    const state = `${keystore.addresses.join()} ${keystore.signedLamports}`
    if (state === told) return
    told = state
    for (const port of ports) port.postMessage(notice())
  }

  let rule: AutoLock = standardAutoLock
  const elapsed = steadyClock(now, steady)
  let lastActivityMs = elapsed()
  let lastInSightMs = elapsed()
  let lastOpeningMs = 0
  /** How often somebody has locked: what was asked before signs nothing afterwards. */
  let locks = 0

  function lock(): void {
    locks++
    keystore.lock()
  }

  function look(): void {
    if (!keystore.hasKeys || keystore.isPractice) return
    if (!isTimeToLock(rule, { lastActivityMs, lastInSightMs }, elapsed())) return
    keystore.lock()
    tellAll()
  }

  function noteOpened(hadKeys: boolean): void {
    if (hadKeys || !keystore.hasKeys) return
    lastActivityMs = lastInSightMs = elapsed()
  }

  /** Whether a lock is of now: one that a sleeping tab passes on late may be from before an unlocking. */
  const isLate = ({ saidAtMs }: { readonly saidAtMs?: unknown }) =>
    typeof saidAtMs === 'number' && saidAtMs < lastOpeningMs

  function answer(request: v.InferOutput<typeof requestSchema>): unknown {
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
        return keystore.sign(request)
      case 'admit':
        admit(request.port)
        return null
      case 'readTrades':
        return keystore.readTrades(request)
      case 'readWithdrawal':
        return keystore.readWithdrawal(request)
      case 'withdraw':
        return keystore.withdraw(request)
    }
  }

  async function reply(
    schema: typeof requestSchema | typeof signingSchema,
    data: unknown,
    locksBefore: number,
  ): Promise<Reply | undefined> {
    const request = v.safeParse(schema, data, { abortEarly: true })
    if (!request.success) {
      zeroSecrets(data)
      const id = typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined
      if (typeof id !== 'number') return undefined
      const at = v.getDotPath(request.issues[0]) ?? ''
      return { id, error: sentError(new TernError('wallet/requestMalformed', { at }), 'request') }
    }
    const { id, call } = request.output
    look()
    const hadKeys = keystore.hasKeys
    // An unlocking that was asked for before may come in between.
    if (locks !== locksBefore && (call === 'sign' || call === 'withdraw')) {
      zeroSecrets(data)
      return { id, error: sentError(new TernError('wallet/locked', { address: request.output.address }), call) }
    }
    try {
      return { id, answer: await answer(request.output) }
    } catch (error) {
      return { id, error: sentError(error, call) }
    } finally {
      noteOpened(hadKeys)
    }
  }

  let turn: Promise<void> = Promise.resolve()

  /** A page's own port. It waits for its answer alone: what is open is told by whoever brought the port. */
  function admit(port: MessagePort): void {
    port.addEventListener('message', ({ data }) => {
      const before = locks
      turn = turn.then(async () => {
        const message = await reply(signingSchema, data, before)
        if (message) port.postMessage(message)
        tellAll()
      })
    })
    port.start()
  }

  return {
    look,
    connect(port) {
      ports.add(port)
      port.postMessage(notice())
      port.addEventListener('message', ({ data }) => {
        // What waits is not signed any more once somebody locks, however much there is; it locks in its turn too, after an
        // unlocking that is under way.
        if (isLock(data) && !isLate(data)) lock()
        if (isOpening(data)) lastOpeningMs = now()
        const before = locks
        turn = turn.then(async () => {
          const message = await reply(requestSchema, data, before)
          tellAll()
          if (message) port.postMessage(message, givenAway(message))
        })
      })
    },
  }
}
