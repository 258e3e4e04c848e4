import { procedure } from './procedure.ts'

/** Which chain this server trades on, and who takes the fee. */
export const network = procedure.query(({ ctx }) => ctx.network)
