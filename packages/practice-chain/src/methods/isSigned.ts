import { checkSignatures } from '../bank/checkSignatures.ts'
import type { WireTransaction } from '../bank/wire.ts'

/** Reports if every required signature is valid for this message. */
export const isSigned = async (wire: WireTransaction): Promise<boolean> => (await checkSignatures(wire)) === 'ignore'
