import type { Knex } from "knex";

/** A value of a type that most constraints accept; `1` and `x` again in each table, so that rows refer to each other. */
const usualValue = `CASE
  WHEN t.typname = 'jsonb' THEN '''[]'''
  WHEN t.typname = 'json' THEN '''[]'''
  WHEN t.typname = 'uuid' THEN '''00000000-0000-4000-8000-000000000001'''
  WHEN t.typcategory = 'N' THEN '1'
  WHEN t.typcategory = 'B' THEN 'true'
  WHEN t.typcategory = 'D' THEN 'now()'
  WHEN t.typcategory = 'A' THEN '''{}'''
  WHEN t.typcategory = 'R' AND t.typtype = 'm' THEN '''{}'''
  WHEN t.typcategory = 'R' THEN '''empty'''
  ELSE '''x'''
END`;

/** Inserts of a row in each table that has none. */
const inserts = async (trx: Knex): Promise<readonly string[]> => {
  const { rows } = await trx.raw(`
    SELECT format('INSERT INTO %I (%s) VALUES (%s)', c.relname,
      string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum), string_agg(${usualValue}, ', ' ORDER BY a.attnum)) AS text, c.relname
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity = ''
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND pg_get_expr(d.adbin, d.adrelid) NOT LIKE 'nextval%' IS NOT FALSE GROUP BY c.oid, c.relname ORDER BY c.oid`);
  const empty: string[] = [];
  for (const { text, relname } of rows)
    if ((await trx.raw("SELECT FROM ?? LIMIT 1", [relname])).rows.length === 0) empty.push(text);
  return empty;
};

/** Gives each table that has none a row. A row that needs another table's comes after it. */
export const fillTables = async (trx: Knex): Promise<void> => {
  let waiting = await inserts(trx);
  while (waiting.length > 0) {
    const refused: { readonly text: string; readonly error: unknown }[] = [];
    for (const text of waiting) {
      await trx.raw("SAVEPOINT filling");
      try {
        await trx.raw(text);
      } catch (error) {
        await trx.raw("ROLLBACK TO filling");
        refused.push({ text, error });
      }
      await trx.raw("RELEASE filling");
    }
    const [first] = refused;
    if (first !== undefined && refused.length === waiting.length)
      throw new Error(`A table takes no row of usual values: ${first.text}`, { cause: first.error });
    waiting = refused.map(({ text }) => text);
  }
};
