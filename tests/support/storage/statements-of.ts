import type { Knex } from "knex";

/** The statements that some work sends to the database. */
export const statementsOf = async (
  db: Pick<Knex, "on" | "off">,
  work: () => Promise<unknown>,
): Promise<readonly string[]> => {
  const statements: string[] = [];
  const note = ({ sql }: { readonly sql: string }) => statements.push(sql);
  db.on("query", note);
  try {
    await work();
  } finally {
    db.off("query", note);
  }
  return statements;
};
