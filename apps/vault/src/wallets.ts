import { createWalletChanges } from './changingWallets.ts'
import { createHeldWallets } from './heldWallets.ts'
import { createJoinedSigner } from './joinedSigner.ts'
import { createWalletOpening } from './openingWallets.ts'
import type { PageAccounts } from './pageAccounts.ts'
import type { BegunChange, BegunPhrase, BegunWallet, WalletParts } from './walletTypes.ts'
import { createWalletViews } from './walletViews.ts'

export type { BegunChange, BegunPhrase, BegunWallet, WalletParts }

/** This browser's wallets: the server's copy and the signer's open wallets. `accounts`: may receive tips and fees. */
export function createWallets(appOrigin: string, accounts: PageAccounts, parts: WalletParts) {
  const joined = createJoinedSigner(accounts, parts)
  const held = createHeldWallets(appOrigin, parts.copies, joined)
  return {
    ...{ signer: joined.signer, joined: joined.joined, signedLamports: joined.signedLamports },
    ...{ lock: joined.lock, lend: joined.lend, setAutoLock: joined.setAutoLock },
    ...{ notePresence: joined.notePresence, setLimits: joined.setLimits },
    ...{ load: held.load, current: held.current },
    /** The bundle to download. @throws TernError `wallet/*` unless it is known to be the newest. */
    toDownload: held.newestKnown,
    ...createWalletViews(joined, held),
    ...createWalletOpening(joined, held),
    ...createWalletChanges(joined, held),
  }
}

export type Wallets = ReturnType<typeof createWallets>
