// Written by scripts/effects.mjs from each program's effects.ts.

/** The compiled effects of each program, by address. */
export const rows: Readonly<Record<string, string>> = {
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: `
create= k7 d0 n6 @S,4 @K,5 w0 v2 o1,2,0,r/5,3,5
create= k7 d0 n6 @S,4 @X,5 w0 v2 o1,2,0,r/5,3,5
create=00 k7 d1 n6 @S,4 @K,5 w0 v2 o1,2,0,r/5,3,5
create=00 k7 d1 n6 @S,4 @X,5 w0 v2 o1,2,0,r/5,3,5
createIdempotent=01 k7 d1 n6 @S,4 @K,5 w0 v2 o1,2,0,r/5,3,5
createIdempotent=01 k7 d1 n6 @S,4 @X,5 w0 v2 o1,2,0,r/5,3,5`,
  boop8hVGQGqehUK2iVEMEnMrL5RbjywRzHKBmBE7ry4: `
buy_token k0,i d24 n13 w6 p1 t6,N,,u8 b5,0,11,u16 o2,,6,r9/11
sell_token k0,i d24 n12 w6 v7 p1 t5,0,10,u8 b7,N,,u16`,
  ComputeBudget111111111111111111111111111111: `
requestHeapFrame=01 kc d5 n0 al1
setComputeUnitLimit=02 kc d5 n0 al1
setComputeUnitPrice=03 kc d9 n0 au1
setLoadedAccountsDataSizeLimit=04 kc d5 n0 al1`,
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: `
addMemo= kd d* n0-1 W0`,
  Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB: `
swap k0,i d24 n15-16 w12 p0 t1,V11,,u8 b2,V5/6/11,,u16`,
  cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG: `
swap k0,i d24 n14-15 w8 E6,9,7,10,2,3 p1 m6,7 t2,E,,u8 b3,F,,u16
swap2 k0,i d25 n14-15 ?24=0 w8 E6,9,7,10,2,3 p1 m6,7 t2,E,,u8 b3,F,,u16
swap2 k0,i d25 n14-15 ?24=1 w8 E6,9,7,10,2,3 p1 m6,7 t2,E,,u8 b3,F,,u16
swap2 k0,o d25 n14-15 ?24=2 w8 E6,9,7,10,2,3 p1 m6,7 t2,E,,u16 b3,F,,u8
initialize_pool k4 d8,16,16,o8 n20 w3,0 p6 i6 m8,9 t12,8,14,M t13,9,15,M b2,1,16,#1,s fM g1
initialize_customizable_pool k4 d8,27,2,1,o32,16,16,1,16,16,1,1,o8 n19 w3,0 p5 i5 m7,8 t11,7,13,M t12,8,14,M b2,1,15,#1,s fM g1`,
  dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN: `
swap k0,i d24 n15-16 w9 E7,10,8,11,3,4 p2 y1 m7,8 t3,E,,u8 b4,F,,u16
swap2 k0,i d25 n15-16 ?24=0 w9 E7,10,8,11,3,4 p2 y1 m7,8 t3,E,,u8 b4,F,,u16
swap2 k0,i d25 n15-16 ?24=1 w9 E7,10,8,11,3,4 p2 y1 m7,8 t3,E,,u8 b4,F,,u16
swap2 k0,o d25 n15-16 ?24=2 w9 E7,10,8,11,3,4 p2 y1 m7,8 t3,E,,u16 b4,F,,u8
swap2_with_transfer_hook k0,i d25,l2 n15s25 ?24=0 w9 E7,10,8,11,3,4 p2 y1 m7,8 t3,E,,u8 b4,F,,u16 h15
swap2_with_transfer_hook k0,i d25,l2 n15s25 ?24=1 w9 E7,10,8,11,3,4 p2 y1 m7,8 t3,E,,u8 b4,F,,u16 h15
swap2_with_transfer_hook k0,o d25,l2 n15s25 ?24=2 w9 E7,10,8,11,3,4 p2 y1 m7,8 t3,E,,u16 b4,F,,u8 h15
initialize_virtual_pool_with_spl_token k5 d8,t,t,t n16 w10,2 p5 y0 m3 fM g3
initialize_virtual_pool_with_token2022 k5 d8,t,t,t n14 w8,2 p5 y0 m3 fM g3
initialize_virtual_pool_with_token2022_transfer_hook k5 d8,t,t,t n15 w9,2 p5 y0 m3 fM g3
migration_damm_v2 k6 d8 n26,25 @P,8 w19 p0 y2 m13 x4 fM g5
migration_damm_v2 k6 d8 n26,25 w19 p0 y2 m13 x4 fM g5,8
migrate_meteora_damm k6 d8 n31 w22 p0 y2 m7 x4 fM
claim_trading_fee k3 d24 n14 w9 p2 b3,7,10,#0 b4,8,11,#0
claim_creator_trading_fee k3 d24 n13 w8 p1 b2,6,9,#0 b3,7,10,#0
create_config k7 d8,27,o32,1,1,1,1,1,1,1,1,1,8,16,40,1,o16,1,1,2,4,8,13,13,1,16,1,2,2,l32 n8 w4 v1,2 o0,,4,M g0`,
  MoonCVVNZFSYkqNXP6bxHLPL6QQJiMagDL3qcqUQTrG: `
buy k0,i d33 n11 ?24=0 ?25:8=0 w0 p2 m6 t0,N,,u16 b1,6,8,u8
buy k0,i d33 n11 ?24=0 w0 p2 m6 t0,N,,u16 b1,6,8,#0
buy k0,o d33 n11 ?24=1 ?25:8=0 w0 p2 m6 t0,N,,u16 b1,6,8,u8
buy k0,o d33 n11 ?24=1 w0 p2 m6 t0,N,,M b1,6,8,u8
sell k0,i d33 n11 ?24=0 ?25:8=0 w0 p2 m6 t1,6,8,u8 b0,N,,u16
sell k0,i d33 n11 ?24=0 w0 p2 m6 t1,6,8,u8 b0,N,,#0
sell k0,o d33 n11 ?24=1 ?25:8=0 w0 p2 m6 t1,6,8,u8 b0,N,,u16
sell k0,o d33 n11 ?24=1 w0 p2 m6 t1,6,8,M b0,N,,u16`,
  pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA: `
buy k0,o d24-25 n25-27,17 @N,4 w1 p0 m3,4 t6,4,12,u16 b5,3,11,u8 o20,1,1,#1844400 o17,,1,r4/12+r4/12
buy k0,o d24-25 n25-27,17 w1 p0 m3,4 t6,4,12,u16 b5,3,11,u8 o20,1,1,#1844400 o17,,1,r4/12+r4/12 o10,,1,r4/12+r4/12
buy_exact_quote_in k0,i d24-25 n25-27,17 @N,4 w1 p0 m3,4 t6,4,12,u8 b5,3,11,u16 o20,1,1,#1844400 o17,,1,r4/12+r4/12
buy_exact_quote_in k0,i d24-25 n25-27,17 w1 p0 m3,4 t6,4,12,u8 b5,3,11,u16 o20,1,1,#1844400 o17,,1,r4/12+r4/12 o10,,1,r4/12+r4/12
sell k0,i d24 n23-26,17 @N,4 w1 p0 m3,4 t5,3,11,u8 b6,4,12,u16 o17,,1,r4/12+r4/12
sell k0,i d24 n23-26,17 w1 p0 m3,4 t5,3,11,u8 b6,4,12,u16 o17,,1,r4/12+r4/12 o10,,1,r4/12+r4/12
init_user_volume_accumulator k7 d8 n6 w0,1 o2,1,0,#1844400
extend_account k7 d8 n5 w1 p0 o0,,1,#2985840`,
  '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P': `
buy k0,o d24-26 n18,16 ?25=0 w6 p3 t6,N,,u16 b5,2,8,u8 o13,6,6,#1844400 o9,,6,#890880
buy k0,o d24-26 n18,16 w6 p3 t6,N,,u16 b5,2,8,#0 o13,6,6,#1844400 o9,,6,#890880
buy_exact_sol_in k0,i d24-26 n18,16 ?25=0 w6 p3 t6,N,,u8 b5,2,8,u16 o13,6,6,#1844400 o9,,6,#890880
buy_exact_sol_in k0,i d24-26 n18,16 w6 p3 t6,N,,u8 b5,2,8,#0 o13,6,6,#1844400 o9,,6,#890880
sell k0,i d24 n16-17,14 w6 p3 t5,2,9,u8 b6,N,,u16
buy_v2 k0,o d24-25 n27 @N,2 ?24=0 w13 p10 t13,N,,u16 b14,1,3,u8 o20,13,13,#1844400 o16,,13,#890880
buy_v2 k0,o d24-25 n27 ?24=0 w13 p10 t15,2,4,u16 b14,1,3,u8 o20,13,13,#1844400 o16,,13,#890880 o17,,13,r2/4 o21,,13,r2/4
buy_v2 k0,o d24-25 n27 @N,2 w13 p10 t13,N,,u16 b14,1,3,#0 o20,13,13,#1844400 o16,,13,#890880
buy_v2 k0,o d24-25 n27 w13 p10 t15,2,4,u16 b14,1,3,#0 o20,13,13,#1844400 o16,,13,#890880 o17,,13,r2/4 o21,,13,r2/4
buy_exact_quote_in_v2 k0,i d24-25 n27 @N,2 ?24=0 w13 p10 t13,N,,u8 b14,1,3,u16 o20,13,13,#1844400 o16,,13,#890880
buy_exact_quote_in_v2 k0,i d24-25 n27 ?24=0 w13 p10 t15,2,4,u8 b14,1,3,u16 o20,13,13,#1844400 o16,,13,#890880 o17,,13,r2/4 o21,,13,r2/4
buy_exact_quote_in_v2 k0,i d24-25 n27 @N,2 w13 p10 t13,N,,u8 b14,1,3,#0 o20,13,13,#1844400 o16,,13,#890880
buy_exact_quote_in_v2 k0,i d24-25 n27 w13 p10 t15,2,4,u8 b14,1,3,#0 o20,13,13,#1844400 o16,,13,#890880 o17,,13,r2/4 o21,,13,r2/4
sell_v2 k0,i d24 n26 @N,2 w13 p10 t14,1,3,u8 b13,N,,u16
sell_v2 k0,i d24 n26 w13 p10 t14,1,3,u8 b15,2,4,u16 o19,13,13,#1844400 o16,,13,#890880 o17,,13,r2/4 o20,,13,r2/4
create k5 d8,t,t,t,32 n14 w7 $~32 p2 m0 fM g0
create_v2 k5 d8,t,t,t,32,1,1,8,1 n16 w5 $~43 p2 m0 fM g0
create_v2 k5 d8,t,t,t,32,1,1,8,1 n20 w5 $~43 p2 m0 fM g0
migrate k6 d8 n27,24 w5 p3 m2 x9 fM
migrate_v2 k6 d8 n29,27 w7 p4 m2 x10 fM
close_user_volume_accumulator k8 d8 n4 w0 c1,0
sync_user_volume_accumulator ke d8 n5 v0
collect_creator_fee k3 d8 n5 v0 b0,N,,#0
collect_creator_fee_v2 k3 d8 n10 v0 b1,4,5,#0
claim_cashback k3 d8 n5 v0 b0,N,,#0
claim_cashback_v2 k3 d8 n10 v0 b6,2,3,#0`,
  '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8': `
swap_base_in=09 k0,i d17 n17-18 w~1 p1 t~3,V~3,K,u1 b~2,V~2,K,u9
swap_base_out=0b k0,o d17 n17-18 w~1 p1 t~3,V~3,K,u1 b~2,V~2,K,u9
swap_base_in_v2=10 k0,i d17 n8 w7 p1 t5,V5,K,u1 b6,V6,K,u9
swap_base_out_v2=11 k0,o d17 n8 w7 p1 t5,V5,K,u1 b6,V6,K,u9`,
  CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK: `
swap_v2 k0,i d41 n13+ ?40=1 w0 p2 t3,11,,u8 b4,12,,u16
swap_v2 k0,o d41 n13+ ?40=0 ?24:16=0 w0 p2 t3,11,,u16 b4,12,,u8
swap_v2 k0,o d41 n13+ ?40=0 w0 p2 t3,11,,u16 b4,12,,#0`,
  CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C: `
swap_base_input k0,i d24 n13 w0 p3 t4,10,8,u8 b5,11,9,u16
swap_base_output k0,o d24 n13 w0 p3 t4,10,8,u8 b5,11,9,u16
deposit k1 d32 n13 w0 p2 i2 t4,10,,u16 t5,11,,u24 b3,12,8,u8,s
withdraw k2 d32 n14 w0 p2 t3,12,8,u8,s b4,10,,u16 b5,11,,u24
initialize k4 d32 n20 w0 p3 i3 m4,5 t7,4,15,u8 t8,5,16,u16 b9,6,14,#0,s o3,,0,#5324400 o6,,0,#1461600 o10,,0,r4/15 o11,,0,r5/16 o13,,0,#29252880 o9,0,0,r/14,6 f#150000000 g3`,
  LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj: `
buy_exact_in k0,i d32 n18-19,15 w0 p4 y3 m9,10 t6,10,12,u8 b5,9,11,u16 o~2,,0,r10/12 o~1,,0,r10/12
buy_exact_out k0,o d32 n18-19,15 w0 p4 y3 m9,10 t6,10,12,u16 b5,9,11,u8 o~2,,0,r10/12 o~1,,0,r10/12
sell_exact_in k0,i d32 n18-19,15 w0 p4 y3 m9,10 t5,9,11,u8 b6,10,12,u16 o~2,,0,r10/12 o~1,,0,r10/12
sell_exact_out k0,o d32 n18-19,15 w0 p4 y3 m9,10 t5,9,11,u16 b6,10,12,u8 o~2,,0,r10/12 o~1,,0,r10/12
initialize_v2 k5 d8,1,t,t,t,e25.17.17,8,8,8,1 n18 w0,1 p5 y3 m6 fM g6
initialize_with_token_2022 k5 d8,1,t,t,t,e25.17.17,8,8,8,1,o10 n15 w0,1 p5 y3 m6 fM g6
migrate_to_cpswap k6 d8 n29 w0 p18 y3 m1 x5 fM
migrate_to_amm k6 d25 n32 w0 p23 m1 x13 fM
claim_creator_fee k3 d8 n8 w0 b3,4,5,#0 o3,0,0,r4/5,4
claim_platform_fee_from_vault k3 d8 n9 w0 b4,5,6,#0 o4,0,0,r5/6,5
claim_platform_fee k3 d8 n10 w0 b5,6,7,#0 o5,0,0,r6/7,6`,
  '5quBtoiQqxF9Jv6KYKctB59NT3gtJD2Y65kdnB1Uev3h': `
swap_base_in=09 k0,i d17 n18 w17 p1 t15,V15,K,u1 b16,V16,K,u9
swap_base_out=0b k0,o d17 n18 w17 p1 t15,V15,K,u1 b16,V16,K,u9`,
  '11111111111111111111111111111111': `
createAccount=00000000 k7 d52 n2 w0 o1,,0,u4,,$20 g1
assign=01000000 kg d36 n1 w0
transfer=02000000 k9 d12 n2+ w0 t0,N,,u4 b1,N,,u4
createAccountWithSeed=03000000 k7 d36,s,8,8,32 n2-3 w0 v2 $4 o1,,0,u~48,,$~32
advanceNonceAccount=04000000 kb d4 n3 w2 p0
withdrawNonceAccount=05000000 kb d12 n5 w4 v1 p0 t0,N,,u4 b1,N,,u4
initializeNonceAccount=06000000 kb d36 n3 $4 p0
allocateWithSeed=09000000 kb d36,s,8,32 n2 w1 $4 p0 o0,,1,#0,,$~32 au~40`,
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: `
initializeAccount=01 k7 d1 n4 w2 o0,2,0,#0,1,P
initializeAccount2=10 k7 d33 n3 $1 o0,$1,0,#0,1,P
initializeAccount3=12 k7 d33 n2 $1 o0,$1,0,#0,1,P
transfer=03 k9 d9 n3 w2 t0,T,P,u1 b1,T,P,#0
transferChecked=0c k9 d10 n4 w3 t0,1,P,u1,b9 b2,1,P,#0
transferCheckedWithFee=1a01 k9 d19 n4 w3 t0,1,P,u2,b10 b2,1,P,u2-u11
closeAccount=09 k8 d1 n3 w2 v1 c0,1
syncNative=11 ke d1 n1
burn=08 ka d9 n3 w2 t0,1,P,u1 !burn
burnChecked=0f ka d10 n3 w2 t0,1,P,u1,b9 !burn
approve=04 kg d* n0+
revoke=05 kg d* n0+
setAuthority=06 kg d* n0+
approveChecked=0d kg d* n0+`,
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: `
initializeAccount=01 k7 d1 n4 w2 o0,2,0,#0,1,P
initializeAccount2=10 k7 d33 n3 $1 o0,$1,0,#0,1,P
initializeAccount3=12 k7 d33 n2 $1 o0,$1,0,#0,1,P
transfer=03 k9 d9 n3 w2 t0,T,P,u1 b1,T,P,#0
transferChecked=0c k9 d10 n4 w3 t0,1,P,u1,b9 b2,1,P,#0
transferCheckedWithFee=1a01 k9 d19 n4 w3 t0,1,P,u2,b10 b2,1,P,u2-u11
closeAccount=09 k8 d1 n3 w2 v1 c0,1
syncNative=11 ke d1 n1
burn=08 ka d9 n3 w2 t0,1,P,u1 !burn
burnChecked=0f ka d10 n3 w2 t0,1,P,u1,b9 !burn
approve=04 kg d* n0+
revoke=05 kg d* n0+
setAuthority=06 kg d* n0+
approveChecked=0d kg d* n0+`,
}
