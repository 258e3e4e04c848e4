import { QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  RouterProvider,
  redirect,
} from '@tanstack/react-router'
import { queryClient } from './data/queryClient.ts'
import { loadSession, session } from './data/session.ts'
import { parseDiscoverSearch } from './features/discover/search.ts'
import { parseTokenSearch } from './features/token/search.ts'
import { Shell } from './shell/Shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: () => <Navigate to="/discover" replace /> })

const hasWallet = () => session.get().status === 'locked' || session.get().status === 'unlocked'

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    await loadSession()
    if (hasWallet()) throw redirect({ to: '/discover', replace: true })
  },
  component: lazyRouteComponent(() => import('./WelcomePage.tsx'), 'WelcomePage'),
})

const discover = createRoute({
  getParentRoute: () => root,
  path: '/discover',
  component: lazyRouteComponent(() => import('./features/discover/View.tsx'), 'DiscoverView'),
  validateSearch: parseDiscoverSearch,
})

const token = createRoute({
  getParentRoute: () => root,
  path: '/t/$mint',
  validateSearch: parseTokenSearch,
  component: lazyRouteComponent(() => import('./TokenPage.tsx'), 'TokenPage'),
})

/** Only somebody with a wallet has one to look at. */
const needsWallet = async () => {
  await loadSession()
  if (!hasWallet()) throw redirect({ to: '/', replace: true })
}

const wallets = createRoute({
  getParentRoute: () => root,
  path: '/wallets',
  beforeLoad: needsWallet,
  component: lazyRouteComponent(() => import('./features/wallets/View.tsx'), 'WalletsView'),
})

const portfolio = createRoute({
  getParentRoute: () => root,
  path: '/portfolio',
  beforeLoad: needsWallet,
  component: lazyRouteComponent(() => import('./features/portfolio/View.tsx'), 'PortfolioView'),
})

const activity = createRoute({
  getParentRoute: () => root,
  path: '/activity',
  beforeLoad: needsWallet,
  component: lazyRouteComponent(() => import('./features/activity/View.tsx'), 'ActivityView'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./features/settings/View.tsx'), 'SettingsView'),
})

const router = createRouter({
  routeTree: root.addChildren([welcome, discover, token, portfolio, activity, wallets, settings]),
  defaultPreload: 'intent',
  defaultPendingMs: 300,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** The terminal: its routes over one cache of the server's answers. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
