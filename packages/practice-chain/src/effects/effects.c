// The effects program: an interpreter of scripts, loaded at the id of every simulated program.
//
// The user's transaction runs unchanged. Code outside the VM decides the effects of an invocation, from everything that the
// program gets: its id, the instruction data, and each account's flags, owner, lamports and data. The SHA-256 of all that is
// the invocation's name. Its script lies under this name in the mailbox, the StakeHistory sysvar. Without a script, the
// program traps: it logs its input and fails with TRAP_CODE. Then a script is decided, and the transaction runs again.
// So a script only ever runs on exactly the state that it was decided for.
//
// A script may end in AWAIT. Its continuation is decided from the accounts at that moment, the last return data, and the
// script's own note. It has a name, and is found or trapped for, like an invocation.
//
// sBPF v0, one function, no read-only data, no stack arrays, because link.ts takes only .text.
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
#define U16(p) (*(const u16 *)(p))
#define U32(p) (*(const u32 *)(p))
#define U64(p) (*(const u64 *)(p))

extern u64 sol_invoke_signed_c(const void *instruction, const void *infos, u64 n, const void *seeds, u64 nseeds);
extern u64 sol_log_(const void *text, u64 length);
extern u64 sol_log_data(const void *fields, u64 n);
extern u64 sol_sha256(const void *fields, u64 n, void *digest);
extern u64 sol_memcpy_(void *to, const void *from, u64 n);
extern u64 sol_memset_(void *to, u8 value, u64 n);
extern u64 sol_set_return_data(const void *data, u64 n);
extern u64 sol_get_return_data(void *data, u64 n, void *program);
extern u64 sol_try_find_program_address(const void *seeds, u64 nseeds, const void *program, void *address, u8 *bump);
extern u64 sol_get_sysvar(const void *id, void *out, u64 offset, u64 length);
extern u64 sol_remaining_compute_units(void);
extern void abort(void);

// SolAccountInfo, SolAccountMeta, SolInstruction of the C interface; Slice is a seed, a list of seeds, or a log field.
typedef struct {
  u8 *key;
  u64 *lamports;
  u64 data_len;
  u8 *data, *owner;
  u64 rent_epoch;
  u8 is_signer, is_writable, executable, pad[5];
} Info;
typedef struct { u8 *key; u8 is_writable, is_signer, pad[6]; } Meta;
typedef struct { const u8 *program; const Meta *metas; u64 nmetas; const u8 *data; u64 len; } Instruction;
typedef struct { const void *p; u64 n; } Slice;

// All tables lie in the 32 KiB heap, which is zeroed at entry.
#define HEAP 0x300000000ULL
#define MOST_ACCOUNTS 128
#define INFOS ((Info *)(HEAP))                 // 128 * 56
#define FIELDS ((Slice *)(HEAP + 0x1c00))      // 7 + 2 * 128 entries of 16: the input of the program
#define METAS ((Meta *)(HEAP + 0x1c00))        // 255 * 16, in the place of FIELDS, like the next two
#define SIGNERS ((Slice *)(HEAP + 0x2c40))     // 16 * 16
#define SEEDS ((Slice *)(HEAP + 0x2d40))       // 256 * 16
#define INSTRUCTION ((Instruction *)(HEAP + 0x3d40))
#define FIELD ((Slice *)(HEAP + 0x3d80))
#define SYSVAR_ID ((u64 *)(HEAP + 0x3da0))
#define DIGEST ((u64 *)(HEAP + 0x3dc0))
#define ORDER ((u8 *)(HEAP + 0x3de0))          // per position, the index of the distinct account
#define SLOTS ((u8 *)(HEAP + 0x3e60))          // 64 slots of 40: digest, u32 offset, u32 length
#define CLOSED (*(u64 *)(HEAP + 0x4860))       // after the slots: nonzero if no more scripts are decided
#define RETURNED ((u8 *)(HEAP + 0x4868))       // 32 + 1024: the program that last returned data, and the data
#define LENGTHS ((u64 *)(HEAP + 0x4c88))       // 4 * 8
#define SCRIPT ((u8 *)(HEAP + 0x4ca8))
#define SCRIPT_MOST (0x8000 - 0x4ca8)

#define NSLOTS 64
#define SLOT 40
#define RETURN_MOST 1024
#define DATA_MOST 10240                        // the data of larger accounts are left out
#define TRAP_CODE 0x54524150ULL
#define BAD_SCRIPT 0x42414453ULL
#define EVENT_TAG 0x1d9acb512ea545e4ULL        // Anchor's emit_cpi!: e4 45 a5 2e 51 cb 9a 1d
#define NOT_ENOUGH_KEYS 3005ULL                // Anchor's own errors for such an instruction
#define NOT_SIGNER 2002ULL
#define NOT_EVENT_AUTHORITY 2006ULL

