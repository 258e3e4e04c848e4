import { expect, it } from 'vitest'
import { armInstant, disarmInstant, disarmOnOtherSettings, isIdle, isInstantArmed, takeInstant } from './instant.ts'

it('is idle from the exact millisecond at which its idle minutes have passed', () => {
  expect(isIdle(1_000, 600_999, 10)).toBe(false)
  expect(isIdle(1_000, 601_000, 10)).toBe(true)
})

it('does not count for a trade that was being planned when it was disarmed, even if it is armed again', () => {
  disarmInstant()
  expect(takeInstant()).toBeUndefined()
  armInstant()
  const isStillArmed = takeInstant()
  expect(isStillArmed?.()).toBe(true)
  disarmInstant()
  expect(isStillArmed?.()).toBe(false)
  armInstant()
  expect(isStillArmed?.()).toBe(false)
  expect(takeInstant()?.()).toBe(true)
})

it('is disarmed when another tab changes the settings, but not by other stored values', () => {
  const page = new EventTarget()
  disarmOnOtherSettings(page)
  const store = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key }))
  armInstant()
  store('tern-last-activity')
  expect(isInstantArmed()).toBe(true)
  store('tern-settings')
  expect(isInstantArmed()).toBe(false)
})
