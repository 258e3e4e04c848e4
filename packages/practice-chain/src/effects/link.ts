import { TernError } from '@tern/core'

const textDecoder = new TextDecoder('latin1')
const textEncoder = new TextEncoder()

interface Section {
  readonly name: string
  readonly link: number
  readonly data: Uint8Array
}

interface Symbol {
  readonly name: string
  readonly section: number
  readonly value: number
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

function stringAt(table: Uint8Array, offset: number): string {
  return textDecoder.decode(table.subarray(offset, table.indexOf(0, offset)))
}

function sectionsOf(object: Uint8Array): readonly Section[] {
  const view = viewOf(object)
  const headers = Number(view.getBigUint64(40, true))
  const count = view.getUint16(60, true)
  const at = (i: number) => headers + 64 * i
  const data = (i: number) => {
    const offset = Number(view.getBigUint64(at(i) + 24, true))
    return object.subarray(offset, offset + Number(view.getBigUint64(at(i) + 32, true)))
  }
  const names = data(view.getUint16(62, true))
  return Array.from({ length: count }, (_, i) => ({
    name: stringAt(names, view.getUint32(at(i), true)),
    link: view.getUint32(at(i) + 40, true),
    data: data(i),
  }))
}

function refuse(why: string): never {
  throw new TernError('practice/notLinkable', { why })
}

/**
 * Links a BPF object file of clang into a shared object for Solana's loader (ELF64, sBPF v0).
 * The result holds the object's `.text` and, for each call of a syscall, a relocation by name.
 * @throws TernError `practice/notLinkable` if the object holds anything else.
 */
export function link(object: Uint8Array, entry = 'entrypoint'): Uint8Array {
  const sections = sectionsOf(object)
  const textIndex = sections.findIndex(({ name }) => name === '.text')
  const text = sections[textIndex]?.data ?? refuse('there is no .text')
  for (const { name, data } of sections)
    if (/^\.(rodata|data|bss)/.test(name) && data.length > 0) refuse(`there is a section ${name}`)
  const table = sections.find(({ name }) => name === '.symtab') ?? refuse('there is no symbol table')
  const names = sections[table.link]?.data ?? refuse('the symbols have no names')
  const symbols = readSymbols(table.data, names)
  const start = symbols.find(({ name, section }) => name === entry && section === textIndex)
  if (start === undefined) refuse(`there is no symbol ${entry}`)
  const calls = readCalls(text, sections.find(({ name }) => name === '.rel.text')?.data ?? new Uint8Array(), symbols)
  return writeSharedObject(text, start.value, calls)
}

function readSymbols(table: Uint8Array, names: Uint8Array): readonly Symbol[] {
  const view = viewOf(table)
  return Array.from({ length: table.length / 24 }, (_, i) => ({
    name: stringAt(names, view.getUint32(24 * i, true)),
    section: view.getUint16(24 * i + 6, true),
    value: Number(view.getBigUint64(24 * i + 8, true)),
  }))
}

interface Call {
  readonly offset: number
  readonly syscall: string
}

/** `R_BPF_64_32`: the loader fills in the target of a call by its symbol's name. */
const relocationOfCall = 10

function readCalls(text: Uint8Array, relocations: Uint8Array, symbols: readonly Symbol[]): readonly Call[] {
  const [view, code] = [viewOf(relocations), viewOf(text)]
  return Array.from({ length: relocations.length / 16 }, (_, i) => {
    const offset = Number(view.getBigUint64(16 * i, true))
    const type = view.getUint32(16 * i + 8, true)
    const symbol = symbols[view.getUint32(16 * i + 12, true)]
    if (type !== relocationOfCall || symbol?.section !== 0) refuse(`relocation ${type} of ${symbol?.name}`)
    // The loader takes every immediate other than -1 for a relative call.
    if (text[offset] !== 0x85 || code.getInt32(offset + 4, true) !== -1) refuse(`the call at ${offset}`)
    return { offset, syscall: symbol.name }
  })
}

/**
 * Writes the file: header, three program headers, `.text`, `.dynamic`, `.dynsym`, `.dynstr`, `.rel.dyn`, `.shstrtab`,
 * section headers. All addresses are file offsets.
 */
function writeSharedObject(text: Uint8Array, start: number, calls: readonly Call[]): Uint8Array {
  const align = (n: number) => (n + 7) & ~7
  const syscalls = [...new Set(calls.map(({ syscall }) => syscall))]
  const dynstr = strings(['', ...syscalls])
  const sectionNames = ['', '.text', '.dynamic', '.dynsym', '.dynstr', '.rel.dyn', '.shstrtab']
  const shstrtab = strings(sectionNames)
  const at = { text: 64 + 3 * 56, dynamic: 0, symbols: 0, strings: 0, calls: 0, names: 0, headers: 0 }
  at.dynamic = at.text + text.length
  at.symbols = at.dynamic + 7 * 16
  at.strings = at.symbols + 24 * (syscalls.length + 1)
  at.calls = align(at.strings + dynstr.bytes.length)
  at.names = at.calls + 16 * calls.length
  at.headers = align(at.names + shstrtab.bytes.length)
  const out = new Uint8Array(at.headers + 64 * sectionNames.length)
  const view = viewOf(out)
  const u16 = (offset: number, value: number) => view.setUint16(offset, value, true)
  const u32 = (offset: number, value: number) => view.setUint32(offset, value, true)
  const u64 = (offset: number, value: number) => view.setBigUint64(offset, BigInt(value), true)

  out.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  u16(16, 3) // a shared object
  u16(18, 247) // BPF
  u32(20, 1)
  u64(24, at.text + start)
  u64(32, 64)
  u64(40, at.headers)
  for (const [i, size] of [64, 56, 3, 64, sectionNames.length, sectionNames.length - 1].entries()) u16(52 + 2 * i, size)

  const segment = (i: number, type: number, flags: number, offset: number, length: number) => {
    u32(64 + 56 * i, type)
    u32(68 + 56 * i, flags)
    for (const [j, value] of [offset, offset, offset, length, length, type === 1 ? 0x1000 : 8].entries())
      u64(72 + 56 * i + 8 * j, value)
  }
  segment(0, 1, 5, at.text, text.length)
  segment(1, 1, 4, at.dynamic, at.names - at.dynamic)
  segment(2, 2, 6, at.dynamic, 7 * 16)

  out.set(text, at.text)
  const tags = { rel: 17, relSize: 18, relEntry: 19, symtab: 6, symEntry: 11, strtab: 5, end: 0 }
  const dynamic = [
    [tags.rel, at.calls],
    [tags.relSize, 16 * calls.length],
    [tags.relEntry, 16],
    [tags.symtab, at.symbols],
    [tags.symEntry, 24],
    [tags.strtab, at.strings],
    [tags.end, 0],
  ] as const
  for (const [i, [tag, value]] of dynamic.entries()) {
    u64(at.dynamic + 16 * i, tag)
    u64(at.dynamic + 16 * i + 8, value)
  }
  for (const [i, name] of syscalls.entries()) {
    u32(at.symbols + 24 * (i + 1), dynstr.offsetOf(name))
    out[at.symbols + 24 * (i + 1) + 4] = 0x10 // global and undefined
  }
  out.set(dynstr.bytes, at.strings)
  for (const [i, { offset, syscall }] of calls.entries()) {
    u64(at.calls + 16 * i, at.text + offset)
    u32(at.calls + 16 * i + 8, relocationOfCall)
    u32(at.calls + 16 * i + 12, syscalls.indexOf(syscall) + 1)
  }
  out.set(shstrtab.bytes, at.names)

  const section = (i: number, type: number, flags: number, offset: number, length: number, rest: readonly number[]) => {
    const [linked = 0, info = 0, alignment = 8, entry = 0] = rest
    u32(at.headers + 64 * i, shstrtab.offsetOf(sectionNames[i] ?? ''))
    u32(at.headers + 64 * i + 4, type)
    for (const [j, value] of [flags, flags === 0 ? 0 : offset, offset, length].entries())
      u64(at.headers + 64 * i + 8 + 8 * j, value)
    u32(at.headers + 64 * i + 40, linked)
    u32(at.headers + 64 * i + 44, info)
    u64(at.headers + 64 * i + 48, alignment)
    u64(at.headers + 64 * i + 56, entry)
  }
  section(1, 1, 6, at.text, text.length, [])
  section(2, 6, 3, at.dynamic, 7 * 16, [4, 0, 8, 16])
  section(3, 11, 2, at.symbols, 24 * (syscalls.length + 1), [4, 1, 8, 24])
  section(4, 3, 2, at.strings, dynstr.bytes.length, [0, 0, 1])
  section(5, 9, 2, at.calls, 16 * calls.length, [3, 0, 8, 16])
  section(6, 3, 0, at.names, shstrtab.bytes.length, [0, 0, 1])
  return out
}

/** Builds a string table: each string ends with a zero byte. */
function strings(values: readonly string[]): { bytes: Uint8Array; offsetOf(value: string): number } {
  const offsets = new Map<string, number>()
  let text = ''
  for (const value of values) {
    offsets.set(value, text.length)
    text += `${value}\0`
  }
  return { bytes: textEncoder.encode(text), offsetOf: value => offsets.get(value) ?? 0 }
}
