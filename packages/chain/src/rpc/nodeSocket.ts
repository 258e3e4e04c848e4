/** For Node 20, which has no `WebSocket` of its own. In a module of its own: what bundlers need to read it they put beside it. */
export { WebSocket } from 'ws'
