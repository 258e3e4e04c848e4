import { getAccountInfo } from './getAccountInfo.ts'
import { getBalance } from './getBalance.ts'
import { getBlock } from './getBlock.ts'
import { getBlockHeight } from './getBlockHeight.ts'
import { getBlocks, getBlocksWithLimit } from './getBlocks.ts'
import { getBlockTime } from './getBlockTime.ts'
import { getClusterNodes } from './getClusterNodes.ts'
import { getEpochInfo } from './getEpochInfo.ts'
import { getEpochSchedule } from './getEpochSchedule.ts'
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
import { getTokenAccountsByDelegate } from './getTokenAccountsByDelegate.ts'
import { getTokenAccountsByOwner } from './getTokenAccountsByOwner.ts'
import { getTokenLargestAccounts } from './getTokenLargestAccounts.ts'
import { getTokenSupply } from './getTokenSupply.ts'
import { getTransaction } from './getTransaction.ts'
import { getTransactionCount } from './getTransactionCount.ts'
import { getVersion } from './getVersion.ts'
import { getInflationGovernor, getInflationRate, getInflationReward } from './inflation.ts'
import { isBlockhashValid } from './isBlockhashValid.ts'
import { getBlockProduction, getLeaderSchedule, getSlotLeader, getSlotLeaders } from './leaders.ts'
import {
  getBlockCommitment,
  getFirstAvailableBlock,
  getHighestSnapshotSlot,
  getMaxRetransmitSlot,
  getMaxShredInsertSlot,
  minimumLedgerSlot,
} from './ledgerBounds.ts'
import { type Method, taking } from './method.ts'
import { requestAirdrop } from './requestAirdrop.ts'
import { sendTransaction } from './sendTransaction.ts'
import { simulateTransaction } from './simulateTransaction.ts'
import { getStakeMinimumDelegation, getVoteAccounts } from './stake.ts'
import { getLargestAccounts, getSupply } from './supply.ts'

/**
 * Every method that this node answers over HTTP, by its name on the wire, with its min and max number of parameters.
 */
export const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    getAccountInfo: taking(1, 2, getAccountInfo),
    getBalance: taking(1, 2, getBalance),
    getBlock: taking(1, 2, getBlock),
    getBlockCommitment: taking(1, 1, getBlockCommitment),
    getBlockHeight: taking(0, 1, getBlockHeight),
    getBlockProduction: taking(0, 1, getBlockProduction),
    getBlockTime: taking(1, 1, getBlockTime),
    getBlocks: taking(1, 3, getBlocks),
    getBlocksWithLimit: taking(2, 3, getBlocksWithLimit),
    getClusterNodes: taking(0, 0, getClusterNodes),
    getEpochInfo: taking(0, 1, getEpochInfo),
    getEpochSchedule: taking(0, 0, getEpochSchedule),
    getFeeForMessage: taking(1, 2, getFeeForMessage),
    getFirstAvailableBlock: taking(0, 0, getFirstAvailableBlock),
    getGenesisHash: taking(0, 0, getGenesisHash),
    getHealth: taking(0, 0, getHealth),
    getHighestSnapshotSlot: taking(0, 0, getHighestSnapshotSlot),
    getIdentity: taking(0, 0, getIdentity),
    getInflationGovernor: taking(0, 1, getInflationGovernor),
    getInflationRate: taking(0, 0, getInflationRate),
    getInflationReward: taking(1, 2, getInflationReward),
    getLargestAccounts: taking(0, 1, getLargestAccounts),
    getLatestBlockhash: taking(0, 1, getLatestBlockhash),
    getLeaderSchedule: taking(0, 2, getLeaderSchedule),
    getMaxRetransmitSlot: taking(0, 0, getMaxRetransmitSlot),
    getMaxShredInsertSlot: taking(0, 0, getMaxShredInsertSlot),
    getMinimumBalanceForRentExemption: taking(1, 2, getMinimumBalanceForRentExemption),
    getMultipleAccounts: taking(1, 2, getMultipleAccounts),
    getProgramAccounts: taking(1, 2, getProgramAccounts),
    getRecentPerformanceSamples: taking(0, 1, getRecentPerformanceSamples),
    getRecentPrioritizationFees: taking(0, 1, getRecentPrioritizationFees),
    getSignatureStatuses: taking(1, 2, getSignatureStatuses),
    getSignaturesForAddress: taking(1, 2, getSignaturesForAddress),
    getSlot: taking(0, 1, getSlot),
    getSlotLeader: taking(0, 1, getSlotLeader),
    getSlotLeaders: taking(2, 2, getSlotLeaders),
    getStakeMinimumDelegation: taking(0, 1, getStakeMinimumDelegation),
    getSupply: taking(0, 1, getSupply),
    getTokenAccountBalance: taking(1, 2, getTokenAccountBalance),
    getTokenAccountsByDelegate: taking(2, 3, getTokenAccountsByDelegate),
    getTokenAccountsByOwner: taking(2, 3, getTokenAccountsByOwner),
    getTokenLargestAccounts: taking(1, 2, getTokenLargestAccounts),
    getTokenSupply: taking(1, 2, getTokenSupply),
    getTransaction: taking(1, 2, getTransaction),
    getTransactionCount: taking(0, 1, getTransactionCount),
    getVersion: taking(0, 0, getVersion),
    getVoteAccounts: taking(0, 1, getVoteAccounts),
    isBlockhashValid: taking(1, 2, isBlockhashValid),
    minimumLedgerSlot: taking(0, 0, minimumLedgerSlot),
    requestAirdrop: taking(2, 3, requestAirdrop),
    sendTransaction: taking(1, 2, sendTransaction),
    simulateTransaction: taking(1, 2, simulateTransaction),
  }),
)
