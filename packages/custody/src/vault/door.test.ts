import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerDoor, appOriginOf, type DoorWindow, knockAt, vaultOriginOf } from './door.ts'

const app = 'https://tern.example'
const vault = 'https://vault.tern.example'

/** A window that receives messages with the sender's origin, like a browser's. */
class FakeWindow implements DoorWindow {
  readonly listeners = new Set<(event: MessageEvent<unknown>) => void>()
  readonly origin: string
  constructor(origin: string) {
    this.origin = origin
  }
  addEventListener(_: 'message', listener: (event: MessageEvent<unknown>) => void) {
    this.listeners.add(listener)
  }
  removeEventListener(_: 'message', listener: (event: MessageEvent<unknown>) => void) {
    this.listeners.delete(listener)
  }
  receive(origin: string, source: unknown, data: unknown, ports: readonly unknown[] = []) {
    for (const listener of [...this.listeners])
      listener({ origin, source, data, ports } as unknown as MessageEvent<unknown>)
  }
  /** This window as `from` sees it. */
  seenBy(from: () => FakeWindow, seen: () => unknown) {
    return {
      postMessage: (message: unknown, target: string, transfer: Transferable[] = []) => {
        if (target === this.origin) this.receive(from().origin, seen(), message, transfer)
      },
    }
  }
}

/** A page at `origin` that frames the vault. */
function framed(origin: string) {
  const [page, frame] = [new FakeWindow(origin), new FakeWindow(vault)]
  const views: { frame: object; parent: object } = { frame: {}, parent: {} }
  const frameSeen = frame.seenBy(
    () => page,
    () => views.parent,
  )
  const parentSeen = page.seenBy(
    () => frame,
    () => views.frame,
  )
  views.frame = frameSeen
  views.parent = parentSeen
  return { page, frame, frameSeen, parentSeen }
}

describe('origins', () => {
  it('of the terminal and the vault are distinct and follow from each other', () => {
    for (const origin of [app, 'http://tern.localhost:8787']) {
      expect(appOriginOf(vaultOriginOf(origin))).toBe(origin)
      expect(appOriginOf(origin)).toBeUndefined()
    }
    expect(vaultOriginOf(app)).toBe(vault)
  })
})

describe('the door', () => {
  it('connects the terminal and its vault by a port', async () => {
    const { page, frame, frameSeen, parentSeen } = framed(app)
    const knocking = knockAt(frameSeen, vault, page)
    const ports: MessagePort[] = []
    answerDoor({ parent: parentSeen, appOrigin: app, self: frame }, port => ports.push(port))
    const port = await knocking
    const [inner] = ports
    if (inner === undefined) throw new RangeError('no port')
    const received = new Promise(resolve => inner.addEventListener('message', ({ data }) => resolve(data)))
    inner.start()
    port.postMessage('hello')
    expect(await received).toBe('hello')
    inner.close()
  })

  it.each(['https://evil.example', 'http://tern.example', 'https://tern.example:444', 'null', vault])(
    'stays shut when %s frames the vault',
    async origin => {
      const { page, frame, frameSeen, parentSeen } = framed(origin)
      let isOpen = false
      void knockAt(frameSeen, vault, page).then(() => {
        isOpen = true
      })
      answerDoor({ parent: parentSeen, appOrigin: app, self: frame }, () => {
        isOpen = true
      })
      // It missed the vault's message, but knocks nevertheless.
      frame.receive(origin, parentSeen, 'tern-vault:knock', [new MessageChannel().port1])
      await Promise.resolve()
      expect(isOpen).toBe(false)
    },
  )

  it('accepts a single knock, from the page that frames it alone', () => {
    const { frame, parentSeen } = framed(app)
    const ports: unknown[] = []
    answerDoor({ parent: parentSeen, appOrigin: app, self: frame }, port => ports.push(port))
    const knock = 'tern-vault:knock'
    frame.receive(app, {}, knock, ['another window of the terminal'])
    frame.receive(app, null, knock, ['no window'])
    frame.receive(app, parentSeen, knock, [])
    frame.receive(app, parentSeen, knock, ['two', 'ports'])
    fc.assert(
      fc.property(fc.anything(), data => {
        fc.pre(data !== knock)
        frame.receive(app, parentSeen, data, ['a port'])
      }),
    )
    expect(ports).toEqual([])
    frame.receive(app, parentSeen, knock, ['the port'])
    frame.receive(app, parentSeen, knock, ['a second one'])
    expect(ports).toEqual(['the port'])
  })

  it('sends no port unless the vault in this very frame asks', () => {
    const { page, frameSeen } = framed(app)
    let knocks = 0
    const frame = { ...frameSeen, postMessage: () => knocks++ }
    void knockAt(frame, vault, page)
    page.receive(app, frame, 'tern-vault:ready')
    page.receive('https://evil.example', frame, 'tern-vault:ready')
    page.receive(vault, {}, 'tern-vault:ready')
    page.receive(vault, frame, 'tern-vault:knock')
    expect(knocks).toBe(0)
    page.receive(vault, frame, 'tern-vault:ready')
    page.receive(vault, frame, 'tern-vault:ready')
    expect(knocks).toBe(1)
  })
})
