-- What `keysOf` (domain/carrier-number.ts) says of the numbers that there are. Most are bare and get nothing.
update shipments s set ltracking_keys = k.keys
  from (select id, (select array_agg(distinct key) from unnest(array[
                 code,
                 substring(code from '^420\d{5}(\d{20}|\d{22}|\d{26}|[A-Z]{2}\d{9}[A-Z]{2})$'),
                 substring(code from '^420\d{9}(\d{20}|\d{22}|\d{26}|[A-Z]{2}\d{9}[A-Z]{2})$'),
                 substring(code from '^\d{22}(\d{12})$'), substring(code from '^\d{20}(\d{14})$'),
                 substring(code from '^\d{19}(\d{15})$'), substring(code from '^\d{14}(\d{20})$'),
                 substring(code from '^96\d{5}(\d{15})$'), substring(code from '^96\d{8}(\d{12})$'),
                 substring(code from '^\d{16}(\d{12})\d{4}$'),
                 substring(code from '1Z[0-9A-Z]{16}'),
                 substring(code from '^%?[0-9A-Z]{7}(\d{14})\d{6}[0-9A-Z]?$'),
                 substring(code from '^00(\d{18})$')]) as key
                where key <> ltracking and key <> '') as keys
          from (select id, ltracking, upper(regexp_replace(regexp_replace(btrim(ltracking), '^\][A-Za-z][0-9A-Za-z]', ''),
                                                           '[\s\u2010-\u2013()\u0001-\u001f\u007f-]', '', 'g')) as code
                  from shipments
                 where ltracking !~ '^[0-9A-Z]{1,18}$' and ltracking !~* '^-?\d{1,3}([.,]\d*)?E\+?\d{1,3}$|^#{3,}$') c) k
 where s.id = k.id and k.keys is not null;
-- Without statistics the planner takes look-ups in a new column for frequent, and reads the whole table by time instead.
-- Of an empty table it would learn that it stays small.
do $$ begin
  if exists (select from shipments) then analyze shipments (ltracking_keys); end if;
end $$;
