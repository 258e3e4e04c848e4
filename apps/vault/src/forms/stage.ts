import type { Address } from '@tern/core'
import type { FormOutcome, VaultMoney } from '@tern/custody'
import type { Wallets } from '../wallets.ts'

/** What a form works with. */
export interface Scene {
  readonly wallets: Wallets
  readonly money: VaultMoney
  /** Tells the terminal that the withdrawal that is shown was confirmed. */
  readonly wants: () => void
}

/** A form that is shown. */
export interface Stage {
  readonly ended: Promise<FormOutcome>
  end(outcome: FormOutcome): void
  /** Signs what a withdrawal form shows, once it was confirmed. @throws TernError as the form shows it. */
  readonly withdraw?: (address: Address, bytes: Uint8Array) => Promise<Uint8Array>
}
