export { type PracticeChain, type PracticeChainOptions, startPracticeChain } from './startPracticeChain.ts'
export type { WorldToken } from './world/worldVenue.ts'
