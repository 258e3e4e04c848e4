export { program } from './addresses.ts'
export {
  encodeRouteExactIn,
  encodeRouteExactOut,
  type RouterHop,
  type RouterMarket,
  type RouterRoute,
} from './instructions.ts'
export { routerPriceLimit } from './priceLimit.ts'
export { type HopPrice, hasExactOut, routerHop } from './routerHop.ts'
