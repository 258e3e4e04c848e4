import { checkSignatures } from '../bank/checkSignatures.ts'
import type { WireTransaction } from '../bank/wire.ts'

/** Whether every account that must sign has signed this very message. */
export const isSigned = async (wire: WireTransaction): Promise<boolean> => (await checkSignatures(wire)) === 'ignore'
