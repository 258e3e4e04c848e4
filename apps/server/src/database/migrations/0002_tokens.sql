create table tokens (
  mint text primary key,
  pool text not null,
  protocol text not null,
  symbol text not null,
  name text not null,
  uri text,
  created_at_seconds bigint
);
