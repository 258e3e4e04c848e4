/** For Node.js 20, which has no `WebSocket`. A separate module keeps the bundlers' interop code for `ws` out of a page's main chunk. */
export { WebSocket } from 'ws'
