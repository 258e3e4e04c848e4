-- Who launched a token, where its launch said so: the pool that its curve moves to need not know.
alter table tokens add column creator text;
