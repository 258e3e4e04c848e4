import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { tokensQuery } from './data/market/tokens.ts'
import { queryClient } from './data/queryClient.ts'
import type { ActivitySearch } from './features/activity/search.ts'
import { FilterForm } from './features/discover/FilterPopover.tsx'
import { parseDiscoverSearch } from './features/discover/search.ts'
import { DiscoverView, NothingListed, Table } from './features/discover/View.tsx'
import type { PoolsSearch } from './features/pools/search.ts'
import type { PortfolioSearch } from './features/portfolio/search.ts'
import { parseSwapSearch } from './features/swap/search.ts'
import { parseTokenSearch } from './features/token/search.ts'
import type { WalletsSearch } from './features/wallets/search.ts'
import { lazyPage, preloadInTurn } from './lazyPage.tsx'
import { ownPage, strangersPage, Waiting } from './ownPages.tsx'
import { PositionsBelow } from './PositionsBelow.tsx'
import { PageFailed } from './shell/PageFailed.tsx'
import { PaletteList } from './shell/Palette.tsx'
import { KeySheet, Shell, VaultWindowDialog } from './shell/Shell.tsx'
import { OtherChainDialog } from './shell/UnlockDialog.tsx'

/** All pages but Discover, the usual first page, which is part of the main chunk. */
const views = {
  welcome: lazyPage(() => import('./WelcomePage.tsx'), 'WelcomePage'),
  token: lazyPage(() => import('./TokenPage.tsx'), 'TokenPage'),
  wallets: lazyPage(() => import('./features/wallets/View.tsx'), 'WalletsView'),
  swap: lazyPage(() => import('./features/swap/View.tsx'), 'SwapView'),
  pools: lazyPage(() => import('./features/pools/View.tsx'), 'PoolsView'),
  createPool: lazyPage(() => import('./features/pools/CreateView.tsx'), 'CreateView'),
  pool: lazyPage(() => import('./features/pools/PoolView.tsx'), 'PoolView'),
  portfolio: lazyPage(() => import('./features/portfolio/View.tsx'), 'PortfolioView'),
  activity: lazyPage(() => import('./features/activity/View.tsx'), 'ActivityView'),
  settings: lazyPage(() => import('./features/settings/View.tsx'), 'SettingsView'),
  none: lazyPage(() => import('./shell/NoSuchPage.tsx'), 'NoSuchPage'),
}

/** Passes the URL's parameters on unparsed: each page parses its own, in its own chunk. */
const readByPage = <Search,>(search: Record<string, unknown>) => search as Search

const root = createRootRoute({ component: Shell, notFoundComponent: views.none })

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: strangersPage(views.welcome),
})

function Discover() {
  return (
    <>
      <DiscoverView />
      <PositionsBelow />
    </>
  )
}

const discover = createRoute({
  getParentRoute: () => root,
  path: '/discover',
  // Requests the list before the page renders.
  loader: () => void queryClient.prefetchQuery(tokensQuery),
  component: Discover,
  validateSearch: parseDiscoverSearch,
})

const token = createRoute({
  getParentRoute: () => root,
  path: '/t/$mint',
  validateSearch: parseTokenSearch,
  component: views.token,
})

const swap = createRoute({
  getParentRoute: () => root,
  path: '/swap',
  validateSearch: parseSwapSearch,
  component: views.swap,
})

const pools = createRoute({
  getParentRoute: () => root,
  path: '/pools',
  validateSearch: readByPage<PoolsSearch>,
  component: views.pools,
})

const createPool = createRoute({
  getParentRoute: () => root,
  path: '/pools/create',
  component: views.createPool,
})

const pool = createRoute({
  getParentRoute: () => root,
  path: '/pools/$address',
  component: views.pool,
})

const wallets = createRoute({
  getParentRoute: () => root,
  path: '/wallets',
  validateSearch: readByPage<WalletsSearch>,
  component: ownPage(views.wallets),
})

const portfolio = createRoute({
  getParentRoute: () => root,
  path: '/portfolio',
  validateSearch: readByPage<PortfolioSearch>,
  component: ownPage(views.portfolio),
})

const activity = createRoute({
  getParentRoute: () => root,
  path: '/activity',
  validateSearch: readByPage<ActivitySearch>,
  component: ownPage(views.activity),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: views.settings,
})

const router = createRouter({
  routeTree: root.addChildren([
    welcome,
    discover,
    token,
    swap,
    pools,
    createPool,
    pool,
    portfolio,
    activity,
    wallets,
    settings,
  ]),
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  defaultPendingComponent: Waiting,
  defaultErrorComponent: PageFailed,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Loads every page ahead, so that all of them open while the server is away, and the code that copies whole values. */
export function preloadPages(): void {
  import('./shell/wholeValues.ts').then(
    ({ startWholeValues }) => startWholeValues(),
    () => undefined,
  )
  for (const { preload } of [
    ...Object.values(views),
    KeySheet,
    VaultWindowDialog,
    PaletteList,
    FilterForm,
    Table,
    NothingListed,
    OtherChainDialog,
  ])
    preloadInTurn(preload)
}

/** The terminal: its routes, and one cache of the server's answers. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
