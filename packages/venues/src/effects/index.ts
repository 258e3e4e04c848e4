export type {
  Bring,
  EffectKind,
  InstructionEffects,
  OpenedAccount,
  SwapMode,
  Take,
} from './instructionEffects.ts'
export { readEffects } from './readEffects.ts'
