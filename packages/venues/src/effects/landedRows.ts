// Written by scripts/effects.mjs from each program's effects.ts.

/** The compiled effects of instructions that no signer takes, by the address of the program. */
export const landedRows: Readonly<Record<string, string>> = {
  boop8hVGQGqehUK2iVEMEnMrL5RbjywRzHKBmBE7ry4: `
create_token k7 d8,8,t,t,t n8 w3 m2 o2,,3,M fM
create_token_fallback k7 d8,8,t,t,t n8 w3 m2 o2,,3,M fM
deploy_bonding_curve k5 d48 n10 w6 p2 m0 fM
deploy_bonding_curve_fallback k5 d48 n10 w6 p2 m0 fM
graduate k6 d8 n15 w10 p7 m0 fM
create_raydium_pool k6 d8 n22 w16 p8 m4 x3 fM
create_raydium_random_pool k6 d8 n22 w16 p8 m4 x3 fM
deposit_into_raydium k6 d32 n21 w2 p18 m19 x6 fM
create_meteora_pool k6 d8 n21 w0 p13 m9 x5 fM`,
  Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB: `
initialize_permissionless_pool k4 d8 n26 w17 p0 m2,3
initialize_permissionless_pool_with_fee_tier k4 d8 n26 w17 p0 m2,3
initialize_permissionless_constant_product_pool_with_config k4 d8 n26 w18 p0 m3,4
initialize_permissionless_constant_product_pool_with_config2 k4 d8 n26 w18 p0 m3,4
initialize_customizable_permissionless_constant_product_pool k4 d8 n25 w17 p0 m2,3`,
  cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG: `
initialize_pool_with_dynamic_config k4 d8 n21 w3 p7 m9,10`,
  MoonCVVNZFSYkqNXP6bxHLPL6QQJiMagDL3qcqUQTrG: `
token_mint k5 d8,t,t,t,1,1,8,1,1,?,2,?,8 n11 w0 p2 m3 fM g3,1
migrate_funds k6 d8 n12 w1 p2 m5 fM g0`,
  pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA: `
buy_v2 k0,o d24 n17,17 w1 p0 m3,4 t6,4,,u16 b5,3,,u8
buy_exact_quote_in_v2 k0,i d24 n17,17 w1 p0 m3,4 t6,4,,u8 b5,3,,u16
sell_v2 k0,i d24 n17,17 w1 p0 m3,4 t5,3,,u8 b6,4,,u16
multi_hop_swap kf,i d24 n3+ w0 t1,T,,u8 b2,T,,u16
create_pool k4 d8 n18 w2 p0 m3,4`,
  '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P': `
buy_v3 k0,o d24-25 n17 @N,2 ?24=0 w8 p5 t8,N,,u16 b9,1,,u8
buy_v3 k0,o d24-25 n17 ?24=0 w8 p5 t10,2,,u16 b9,1,,u8
buy_v3 k0,o d24-25 n17 @N,2 w8 p5 t8,N,,u16 b9,1,,#0
buy_v3 k0,o d24-25 n17 w8 p5 t10,2,,u16 b9,1,,#0
buy_exact_quote_in_v3 k0,i d24-25 n17 @N,2 ?24=0 w8 p5 t8,N,,u8 b9,1,,u16
buy_exact_quote_in_v3 k0,i d24-25 n17 ?24=0 w8 p5 t10,2,,u8 b9,1,,u16
buy_exact_quote_in_v3 k0,i d24-25 n17 @N,2 w8 p5 t8,N,,u8 b9,1,,#0
buy_exact_quote_in_v3 k0,i d24-25 n17 w8 p5 t10,2,,u8 b9,1,,#0
sell_v3 k0,i d24 n17 @N,2 w8 p5 t9,1,,u8 b8,N,,u16
sell_v3 k0,i d24 n17 w8 p5 t9,1,,u8 b10,2,,u16
init_user_volume_accumulator k7 d8 n6 w0,1 o2,1,0,#1844400
extend_account k7 d8 n5 w1 p0 o0,,1,M`,
  '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8': `
deposit=03 k1 d25-33 n14 w12 p1 i1 t9,V9,K,u1 t10,V10,K,u9 b11,5,K,#0,s
withdraw=04 k2 d9-25 n20-22 w~4 p1 t~7,5,K,u1,s b~6,V~6,K,u9? b~5,V~5,K,u17?
initialize2=01 k4 d26 n21 w17 p4 m8,9
initialize2=01 k4 d26 n19 w15 p4 m7,8`,
  CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK: `
swap kf,i d41 n10+ ?40=1 w0 p2 t3,V5,,u8 b4,V6,,u16
swap kf,o d41 n10+ ?40=0 ?24:16=0 w0 p2 t3,V5,,u16 b4,V6,,u8
swap kf,o d41 n10+ ?40=0 w0 p2 t3,V5,,u16 b4,V6,,#0
swap_router_base_in kf,i d24 n6+ w0 t1,2,,u8 b0,T,,u16
create_pool k4 d8 n13+ w0 p2 m3,4
create_customizable_pool k4 d8 n13+ w0 p2 m3,4
create_permissioned_pool k4 d8 n15+ w0 p4 m5,6 q1`,
  CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C: `
initialize_with_permission k4 d8 n21 w0 p4 m5,6 q1`,
  LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj: `
initialize k5 d8 n18 w0,1 p5 y3 m6 fM g6`,
}
