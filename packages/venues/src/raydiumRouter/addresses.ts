import type { Address } from '@tern/core'

/** Raydium's router program. Its source and its binary are not public. */
export const program = 'routeUGWgWzqBWFcrCfv8tritsqukccJPu3q5GPP3xS' as Address
