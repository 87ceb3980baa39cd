import type { Knex } from "knex";
import { connectedProcesses } from "../../adapters/persistence/knex/database/connected-processes";
import { serverKey } from "../../adapters/persistence/knex/database/connection-name";
import { type Comparison, compareFolder } from "../../adapters/storage/shared-folder";
import { nobodyRunsJobs, runNoJobs } from "../../composition/components/job-watches";
import { differencesFrom, filesFolder, serversAmong } from "../../composition/components/other-nodes";
import type { Config } from "../../config/config";
import { pluralized } from "../../domain/text/pluralized";
import { broken, doubtful, type Finding, fine, reasonOf } from "./finding";

/** What the database knows of this node's folder of files: whether it is the database's. Other nodes may have another one. */
export type FolderUse = "known" | "foreign" | "unknown";

interface NodesReport {
  readonly findings: readonly Finding[];
  readonly folder: FolderUse;
}

/** Whether the servers on the database have the same settings as this environment, where they must. */
export const checkNodes = async (db: Knex, config: Config): Promise<NodesReport> => {
  const subject = "Other nodes";
  // Nobody else uses an embedded database.
  if (config.databaseUrl === undefined) return { findings: [], folder: "unknown" };
  const others = serversAmong(await connectedProcesses(db), () => false);
  const servers = new Set(others.map(serverKey)).size;
  const differences = differencesFrom(config, others);
  const nodes: Finding[] =
    differences.length > 0
      ? differences.map((difference) => broken(subject, difference))
      : [
          fine(
            subject,
            servers === 0
              ? "no server is connected to the database"
              : `${pluralized(servers, "server")} on this database ${servers === 1 ? "has" : "have"} the same bus and storage`,
          ),
        ];
  if (runNoJobs(others)) nodes.push(doubtful(subject, nobodyRunsJobs));
  const isCompared = config.storage === "disk" && (await db.schema.hasTable("files_folder"));
  let comparison: Comparison = "none";
  try {
    if (isCompared) comparison = await compareFolder(db, filesFolder(config));
  } catch (error) {
    const problem = `the folder ${filesFolder(config)} can't be compared with the other nodes': ${reasonOf(error)}`;
    return { findings: [...nodes, broken(subject, problem)], folder: "unknown" };
  }
  const isForeign = comparison === "other" && others.some(({ serving }) => serving.storage === "disk");
  return {
    findings: nodes,
    folder: isForeign ? "foreign" : comparison === "same" && servers > 1 ? "known" : "unknown",
  };
};
