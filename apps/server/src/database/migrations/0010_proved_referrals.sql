-- The trade whose memo names the code. An older version took anybody's word, and has none.
alter table referred add column signature text;
