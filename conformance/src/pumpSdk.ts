export * as pumpSdk from '@pump-fun/pump-sdk'

export const pumpSdkName = '@pump-fun/pump-sdk 2.0.0'
