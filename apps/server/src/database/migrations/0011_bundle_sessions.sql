-- Sessions since this version, each until it was opened again.
create table bundle_sessions (
  session_hash text primary key,
  began_at_seconds bigint not null
);
