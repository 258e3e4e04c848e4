import { knowing } from './nextStep.ts'
import './tradeSteps.ts'

const otherPool = 'Try again in a moment, or choose another pool.'
const otherFee = 'Choose another fee.'
const operator = 'The operator of this server has turned it off.'

/** `nextStep` with the steps for pools and their liquidity, and those for trades. */
export const nextStep = knowing(
  {
    'amounts must greater than zero': 'Enter amounts above zero.',
    'cannot found lp token account': 'This wallet has no liquidity in the pool.',
    'user do not have token account': 'Buy the missing token first.',
    'cannot found target token accounts': 'Buy both tokens first.',
    "you don't has some token account": 'Buy the missing token first.',
    'mint check error': 'Choose two different tokens.',
    'toke not match': 'Choose a token of this pool.',
    'fetch pool config error': otherFee,
    'Pools of this config cannot be created': otherFee,
    'This pool exists already': 'Open it and add to it, or choose another fee.',
    'fetch vault info error': otherPool,
    'pool vault data not found': otherPool,
    'Deposits are paused in this pool': 'You can still remove liquidity.',
    'Withdrawals are paused in this pool': 'Your share stays yours. Try again later.',
    'The token’s transfer fee takes all that is sent': 'Choose another token.',
    'add liquidity feature disabled in your region': operator,
    'remove liquidity feature disabled in your region': operator,
  },
  [],
)
