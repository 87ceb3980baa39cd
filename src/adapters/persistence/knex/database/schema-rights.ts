import { query, type Sql } from "./rows";

/** What keeps the role from creating tables, and what to do about it; undefined if nothing does. */
export const schemaProblem = async (sql: Sql): Promise<string | undefined> => {
  const [row] = await query<{
    schema: string | null;
    path: string;
    role: string;
    database: string;
    mayCreate: boolean | null;
  }>(
    sql,
    `SELECT current_schema()::text AS schema, current_setting('search_path') AS path, current_user::text AS role,
       current_database()::text AS database, has_schema_privilege(current_schema()::text, 'CREATE') AS "mayCreate"`,
    [],
  );
  if (row === undefined || row.mayCreate) return undefined;
  const { schema, path, role, database } = row;
  return schema === null
    ? `The search_path of the role ${role} names no schema that exists and that it may use: ${path}. ` +
        `Run ALTER ROLE "${role}" IN DATABASE "${database}" SET search_path = public`
    : `The role ${role} may not create tables in the schema ${schema}. ` +
        `As the owner of the database, run GRANT CREATE ON SCHEMA "${schema}" TO "${role}"`;
};

/** Fails with that sentence if the database has no tables of ours yet. */
export const requireRoomForTables = async (sql: Sql): Promise<void> => {
  const [row] = await query<{ isNew: boolean }>(
    sql,
    "SELECT to_regclass('parley_migrations') IS NULL AS \"isNew\"",
    [],
  );
  const problem = row?.isNew ? await schemaProblem(sql) : undefined;
  if (problem !== undefined) throw new Error(problem);
};
