export { createPoolIndex, type PoolIndex, type RouteOptions } from './poolIndex.ts'
export { type ChosenPath, quoteRoute } from './quoteRoute.ts'
export type { Route, RouteHop, RoutePath, RouteRequest } from './route.ts'
