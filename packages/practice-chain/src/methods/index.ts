import { getAccountInfo } from './getAccountInfo.ts'
import { getBalance } from './getBalance.ts'
import { getBlock } from './getBlock.ts'
import { getBlockHeight } from './getBlockHeight.ts'
import { getBlockTime } from './getBlockTime.ts'
import { getEpochInfo } from './getEpochInfo.ts'
import { getFeeForMessage } from './getFeeForMessage.ts'
import { getGenesisHash } from './getGenesisHash.ts'
import { getHealth } from './getHealth.ts'
import { getIdentity } from './getIdentity.ts'
import { getLatestBlockhash } from './getLatestBlockhash.ts'
import { getMinimumBalanceForRentExemption } from './getMinimumBalanceForRentExemption.ts'
import { getMultipleAccounts } from './getMultipleAccounts.ts'
import { getProgramAccounts } from './getProgramAccounts.ts'
import { getRecentPerformanceSamples } from './getRecentPerformanceSamples.ts'
import { getRecentPrioritizationFees } from './getRecentPrioritizationFees.ts'
import { getSignatureStatuses } from './getSignatureStatuses.ts'
import { getSignaturesForAddress } from './getSignaturesForAddress.ts'
import { getSlot } from './getSlot.ts'
import { getTokenAccountBalance } from './getTokenAccountBalance.ts'
import { getTokenAccountsByOwner } from './getTokenAccountsByOwner.ts'
import { getTokenLargestAccounts } from './getTokenLargestAccounts.ts'
import { getTokenSupply } from './getTokenSupply.ts'
import { getTransaction } from './getTransaction.ts'
import { getVersion } from './getVersion.ts'
import { isBlockhashValid } from './isBlockhashValid.ts'
import type { Method } from './method.ts'
import { requestAirdrop } from './requestAirdrop.ts'
import { sendTransaction } from './sendTransaction.ts'
import { simulateTransaction } from './simulateTransaction.ts'

/** Every method that this node answers over HTTP, by its name on the wire. */
export const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    getAccountInfo,
    getBalance,
    getBlock,
    getBlockHeight,
    getBlockTime,
    getEpochInfo,
    getFeeForMessage,
    getGenesisHash,
    getHealth,
    getIdentity,
    getLatestBlockhash,
    getMinimumBalanceForRentExemption,
    getMultipleAccounts,
    getProgramAccounts,
    getRecentPerformanceSamples,
    getRecentPrioritizationFees,
    getSignatureStatuses,
    getSignaturesForAddress,
    getSlot,
    getTokenAccountBalance,
    getTokenAccountsByOwner,
    getTokenLargestAccounts,
    getTokenSupply,
    getTransaction,
    getVersion,
    isBlockhashValid,
    requestAirdrop,
    sendTransaction,
    simulateTransaction,
  }),
)
