create table activity_wallets (
  owner text primary key,
  final_signature text,
  final_slot bigint not null,
  reaches_back boolean not null,
  asked_at_seconds bigint not null
);

create table activity (
  owner text not null,
  signature text not null,
  slot bigint not null,
  sequence bigint not null generated always as identity,
  body text not null,
  primary key (owner, signature)
);
create index activity_of_owner on activity (owner, slot, sequence);
