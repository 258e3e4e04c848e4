import { type Address, encodeBase58 } from '@tern/core'
import { expect, it } from 'vitest'
import { newSigner, sign, transfer, unsigned } from '../../test/transactions.ts'
import { checkSignatures } from './checkSignatures.ts'
import { createVirtualMachine } from './virtualMachine.ts'
import { readWire } from './wire.ts'

const blockhash = encodeBase58(new Uint8Array(32).fill(7))

it('accepts exactly the signatures that the runtime accepts', async () => {
  const [from, other] = [await newSigner(), await newSigner()]
  const transfers = [transfer(from.address, other.address, 1n), transfer(other.address, from.address, 1n)]
  const good = await sign(blockhash, [from, other], transfers)
  const wires = [good]
  for (let at = 1; at < good.length; at += 3) wires.push(good.with(at, (good[at] ?? 0) ^ 1))
  // With the neutral point as the key, (rB, r) is a valid signature of any message, for every r; here r = 1.
  const neutral = encodeBase58(new Uint8Array(32).fill(1, 0, 1)) as Address
  const forged = unsigned(blockhash, neutral, [transfer(neutral, other.address, 1n)])
  forged.set([0x58, ...new Array(31).fill(0x66), 1, ...new Array(31).fill(0)], 1)
  wires.push(forged)

  const vm = createVirtualMachine(432_000n)
  const answers = { verify: 0, ignore: 0 }
  for (const bytes of wires) {
    const wire = readWire(bytes)
    if (typeof wire === 'string') continue
    const answer = await checkSignatures(wire)
    expect(vm.simulate(bytes, 'verify').err === 'SignatureFailure' ? 'verify' : 'ignore').toBe(answer)
    answers[answer]++
  }
  expect(answers.verify).toBeGreaterThan(50)
  expect(answers.ignore).toBe(1)
})
