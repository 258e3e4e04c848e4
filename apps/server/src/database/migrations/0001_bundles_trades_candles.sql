create table bundles (
  session_hash text primary key,
  rev integer not null,
  body text not null,
  updated_at_seconds bigint not null
);

create table trades (
  signature text not null,
  position smallint not null,
  sequence bigint not null generated always as identity,
  pool text not null,
  slot bigint not null,
  timestamp_seconds bigint not null,
  side text not null check (side in ('buy', 'sell')),
  lamports numeric(20, 0) not null,
  tokens numeric(20, 0) not null,
  owner text,
  primary key (signature, position)
);
create index trades_of_pool on trades (pool, slot, sequence);

create table candles (
  pool text not null,
  interval_seconds integer not null,
  start_seconds bigint not null,
  open_lamports numeric(20, 0) not null,
  open_tokens numeric(20, 0) not null,
  open_slot bigint not null,
  high_lamports numeric(20, 0) not null,
  high_tokens numeric(20, 0) not null,
  low_lamports numeric(20, 0) not null,
  low_tokens numeric(20, 0) not null,
  close_lamports numeric(20, 0) not null,
  close_tokens numeric(20, 0) not null,
  close_slot bigint not null,
  volume_lamports numeric(30, 0) not null,
  buys integer not null,
  sells integer not null,
  primary key (pool, interval_seconds, start_seconds)
);

create table followed (
  pool text primary key,
  signature text not null,
  slot bigint not null
);
