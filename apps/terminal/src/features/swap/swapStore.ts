import { createStore } from '../../data/store.ts'
import { changeForm, freshForm, type SwapAction, type SwapForm } from './swapForm.ts'

/** The form of the page. It outlives the page, so that visiting another page loses no input. */
export const swapForm = createStore<SwapForm>(freshForm)

export const applyToSwap = (action: SwapAction): void => swapForm.set(changeForm(swapForm.get(), action))
