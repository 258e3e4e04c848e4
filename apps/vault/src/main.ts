import { answerDoor, appOriginOf } from '@tern/custody'
import { joinSigner } from './signer.ts'

const appOrigin = appOriginOf(location.origin)

/** Carries what the terminal asks to the signer, and its answers back. */
function serve(port: MessagePort): void {
  const signer = joinSigner()
  signer.addEventListener('message', ({ data }) => port.postMessage(data))
  signer.addEventListener('error', () => port.postMessage('stopped'))
  port.addEventListener('message', ({ data }) => signer.postMessage(data, []))
  signer.start()
  port.start()
}

// Nobody opens it by itself.
if (appOrigin === undefined || parent === window) location.replace(appOrigin ?? '/')
else answerDoor(parent, appOrigin, window, serve)
