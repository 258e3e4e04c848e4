export type {
  Bring,
  EffectKind,
  InstructionEffects,
  OpenedAccount,
  SwapMode,
  Take,
} from './instructionEffects.ts'
export { readablePrograms, readEffects } from './readEffects.ts'
