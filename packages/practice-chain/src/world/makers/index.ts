export type { DerivedKey } from '../deriveKey.ts'
export { deriveKey } from '../deriveKey.ts'
export { drawEmblem, emblemOf } from '../emblem.ts'
export { describeName, inventToken } from '../launches/inventToken.ts'
export {
  type Launch,
  launchInstruction,
  launchUnits,
  migrationInstruction,
  migrationUnits,
} from '../launches/pumpInstructions.ts'
export { type Random, seededRandom } from '../random.ts'
export { metadataUri, practiceOrigin } from '../token.ts'
export { castOf, launchersIn, type Maker, snipersIn } from './cast.ts'
export { createFloor, type Floor, type Market, type Turn } from './floor.ts'
export { marketOf, type Traded } from './marketOf.ts'
export { quotationOf } from './quotation.ts'
