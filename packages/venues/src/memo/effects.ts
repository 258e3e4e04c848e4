import { memoProgram } from '@tern/core'
import { struct } from '@tern/core/internal'
import { effect, type ProgramEffects } from '../effects/language.ts'

/** The memo program's only instruction: a text and its signer. */
export const effects: ProgramEffects = {
  programs: [memoProgram],
  effects: [effect(struct('addMemo', 0, {}), { accounts: 'signer?', anyData: true, kind: 'memo', wallet: ['signer'] })],
}
