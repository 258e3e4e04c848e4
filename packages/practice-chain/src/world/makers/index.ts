export type { DerivedKey } from '../deriveKey.ts'
export { deriveKey } from '../deriveKey.ts'
export { drawEmblem, emblemOf } from '../emblem.ts'
export { describeName, inventToken } from '../launches/inventToken.ts'
export { type Random, seededRandom } from '../random.ts'
export { metadataUri, practiceOrigin } from '../token.ts'
export {
  type CompleteCurve,
  type CurveVenue,
  type Deed,
  launchedMint,
  type Moving,
  type NewToken,
} from '../worldVenue.ts'
export { curveVenues, worldCandidates, worldVenueOf } from '../worldVenues.ts'
export { castOf, launchersIn, type Maker, providersIn, snipersIn } from './cast.ts'
export { createFloor, type Floor, type Market, type Turn } from './floor.ts'
export { graduatedMarket, marketOf, type Traded } from './marketOf.ts'
export { type ProviderActions, provideLiquidity } from './provideLiquidity.ts'
export { quotationOf } from './quotation.ts'