enum { END, CPI, WRITE, LAMPORTS, LOG, LOG_DATA, RETURN, REALLOC, RETURN_DATA, BURN, ASSIGN, PANIC, AWAIT };

u64 entrypoint(u8 *in) {
  u64 at_entry = sol_remaining_compute_units();

  u64 n = U64(in), distinct = 0;
  u8 *p = in + 8;
  if (n > MOST_ACCOUNTS) return BAD_SCRIPT;
  for (u64 i = 0; i < n; i++) {
    Info *a = INFOS + i;
    if (*p != 0xff) { // the same account as an earlier one
      Info *o = INFOS + *p;
      ORDER[i] = ORDER[*p];
      a->key = o->key; a->lamports = o->lamports; a->data_len = o->data_len; a->data = o->data;
      a->owner = o->owner; a->rent_epoch = o->rent_epoch;
      a->is_signer = o->is_signer; a->is_writable = o->is_writable; a->executable = o->executable;
      p += 8;
      continue;
    }
    ORDER[i] = distinct++;
    a->is_signer = p[1]; a->is_writable = p[2]; a->executable = p[3];
    a->key = p + 8; a->owner = p + 40; a->lamports = (u64 *)(p + 72);
    a->data_len = U64(p + 80); a->data = p + 88;
    p = (u8 *)(((u64)p + 88 + a->data_len + 10240 + 7) & ~7ULL);
    a->rent_epoch = U64(p);
    p += 8;
  }
  u64 length = U64(p);
  const u8 *data = p + 8, *self = data + length;

  // An event that a script sent to its own program. Only check that the program itself sent it.
  if (length >= 8 && U64(data) == EVENT_TAG) {
    if (n == 0) return NOT_ENOUGH_KEYS;
    if (!INFOS[0].is_signer) return NOT_SIGNER;
    DIGEST[0] = 0x5f746e6576655f5fULL; DIGEST[1] = 0x7469726f68747561ULL; DIGEST[2] = 0x79; // "__event_authority"
    FIELD->p = DIGEST; FIELD->n = 17;
    sol_try_find_program_address(FIELD, 1, self, RETURNED, ORDER);
    for (u64 i = 0; i < 32; i += 8)
      if (U64(RETURNED + i) != U64(INFOS[0].key + i)) return NOT_EVENT_AUTHORITY;
    return 0;
  }

  SYSVAR_ID[0] = STAKE_HISTORY_0; SYSVAR_ID[1] = STAKE_HISTORY_1;
  SYSVAR_ID[2] = STAKE_HISTORY_2; SYSVAR_ID[3] = STAKE_HISTORY_3;
  u64 has_mailbox = sol_get_sysvar(SYSVAR_ID, SLOTS, 8, NSLOTS * SLOT + 8) == 0;
  const u8 *s = 0, *end = 0;

decide:
  // The program's input: each account's header with its current length and lamports, and the data.
  FIELDS[0].p = DIGEST; FIELDS[0].n = 32;
  FIELDS[1].p = self; FIELDS[1].n = 32;
  FIELDS[2].p = data; FIELDS[2].n = length;
  FIELDS[3].p = ORDER; FIELDS[3].n = n;
  FIELDS[4].p = s; FIELDS[4].n = end - s; // an AWAIT with its note
  FIELDS[5].p = RETURNED; FIELDS[5].n = s == end ? 0 : 32 + sol_get_return_data(RETURNED + 32, RETURN_MOST, RETURNED);
  for (u64 i = 0; i < 4; i++) LENGTHS[i] = FIELDS[2 + i].n;
  FIELDS[6].p = LENGTHS; FIELDS[6].n = 32; // all lengths, so that no field's end can pass for the next field's beginning
  Slice *f = FIELDS + 7;
  distinct = 0;
  for (u64 i = 0; i < n; i++) {
    Info *a = INFOS + i;
    if (ORDER[i] != distinct) continue;
    distinct++;
    u64 now = U64(a->data - 8);
    f->p = a->key - 8; f->n = 88; f++;
    f->p = a->data; f->n = a->executable || now > DATA_MOST ? 0 : now; f++;
  }
  sol_sha256(FIELDS + 1, f - FIELDS - 1, DIGEST);

  if (!has_mailbox) goto trap;
  const u8 *slot = SLOTS, *slots_end = SLOTS + NSLOTS * SLOT;
  while (slot < slots_end && (U64(slot) != DIGEST[0] || U64(slot + 8) != DIGEST[1] || U64(slot + 16) != DIGEST[2] ||
                              U64(slot + 24) != DIGEST[3]))
    slot += SLOT;
  if (slot == slots_end) {
    if (CLOSED) abort();
    goto trap;
  }
  u64 script_length = U32(slot + 36);
  if (script_length > SCRIPT_MOST) return BAD_SCRIPT;
  if (sol_get_sysvar(SYSVAR_ID, SCRIPT, U32(slot + 32), script_length) != 0) return BAD_SCRIPT;

  s = SCRIPT;
  end = SCRIPT + script_length;
  while (s < end) {
    u8 op = *s;
    if (op == END) return 0;
    if (op == CPI) { // program (0xff: self), metas, signers, u16 length, {position, flags}*, data, {seeds, {length, bytes}*}*
      u8 program = s[1];
      u64 nmetas = s[2], nsigners = s[3], cpi_length = U16(s + 4);
      s += 6;
      for (u64 i = 0; i < nmetas; i++, s += 2) {
        Meta *m = METAS + i;
        if (s[0] >= n) return BAD_SCRIPT;
        m->key = INFOS[s[0]].key; m->is_writable = s[1] & 1; m->is_signer = s[1] >> 1 & 1;
      }
      if (program != 0xff && program >= n) return BAD_SCRIPT;
      INSTRUCTION->program = program == 0xff ? self : INFOS[program].key;
      INSTRUCTION->metas = METAS; INSTRUCTION->nmetas = nmetas;
      INSTRUCTION->data = s; INSTRUCTION->len = cpi_length;
      s += cpi_length;
      Slice *seed = SEEDS;
      for (u64 i = 0; i < nsigners; i++) {
        u64 count = *s++;
        SIGNERS[i].p = seed; SIGNERS[i].n = count;
        for (u64 j = 0; j < count; j++, seed++) { seed->n = *s++; seed->p = s; s += seed->n; }
      }
      sol_invoke_signed_c(INSTRUCTION, INFOS, n, SIGNERS, nsigners);
    } else if (op == WRITE) { // position, u16 length, u32 offset, bytes
      u64 count = U16(s + 2);
      if (s[1] >= n) return BAD_SCRIPT;
      sol_memcpy_(INFOS[s[1]].data + U32(s + 4), s + 8, count);
      s += 8 + count;
    } else if (op == LAMPORTS) { // from, to, -, u64 amount
      u64 amount = U64(s + 4);
      if (s[1] >= n || s[2] >= n) return BAD_SCRIPT;
      *INFOS[s[1]].lamports -= amount;
      *INFOS[s[2]].lamports += amount;
      s += 12;
    } else if (op == LOG) { // -, u16 length, text
      u64 count = U16(s + 2);
      sol_log_(s + 4, count);
      s += 4 + count;
    } else if (op == LOG_DATA) { // -, u16 length, bytes
      u64 count = U16(s + 2);
      FIELD->p = s + 4; FIELD->n = count;
      sol_log_data(FIELD, 1);
      s += 4 + count;
    } else if (op == RETURN_DATA) { // -, u16 length, bytes
      u64 count = U16(s + 2);
      sol_set_return_data(s + 4, count);
      s += 4 + count;
    } else if (op == RETURN) { // -*3, u64 code: custom in the low 32 bits, or one of the runtime's in the high
      return U64(s + 4);
    } else if (op == REALLOC) { // position, -, -, u32 length
      if (s[1] >= n) return BAD_SCRIPT;
      Info *a = INFOS + s[1];
      // CPIs change the length in the input buffer, not in the table.
      u64 want = U32(s + 4), have = U64(a->data - 8);
      *(u64 *)(a->data - 8) = want;
      a->data_len = want;
      if (want > have) sol_memset_(a->data + have, 0, want - have);
      s += 8;
    } else if (op == ASSIGN) { // position, -, -, owner
      if (s[1] >= n) return BAD_SCRIPT;
      sol_memcpy_(INFOS[s[1]].owner, s + 4, 32);
      s += 36;
    } else if (op == AWAIT) { // the note, to the end
      goto decide;
    } else if (op == PANIC) {
      abort();
    } else if (op == BURN) { // -*3, u32 units: spin until this invocation has consumed them
      u64 units = U32(s + 4);
      while (at_entry - sol_remaining_compute_units() + 110 < units);
      s += 8;
    } else
      return BAD_SCRIPT;
  }
  return 0;

trap:
  sol_log_data(FIELDS, f - FIELDS);
  return TRAP_CODE;
}
