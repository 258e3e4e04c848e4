export { tokensAlong } from './quoteRoute.ts'
export { pathOf, routeOf } from './route.ts'
export { directionLength } from './samples.ts'
