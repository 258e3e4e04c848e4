import { procedure } from './procedure.ts'

/** Returns the chain that this server trades on, and the fee wallet. */
export const network = procedure.query(({ ctx }) => ctx.network)
