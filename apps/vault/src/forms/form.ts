import type { FormOutcome } from '@tern/custody'
import type { VaultMoney, WalletMessage } from '@tern/custody/internal'
import type { Wallets } from '../wallets.ts'

/** The surroundings of a form. */
export interface FormContext {
  readonly wallets: Wallets
  readonly money: VaultMoney
  /** Notifies the terminal that the user has confirmed the withdrawal. */
  readonly wants: () => void
}

/** An open form. */
export interface OpenForm {
  readonly ended: Promise<FormOutcome>
  end(outcome: FormOutcome): void
  /** Signs the confirmed withdrawal. @throws TernError as the form shows it. */
  readonly withdraw?: (asked: WalletMessage) => Promise<Uint8Array>
}
