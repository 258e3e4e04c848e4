// An ordinary on-chain program for the tests. It calls other programs, and it fakes traps. Built like the effects program.
//
// Instruction data: a kind, then
//   0 forward   the call's data: calls the program of account 0 with all other accounts as they were given
//   1 relay     the same, and then logs the callee's return data
//   2 pretend   count, {u16 length, bytes}*: logs these fields like a trap and fails with the trap's code
//   3 overwrite a byte: writes it into account 0
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned long long u64;
#define U16(p) (*(const u16 *)(p))
#define U64(p) (*(const u64 *)(p))

extern u64 sol_invoke_signed_c(const void *instruction, const void *infos, u64 n, const void *seeds, u64 nseeds);
extern u64 sol_log_data(const void *fields, u64 n);
extern u64 sol_get_return_data(void *data, u64 n, void *program);

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

#define HEAP 0x300000000ULL
#define INFOS ((Info *)(HEAP))
#define METAS ((Meta *)(HEAP + 0x2000))
#define INSTRUCTION ((Instruction *)(HEAP + 0x3000))
#define FIELDS ((Slice *)(HEAP + 0x3100))
#define RETURNED ((u8 *)(HEAP + 0x5000))

#define NO_SUCH_KIND 1
#define TRAP_CODE 0x54524150ULL

u64 entrypoint(u8 *in) {
  u64 n = U64(in);
  u8 *p = in + 8;
  for (u64 i = 0; i < n; i++) {
    Info *a = INFOS + i;
    if (*p != 0xff) {
      Info *o = INFOS + *p;
      a->key = o->key; a->lamports = o->lamports; a->data_len = o->data_len; a->data = o->data; a->owner = o->owner;
      a->rent_epoch = o->rent_epoch; a->is_signer = o->is_signer; a->is_writable = o->is_writable;
      a->executable = o->executable;
      p += 8;
      continue;
    }
    a->is_signer = p[1]; a->is_writable = p[2]; a->executable = p[3];
    a->key = p + 8; a->owner = p + 40; a->lamports = (u64 *)(p + 72);
    a->data_len = U64(p + 80); a->data = p + 88;
    p = (u8 *)(((u64)p + 88 + a->data_len + 10240 + 7) & ~7ULL);
    a->rent_epoch = U64(p);
    p += 8;
  }
  u64 length = U64(p);
  const u8 *data = p + 8;

  if (data[0] <= 1) {
    for (u64 i = 1; i < n; i++) {
      METAS[i].key = INFOS[i].key;
      METAS[i].is_writable = INFOS[i].is_writable; METAS[i].is_signer = INFOS[i].is_signer;
    }
    INSTRUCTION->program = INFOS[0].key;
    INSTRUCTION->metas = METAS + 1; INSTRUCTION->nmetas = n - 1;
    INSTRUCTION->data = data + 1; INSTRUCTION->len = length - 1;
    sol_invoke_signed_c(INSTRUCTION, INFOS, n, 0, 0);
    if (data[0] == 0) return 0;
    FIELDS->p = RETURNED + 32;
    FIELDS->n = sol_get_return_data(RETURNED + 32, 1024, RETURNED);
    sol_log_data(FIELDS, 1);
    return 0;
  }
  if (data[0] == 2) {
    u64 count = data[1];
    const u8 *s = data + 2;
    for (u64 i = 0; i < count; i++) {
      FIELDS[i].n = U16(s); FIELDS[i].p = s + 2;
      s += 2 + FIELDS[i].n;
    }
    sol_log_data(FIELDS, count);
    return TRAP_CODE;
  }
  if (data[0] == 3) {
    INFOS[0].data[0] = data[1];
    return 0;
  }
  return NO_SUCH_KIND;
}
