import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freshDatabase } from "./fresh-database";
import { undoAtEnd } from "./program";

/**
 * Runs work with an empty data folder, and with a new database if a PostgreSQL server is named. Without one, the data folder gets
 * an embedded database.
 */
export const isolated = async <A>(
  databaseServer: string | undefined,
  work: (dataDir: string, databaseUrl: string | undefined) => Promise<A>,
): Promise<A> => {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-bench-"));
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true });
  const forget = undoAtEnd(remove);
  try {
    // PostgreSQL's account must pass through when we are root.
    chmodSync(dataDir, 0o711);
    const database = databaseServer ? await freshDatabase(databaseServer) : undefined;
    try {
      return await work(dataDir, database?.url);
    } finally {
      await database?.drop();
    }
  } finally {
    remove();
    forget();
  }
};
