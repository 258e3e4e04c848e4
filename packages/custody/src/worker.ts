import { serveSigner } from './serveSigner.ts'

serveSigner(self)
