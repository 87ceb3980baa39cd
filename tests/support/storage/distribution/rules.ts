import {
  coordinatorTables,
  referenceTables,
  twoPhaseTable,
} from "../../../../src/adapters/persistence/knex/database/distribution";
import type { FunctionUse } from "./function-statements";
import type { StatementUse } from "./plans";

/** A statement, and the values of each of its runs. */
export interface UsedStatement {
  readonly text: string;
  readonly runs: readonly (readonly unknown[])[];
  readonly use: StatementUse;
}

export const isOfCoordinator = (table: string): boolean =>
  table in coordinatorTables || table === twoPhaseTable;

/** PostgreSQL's own and those of Citus, which every node has. */
const isCatalog = (table: string): boolean => table.startsWith("pg_");

/** Whether Citus plans what changes the table. */
export const isOfCitus = (table: string): boolean => !isOfCoordinator(table) && !isCatalog(table);

export const isReference = (table: string): boolean => table in referenceTables;

export const isDistributed = (table: string): boolean => !isReference(table) && isOfCitus(table);

export const tablesOf = ({ scans, inserted, changed }: StatementUse): readonly string[] => [
  ...scans.map(({ table }) => table),
  ...inserted,
  ...changed,
];

const distributedScans = ({ scans }: StatementUse): StatementUse["scans"] =>
  scans.filter(({ table }) => isDistributed(table));

/** Whether each scan of a distributed table compares the realm with the same value in each run. */
export const staysInRealm = ({ use, runs }: Pick<UsedStatement, "use" | "runs">): boolean => {
  const scans = distributedScans(use);
  return runs.every((values) => {
    const realms = new Set(scans.map(({ realm }) => realm?.(values)));
    return realms.size <= 1 && !realms.has(undefined);
  });
};

/** Whether no scan of a distributed table is restricted to one realm, and there are some. */
export const isAcross = ({ use, runs }: Pick<UsedStatement, "use" | "runs">): boolean => {
  const scans = distributedScans(use);
  return (
    scans.length > 0 && scans.every(({ realm }) => runs.every((values) => realm?.(values) === undefined))
  );
};

/** Functions that a text calls. */
export const calledIn = (text: string, functions: readonly FunctionUse[]): readonly FunctionUse[] =>
  functions.filter(({ name }) => new RegExp(`\\b${name}\\s*\\(`).test(text));

export const tablesOfFunction = ({ statements }: FunctionUse): readonly string[] =>
  statements.flatMap(({ use }) => tablesOf(use));

/** Whether Citus runs the function on the node of a realm's rows: it must, since the function uses them. */
export const runsAtRealm = (one: FunctionUse): boolean => tablesOfFunction(one).some(isDistributed);

/** Values of a call in which the first argument, the realm, is known and nothing else. */
const callInRealm = [["the realm of the call"]];

/** What a function does that Citus couldn't run at the realm that its first argument names. */
export const objectionsToFunction = (one: FunctionUse): readonly string[] => [
  ...one.notReached.map((table) => `${one.name} uses ${table} in a statement that never ran`),
  ...one.statements
    .filter(({ use }) => !staysInRealm({ use, runs: callInRealm }))
    .map(({ text }) => `${one.name} reads rows of other realms than its first argument's: ${text}`),
  ...(runsAtRealm(one) && tablesOfFunction(one).some(isOfCoordinator)
    ? [`${one.name} uses tables of the coordinator and distributed ones`]
    : []),
];
