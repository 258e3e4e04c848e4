create table referral_codes (
  code text primary key,
  owner text not null unique
);

create table referred (
  trader text primary key,
  code text not null,
  since_seconds bigint not null
);
create index referred_by_code on referred (code);

create table referral_trades (
  signature text primary key,
  code text not null,
  noted_at_seconds bigint not null,
  slot bigint,
  fee_lamports numeric(20, 0) not null,
  share_lamports numeric(20, 0) not null,
  is_final boolean not null
);
create index referral_trades_by_code on referral_trades (code);
create index referral_trades_open on referral_trades (noted_at_seconds) where not is_final;
